import { escaped } from '../state/embed';
import type { Deck, Slide } from '../state/numbers';

const styles = `*{box-sizing:border-box}
html{scroll-snap-type:y mandatory;background:var(--paper);color:var(--ink);font:18px/1.4 var(--serif)}
body{margin:0}
section{position:relative;height:100vh;height:100svh;display:flex;flex-direction:column;gap:2vh;padding:4vh 5vw 5vh;scroll-snap-align:start;overflow:hidden;break-inside:avoid}
h1,h2{margin:0;font-size:clamp(20px,4.4vmin,44px);line-height:1.2}
h1{margin-top:auto}
section:first-of-type{text-align:center}
section:first-of-type p:last-of-type{margin-bottom:auto}
section>p{margin:0 auto;max-width:58em;font-size:clamp(14px,2.7vmin,26px);text-align:center}
section>svg{flex:1;min-height:0;width:100%}
a{color:inherit}
details{position:absolute;right:5vw;bottom:1vh;left:5vw;font:15px/1.4 var(--sans);text-align:right}
summary{color:var(--ink-2);cursor:pointer;list-style:none}
details[open]{padding:12px 16px;border-top:2px solid var(--ink);background:var(--paper);text-align:left}
details p{margin:8px 0 0;white-space:pre-line;overflow-wrap:anywhere}
@page{size:13.333in 7.5in;margin:0}
@media print{html{scroll-snap-type:none}section{width:13.333in;height:7.5in;padding:.4in .6in;break-after:page;-webkit-print-color-adjust:exact;print-color-adjust:exact}section:last-of-type{break-after:auto}h1,h2{font-size:30pt}section>p{font-size:16pt}details{display:none}}`;

/** Keys move between slides; without a script, the reader scrolls. */
const script = `const slides=[...document.querySelectorAll('section')];
const at=()=>slides.reduce((best,each,i)=>Math.abs(each.getBoundingClientRect().top)<Math.abs(slides[best].getBoundingClientRect().top)?i:best,0);
const by={ArrowRight:1,ArrowDown:1,PageDown:1,' ':1,Enter:1,ArrowLeft:-1,ArrowUp:-1,PageUp:-1,Backspace:-1,Home:-1e9,End:1e9};
addEventListener('keydown',(event)=>{
if(event.ctrlKey||event.metaKey||event.altKey)return;
if(event.key==='n'||event.key==='N'){const open=!document.querySelector('details[open]');for(const each of document.querySelectorAll('details'))each.open=open;return}
if(event.target.closest('summary,a')&&(event.key===' '||event.key==='Enter'))return;
const step=event.key===' '&&event.shiftKey?-1:by[event.key];
if(!step)return;
event.preventDefault();
slides[Math.min(slides.length-1,Math.max(0,at()+step))].scrollIntoView();
});`;

/** The hash by which a policy allows a text; null where the page may not compute one. */
async function hashOf(text: string): Promise<string | null> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** A picture inside a page: what is styled is said in attributes, as the policy allows no styles in them. */
const inline = ({ picture: { svg }, says }: Slide): string =>
  svg
    .trim()
    .replaceAll('style="image-rendering: pixelated"', 'image-rendering="pixelated"')
    .replace('<svg ', () => `<svg role="img" aria-label="${escaped(says)}" `);

function section(slide: Slide, notes: string): string {
  return `<section>
<h2>${escaped(slide.title)}</h2>
${inline(slide)}
<p>${escaped(slide.says)}</p>
<details><summary>${escaped(notes)}</summary><p>${escaped(slide.notes)}</p></details>
</section>`;
}

/** Slides as one page, which needs no other file and runs from a disk; printing makes one sheet of each. */
export async function deckOf({
  slides,
  title,
  text,
  link,
  words,
  lang,
  look,
}: Deck): Promise<Blob> {
  const own = `:root{${look}}\n${styles}`;
  const [styleHash, scriptHash] = await Promise.all([hashOf(own), hashOf(script)]);
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash ?? "'unsafe-inline'"}`,
    ...(scriptHash ? [`script-src ${scriptHash}`] : []),
    ...['img-src data:', "base-uri 'none'", "form-action 'none'"],
  ];
  const page = `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${own}</style>
</head>
<body>
<section>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a href="${escaped(link)}">${escaped(words.open)}</a></p>
<p><small>${escaped(words.keys)}</small></p>
</section>
${slides.map((slide) => section(slide, words.notes)).join('\n')}
${scriptHash ? `<script>${script}</script>` : ''}
</body>
</html>
`;
  return new Blob([page], { type: 'text/html' });
}
