/// The script of embed.html: one figure as the page's address says, and its height to the page around it.
import { later } from './words/msg';

const sheet = new CSSStyleSheet();
sheet.replaceSync(':root { color-scheme: light dark } body { margin: 0; display: flow-root }');
document.adoptedStyleSheets = [sheet];

const encoder = customElements.get('fovea-encoder');
const { observedAttributes = [] } = (encoder ?? {}) as { observedAttributes?: readonly string[] };

/** Any address puts up a figure: none of them takes its reader to another page. */
const attributes = [...observedAttributes.filter((name) => name !== 'page'), 'lang'];

const figure = document.createElement('fovea-encoder');

/** The attributes stand after #, which is never sent; or after ?, where a site cuts the other off. */
function show(): void {
  const { hash, search } = location;
  const chosen = new URLSearchParams((hash || search).slice(1));
  for (const name of attributes) {
    const value = chosen.get(name);
    if (value === null) figure.removeAttribute(name);
    else figure.setAttribute(name, value);
  }
}

/** Views whose questions send their reader to other views. */
const asking = ['class', 'practice'];

const label = later('Back to the questions');

/** Where such a view has been left, a way back to it. */
const back = document.createElement('button');
back.hidden = true;
back.style.cssText = 'margin: 8px; padding: 0 16px; min-height: 44px; font: 16px sans-serif';
let left = { view: '', settings: '' };

figure.addEventListener('fovea-change', (event) => {
  const { view, settings } = (event as CustomEvent<typeof left>).detail;
  if (asking.includes(view)) left = { view, settings };
  back.hidden = asking.includes(view) || left.view === '';
  back.textContent = globalThis.foveaWords?.[figure.lang]?.[label] ?? label;
});

back.onclick = () => {
  Object.assign(figure, left);
  back.hidden = true;
};

show();
addEventListener('hashchange', show);
document.body.append(back);
document.body.append(encoder ? figure : 'The file fovea.js is missing beside this page.');

/** Who has the page in a frame may know how high it is, whoever that is. */
function tell(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ type: 'fovea-height', height }, '*');
}
if (parent !== window) new ResizeObserver(tell).observe(document.body);
