import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import { weight } from '../state/format';
import type { State } from '../state/state';
import { argmax, cosine } from '../state/vector';
import { graphOf } from '../state/why';
import { msg } from '../words/msg';
import { wordAt } from './prediction';

/** How two words' vectors turn towards each other, layer by layer. */
export const nearnessStyles = css`
  .nearness :is(.bars, .layers) {
    display: flex;
    gap: min(8px, 60% / var(--bars));
    padding: 0 max(0px, 0.7px * (var(--bars) - 7));
  }
  .nearness .bars {
    align-items: flex-end;
    height: 84px;
    border-bottom: 1px solid var(--line);
  }
  .nearness .layers {
    ${look.quietest}
    line-height: 18px;
  }
  .nearness :is(.bar, .layers span) {
    flex: 0 1 30px;
    min-width: 0;
    text-align: center;
  }
  .nearness .layers span {
    display: flex;
    justify-content: center;
  }
  .nearness .bar {
    position: relative;
    forced-color-adjust: none;
    background: color-mix(in srgb, var(--ink-2) 42%, var(--paper));
  }
  .nearness .bar:last-child {
    background: var(--ink);
  }
  .nearness .bar b {
    position: absolute;
    right: -4px;
    bottom: 100%;
    left: -4px;
    font-size: 12px;
    font-weight: 400;
    line-height: 18px;
  }
  .nearness .bar:first-child b {
    right: -8px;
    left: 0;
  }
  .nearness .bar:last-child b {
    font-weight: 700;
  }
  .nearness p {
    margin: 4px 0 0;
    ${look.quietest}
    line-height: 14px;
  }
`;

/** More layers than this have bars without numbers, and no more than so many are named. */
const numbered = 6;
const named = 8;
/** Height of cosine 1, in pixels. */
const full = 64;

/** The word that the one in focus takes most from, apart from itself. */
export function partner({ trace, layer, head, token }: State): number {
  if (!trace) return token;
  const row = trace.row(`layers.${layer}.attention.weights`, head, token).slice();
  row[token] = -1;
  return argmax(row);
}

/** The cosine of the two words' vectors as they enter the first layer, and after each. */
export function nearnessOf(state: State): readonly number[] {
  const { trace, model, token } = state;
  if (!trace || !model) return [];
  const other = partner(state);
  return graphOf(model, trace).layerInputs.map((name) =>
    cosine(trace.row(name, token), trace.row(name, other)),
  );
}

export const signedShare = (x: number): string => (x < 0 ? `−${weight(-x, 2)}` : weight(x, 2));

const inWords = (near: readonly number[]): string =>
  near.map((x, i) => `${i || msg`in`}: ${signedShare(x)}`).join('; ');

function bar(x: number, labelled: boolean): TemplateResult {
  const number = html`<b data-tensor="nearness">${signedShare(x)}</b>`;
  return html`<span class="bar" .style=${`height: ${Math.max(1, (x || 0) * full)}px`}>
    ${labelled ? number : nothing}
  </span>`;
}

/** What is below a bar: the number of its layer; of many, every second or third up to the last. */
const nameOf = (layer: number, last: number): unknown =>
  layer && (last - layer) % Math.ceil(last / named) ? '' : layer || msg`in`;

/** The figure; nothing for a text of one word. */
export function nearness(state: State): TemplateResult | typeof nothing {
  const { trace, token } = state;
  const near = nearnessOf(state);
  if (!trace || near.length === 0 || trace.encoding.tokens.length < 2) return nothing;
  const labelled = near.length <= numbered + 1;
  const [from, to] = [wordAt(state, token), wordAt(state, partner(state))];
  return html`<section class="nearness" .style=${`--bars: ${near.length}`}>
    <h2>${msgHtml`How “<b>${from}</b>” gets close to “${to}”`}</h2>
    <div class="bars" role="img" aria-label=${inWords(near)}>${near.map((x) => bar(x, labelled))}</div>
    <div class="layers" aria-hidden="true">
      ${near.map((_, i) => html`<span>${nameOf(i, near.length - 1)}</span>`)}
    </div>
    <p>${msg`cosine of the two vectors after each layer; 1 is the same direction`}</p>
  </section>`;
}
