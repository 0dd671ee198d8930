import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { visibleWords } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { clampIndex } from '../../state/arrivals';
import { counted } from '../../state/format';
import { wordName } from '../../state/word-names';
import { moveFocus } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, asks, derived } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { countDerivations, countsOf, crossing, stateSize } from './derivations';
import { measuredFigure } from './measured-figure';
import { recurrenceStyles } from './styles.css';

/** The two words that were picked. */
export interface Picked {
  readonly from: number;
  readonly to: number;
}

export interface Frame {
  readonly width: number;
  readonly pitch: number;
  /** From one step to the next, down. */
  readonly row: number;
  readonly shown: readonly number[];
  readonly pick: (token: number) => void;
}

/** The least from one step to the next. */
export const leastRow = 17;
const boxHeight = 12;

const middle = ({ pitch }: Frame, i: number): number => pitch * (i + 0.5);

/** The words of one picture, as buttons; narrow columns have them at a slant. */
function words(m: FigureContext, frame: Frame, { from, to }: Picked): TemplateResult {
  const { tokens } = m.trace.encoding;
  const slanted = frame.pitch < 46;
  return html`<div class="heads ${slanted ? 'slanted' : ''}" role="group" aria-label=${msg`words: pick two`} @keydown=${moveFocus}>
    ${frame.shown.map((token, i) => {
      const chosen = token === from || token === to;
      const style = styled({ left: `${middle(frame, i)}px` });
      return html`<button type="button" class=${chosen ? 'picked' : ''} data-stop tabindex=${token === to ? 0 : -1}
        style=${style} aria-pressed=${chosen} aria-label=${msg`pick ${wordName(tokens, token)}`}
        @click=${() => frame.pick(token)}>${tokens[token]?.piece}</button>`;
    })}
  </div>`;
}

const box = (frame: Frame, i: number, row: number, look: string) =>
  svg`<rect class=${look} x=${middle(frame, i) - Math.min(14, frame.pitch * 0.36)} y=${row * frame.row + 3}
    width=${2 * Math.min(14, frame.pitch * 0.36)} height=${boxHeight} rx="2"></rect>`;

/** One step under another: each word waits for the one before. */
export function chain(m: FigureContext, frame: Frame, picked: Picked): TemplateResult {
  const places = frame.shown.map((token) => token);
  const [low, high] = [Math.min(picked.from, picked.to), Math.max(picked.from, picked.to)];
  const inside = (token: number) => token >= low && token <= high;
  const hop = (i: number) => {
    const on = inside(places[i] ?? -1) && inside(places[i + 1] ?? -1);
    const [x1, x2] = [middle(frame, i), middle(frame, i + 1)];
    const y = i * frame.row + 3 + boxHeight / 2;
    return svg`<path class="hop ${on ? 'on' : ''}" d="M${x1} ${y}H${x2}V${y + frame.row - boxHeight / 2}"></path>`;
  };
  const height = places.length * frame.row + 4;
  return html`${words(m, frame, picked)}
    <svg width=${frame.width} height=${height} aria-hidden="true">
      ${places.slice(0, -1).map((_, i) => hop(i))}
      ${places.map((token, i) => box(frame, i, i, inside(token) ? 'on' : ''))}
      ${places.map((_, i) => svg`<text x=${i < places.length / 2 ? frame.width - 2 : 2} y=${i * frame.row + 13} text-anchor=${i < places.length / 2 ? 'end' : 'start'}>${msg`step ${i + 1}`}</text>`)}
    </svg>`;
}

/** One step for all: every word reaches every other directly. */
export function atOnce(m: FigureContext, frame: Frame, picked: Picked): TemplateResult {
  const top = Math.round(66 * (frame.row / leastRow) ** 0.5);
  const at = (token: number) => middle(frame, frame.shown.indexOf(token));
  const arch = (a: number, b: number, look: string) => {
    const [x1, x2] = [middle(frame, a), middle(frame, b)];
    const rise = Math.min(top - 6, 12 + Math.abs(x2 - x1) * 0.22 * (top / 66));
    return svg`<path class="hop ${look}" d="M${x1} ${top}C${x1} ${top - rise * 1.3} ${x2} ${top - rise * 1.3} ${x2} ${top}"></path>`;
  };
  const pairs = frame.shown.flatMap((_, i) =>
    frame.shown.slice(i + 1).map((_, j) => [i, i + 1 + j]),
  );
  const [x1, x2] = [at(picked.from), at(picked.to)];
  const y = (top + 2) / frame.row;
  return html`${words(m, frame, picked)}
    <svg width=${frame.width} height=${top + 24} aria-hidden="true">
      ${pairs.map(([i = 0, j = 0]) => arch(i, j, 'faint'))}
      ${x1 === x2 ? '' : arch(frame.shown.indexOf(picked.from), frame.shown.indexOf(picked.to), 'on')}
      ${frame.shown.map((token, i) => box(frame, i, y, token === picked.from || token === picked.to ? 'on' : ''))}
      <text x=${frame.width - 2} y="12" text-anchor="end">${msg`step 1: all of them`}</text>
    </svg>`;
}

const gap = 28;
const most = 4096;

/** The two words: those chosen, else the word in focus and the one that is farthest from it. */
export function pickedOf({ choices, state, trace }: FigureContext): Picked {
  const n = trace.encoding.tokens.length;
  const chosen = (name: string) => {
    const place = Number(choices.get(name));
    return Number.isInteger(place) && place >= 1 && place <= n ? place - 1 : null;
  };
  const to = chosen('to') ?? clampIndex(state.token, n);
  return { to, from: chosen('from') ?? (to < n / 2 ? n - 1 : 0) };
}

/** For how many words the table counts: of the sentence, or chosen. */
export function lengthOf({ choices, trace }: FigureContext): number {
  const n = Number(choices.get('words'));
  return Number.isInteger(n) && n >= 2 && n <= most ? n : Math.max(2, trace.encoding.tokens.length);
}

export function captionOf(m: FigureContext): string {
  const { tokens } = m.trace.encoding;
  const { from, to } = pickedOf(m);
  const distance = Math.abs(from - to);
  if (distance === 0) return msg`Pick two words: how far apart are they for each network?`;
  const [first, last] = [Math.min(from, to), Math.max(from, to)].map((at) => wordName(tokens, at));
  return msg`From ${first} to ${last}, a recurrent network needs ${counted(distance)} {2:step|steps}, each waiting for the one before; attention needs one.`;
}

/** A click picks the words in turn. */
function pick(m: FigureContext, token: number): void {
  const next = m.kept<'from' | 'to'>('next', 'from');
  const { from, to } = pickedOf(m);
  m.keep('next', next === 'from' ? 'to' : 'from');
  m.choose({ from: String(from + 1), to: String(to + 1), [next]: String(token + 1) });
}

function table(m: FigureContext): TemplateResult {
  const d = m.model.config.hidden_size;
  const n = lengthOf(m);
  const asking = askingOf(m);
  const cell = (name: string, formula: string, value: number) =>
    html`<td>${
      formula === grouped(value)
        ? grouped(value)
        : html`${asks(asking, `${name} ${formula}`, grouped(value), name)}<small>${msg(formula)}</small>`
    }</td>`;
  const slide = (event: Event) => {
    const exponent = Number((event.target as HTMLInputElement).value);
    m.choose({ words: String(Math.round(2 ** exponent)) });
  };
  return html`<label class="slider">${msgHtml`For a text of <b>${grouped(n)} words</b>`}
      <input type="range" min="1" max="12" step="0.5" .value=${String(Math.log2(n))} aria-label=${msg`words of the text`} aria-valuetext=${msg`${n} words`} @input=${slide} /></label>
    <p class="small">${msg`One layer with d = ${d} numbers per word, as in this model. All matrices are counted; of the state-space model, only the recurrence is.`}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${msg`Counts for five kinds of layer`}><table>
      <tr><td></td><th scope="col">${msg`first word to last`}</th><th scope="col">${msg`steps in sequence`}</th><th scope="col">${msg`multi­plications`}</th><th scope="col">${msg`numbers kept`}</th></tr>
      ${countsOf(n, d).map(
        (each) =>
          html`<tr><th scope="row">${each.name}</th>${cell(each.name, each.path, each.hops)}${cell(each.name, each.waits, each.steps)}${cell(each.name, each.work, each.products)}${cell(each.name, each.holds, each.memory)}</tr>`,
      )}
    </table></div>
    ${derived(asking, countDerivations(n, d))}`;
}

/** From how many words on attention needs more multiplications than an LSTM. */
function question(m: FigureContext): TemplateResult {
  const d = m.model.config.hidden_size;
  const right = crossing(d);
  // The table then counts for so many words that attention needs more.
  const show: Dispatch = (action) => {
    m.dispatch(action);
    m.choose({ words: String(Math.min(most, 2 * right)) });
    m.keep('counts', true);
  };
  return questionBox(
    {
      ...{ id: 'crossing', of: String(d), right: 1 },
      asks: msg`How long must a text be before attention needs more multiplications than an LSTM? More words than`,
      options: [Math.round(right / 8), right, right * 8].map(grouped),
      why: msg`4nd² + 2n²d exceeds 8nd² once n exceeds 2d: here, from ${grouped(right + 1)} words. A plain recurrent layer, 2nd², is cheaper at any length, but both must wait, word by word.`,
    },
    m.state,
    show,
  );
}

function draw(m: FigureContext): TemplateResult {
  const picked = pickedOf(m);
  const { size, trace } = m;
  const stacked = size.width < 560;
  const width = stacked ? size.width : Math.floor((size.width - gap) / 2);
  const n = trace.encoding.tokens.length;
  const window = visibleWords(n, Math.round((picked.from + picked.to) / 2), 16);
  const shown = Array.from({ length: window.end - window.first }, (_, i) => window.first + i);
  const frame: Frame = {
    ...{ width, shown, pitch: width / shown.length },
    // On a stage the steps take the height that is there.
    row: Math.max(leastRow, Math.min(64, ((size.height ?? 0) * 0.9 - 170) / shown.length)),
    pick: (token) => pick(m, token),
  };
  return html`<figure class="recurrence ${stacked ? 'stacked' : ''}">
    <div class="pair">
      <div><p class="name">${msg`Word by word: a recurrent network`}</p>${chain(m, frame, picked)}</div>
      <div><p class="name">${msg`All at once: attention`}</p>${atOnce(m, frame, picked)}${stacked ? nothing : question(m)}</div>
    </div>
    <figcaption>${explained(captionOf(m))}</figcaption>
    ${stacked ? question(m) : nothing}
    ${folded(m, 'counts', msg`Counts for five kinds of layer`, () => html`${table(m)} <p class="small">${msg`A state-space model is recurrent too, but its steps can be combined in pairs, and pairs of pairs (here with ${stateSize} numbers of state per number of a word). Attention has to keep the keys of all words: that is what makes long texts expensive.`}</p>`)}
    ${folded(m, 'measured', msg`Both networks, trained and measured`, () => measuredFigure(m))}
  </figure>`;
}

/** Why a Transformer does not read word by word: counts, and what was measured of two networks. */
export const figure: HostedFigure = {
  styles: recurrenceStyles,
  draw,
  speech: captionOf,
};
