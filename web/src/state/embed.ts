import type { State } from './state';
import { localTime } from './timeline';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

const escaped = (text: string): string => text.replace(/[&"<>]/g, (c) => escapes[c] ?? c);

/** The two lines of HTML that put the figure, as it stands, into another page. */
export function embedSnippet(state: State, script: string): string {
  const attributes = Object.entries({
    sentence: state.sentence,
    view: state.view,
    layer: state.layer + 1,
    head: state.head + 1,
    token: state.token + 1,
    time: Number(localTime(state).toFixed(2)),
    ...(state.theme === 'auto' ? {} : { theme: state.theme }),
  }).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  const element = `<fovea-encoder\n  ${attributes.join('\n  ')}\n></fovea-encoder>`;
  return `<script async src="${escaped(script)}"></script>\n${element}`;
}
