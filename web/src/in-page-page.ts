/// Unpacks the page's script, which the parser would take three times as long to read.
import { bytesInPage } from './model/packed';
import { msg } from './words/msg';

const start = (bytes: Uint8Array<ArrayBuffer>) => {
  const script = document.createElement('script');
  // By its address: the browser compiles what stands in an element while everything waits.
  script.src = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  // A policy may allow no such address.
  script.onerror = () => {
    const inside = document.createElement('script');
    inside.textContent = new TextDecoder().decode(bytes);
    document.head.append(inside);
  };
  document.head.append(script);
};

if (globalThis.DecompressionStream) void bytesInPage('fovea-page').then(start);
else document.body.append(msg`This browser is too old to unpack this page.`);
