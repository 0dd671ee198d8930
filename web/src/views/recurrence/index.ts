import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { visibleWords } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { counted } from '../../state/format';
import { wordName } from '../../state/word-names';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, asks, derived } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { countsOf, crossing, stateSize } from './counts';
import { countDerivations } from './derivations';
import { atOnce, chain, type Frame, leastRow, type Picked } from './drawing';
import { measuredFigure } from './measured-figure';
import { recurrenceStyles } from './styles.css';

const gap = 28;
const most = 4096;

const clamp = (index: number, n: number): number => Math.min(n - 1, Math.max(0, index));

/** The two words: those chosen, else the word in focus and the one that is farthest from it. */
export function pickedOf({ choices, state, trace }: FigureContext): Picked {
  const n = trace.encoding.tokens.length;
  const chosen = (name: string) => {
    const place = Number(choices.get(name));
    return Number.isInteger(place) && place >= 1 && place <= n ? place - 1 : null;
  };
  const to = chosen('to') ?? clamp(state.token, n);
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
