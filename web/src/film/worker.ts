/// A worker that makes a GIF of frames. A classic script, as ../model/worker.ts.
import { serve } from '../model/worker-side';
import { Gif, type GifSize } from './gif';

export interface Requests {
  begin: GifSize;
  add: { readonly frame: ArrayBuffer };
  finish: object;
}

export interface Answers {
  begin: undefined;
  add: undefined;
  finish: Uint8Array<ArrayBuffer>;
}

let gif: Gif | null = null;

serve<Requests, Answers, never>(
  Promise.resolve({
    begin(size) {
      gif = new Gif(size);
      return undefined;
    },
    add({ frame }) {
      gif?.add(frame);
      return undefined;
    },
    finish: () => gif?.finish() as Uint8Array<ArrayBuffer>,
  }),
);
