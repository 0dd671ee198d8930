import { html, nothing, type TemplateResult } from 'lit';
import { cell } from '../../state/dataflow/cell';
import { percent } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { wordName, wordNameFirst } from '../../state/word-names';
import { moveRadio } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-view';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import {
  arches,
  barePadding,
  forbidden,
  isPad,
  type Mask,
  maskOf,
  masks,
  matrix,
  requestOf,
  runOf,
  type Shown,
  shownOf,
  wordsOf,
} from './panels';
import { masksStyles } from './styles.css';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

/** What the model reads at the word in focus; empty where it reads nothing. */
function guess(m: FigureContext, { trace, focus }: Shown): string {
  if (!trace.has('logits')) return '';
  const [best] = topGuesses(trace, m.model.vocabulary, focus, 1);
  return best ? msg`“${best.piece}”, ${percent(best.probability)}` : '';
}

function most(shown: Shown): string {
  const { trace, focus } = shown;
  const row = shown.row(focus);
  const best = argmax(row);
  const { tokens } = trace.encoding;
  return msg`${best === focus ? msg`itself` : wordName(tokens, best)} most, ${percent(row[best] ?? 0)}`;
}

/** A sentence, and what may be read after it. */
type Caption = readonly [happens: string, more: string];

function ofNone({ trace, focus, count }: Shown, looks: string): Caption {
  return [
    msg`No mask: ${wordName(trace.encoding.tokens, focus)} may look at all ${count} words, before and after, and looks at ${looks}.`,
    msg`That is how an encoder reads.`,
  ];
}

function ofPadding(m: FigureContext, shown: Shown): Caption {
  const bare = runOf(m, barePadding(m));
  const words = Array.from({ length: shown.count }, (_, i) => i).filter(
    (i) => !isPad(shown.trace, i),
  );
  const given = (of: Shown) => mean(words.map((query) => forbidden('padding', of, query)));
  const without = bare
    ? msg`Without the mask it gets ${percent(given(shownOf(m, bare)))} of each word’s attention on average.`
    : '';
  const now = given(shown);
  return [
    msg`The mask keeps [PAD], which pads short texts to one length, out of every row: here it gets ${now === 0 ? msg`nothing` : percent(now)}.`,
    without,
  ];
}

function ofCausal(m: FigureContext, shown: Shown): Caption {
  const { trace, focus, count } = shown;
  const later = count - 1 - focus;
  const own = runOf(m, requestOf(m, 'none'));
  const [here, there] = [guess(m, shown), own ? guess(m, shownOf(m, own)) : ''];
  const reads =
    here && there ? msg`The model reads it as ${here}; with all words in view, ${there}.` : '';
  const given = forbidden('causal', shown, focus);
  const hidden =
    later === 0
      ? msg`nothing comes later`
      : msg`later words get ${given === 0 ? msg`nothing` : percent(given)}`;
  return [
    msg`A causal mask hides later words: ${wordName(trace.encoding.tokens, focus)} may look at ${focus + 1} of ${count}; ${hidden}.`,
    `${msg`That is how a decoder reads, since it writes word by word.`} ${reads}`,
  ];
}

/** What a mask does, by its run. */
export function captionOf(m: FigureContext, mask: Mask, shown: Shown): Caption {
  if (mask === 'none') return ofNone(shown, most(shown));
  if (mask === 'padding') return ofPadding(m, shown);
  if (mask === 'causal') return ofCausal(m, shown);
  return [
    msg`This causal mask should hide every later word, but one line of its code is wrong: choose a cell that gives it away.`,
    '',
  ];
}

/** Whether a cell shows that the mask has a bug. */
export const revealsBug = (shown: Shown, [query, key]: readonly [number, number]): boolean =>
  key > query && (shown.row(query)[key] ?? 0) !== 0;

/** What a cell that was chosen says about the mask with a bug. */
export function verdictOf(shown: Shown, [query, key]: readonly [number, number]): string {
  const { tokens } = shown.trace.encoding;
  const value = percent(shown.row(query)[key] ?? 0);
  const cell = msg`${wordNameFirst(tokens, query)} gives ${wordName(tokens, key)} ${value} of its attention`;
  if (key <= query)
    return key === query
      ? msg`No: ${cell}, and that is allowed: it is the word itself.`
      : msg`No: ${cell}, and that is allowed: it is an earlier word.`;
  if (!revealsBug(shown, [query, key]))
    return msg`No: ${cell}, as it should: that word comes later.`;
  return msg`Yes: ${cell}, though that word comes later.`;
}

/** How much the bug lets through, in the head at hand. */
export function leakText(shown: Shown): string {
  const rows = Array.from({ length: Math.max(1, shown.count - 1) }, (_, query) => query);
  const given = mean(rows.map((query) => forbidden('leaky', shown, query)));
  return msg`In this head words give the next one ${percent(given)} of their attention on average. A model trained this way copies the answer, then fails when it has to write on its own.`;
}

const gap = 28;

type Place = readonly [query: number, key: number];

/** The cell that was chosen to give the bug away. */
const chosenCell = (m: FigureContext): Place | null => m.kept<Place | null>('cell', null);

function choice(m: FigureContext, shown: Mask): TemplateResult {
  const at = masks.findIndex(([id]) => id === shown);
  const choose = (i: number) => {
    m.keep('cell', null);
    m.choose({ mask: i === 0 ? '' : (masks[i]?.[0] ?? '') });
  };
  return html`<div class="choice" role="radiogroup" aria-label=${msg`Mask`} @keydown=${(event: KeyboardEvent) => moveRadio(event, at, masks.length, choose)}>
    <span>${msg`mask:`}</span>
    ${masks.map(
      ([id, name], i) =>
        html`<button type="button" role="radio" class="link" aria-checked=${id === shown} tabindex=${i === at ? 0 : -1} @click=${() => choose(i)}>${msg(name)}</button>`,
    )}
  </div>`;
}

/** A cell of the run on show is asked why; one of another run is told, and of the bug judged. */
function chooses(m: FigureContext, mask: Mask, shown: Shown): (query: number, key: number) => void {
  return (query, key) => {
    m.keep('cell', [query, key]);
    if (mask === 'leaky' || shown.trace !== m.trace) return;
    const at = cell(`layers.${shown.layer}.attention.weights`, shown.head, query, key);
    m.dispatch({ type: 'cell', cell: at });
  };
}

const wrongLine = 'return key <= query + 1;';
const rightLine = 'return key <= query;';

/** The lines of code that differ, once the bug has been found. */
function code(shown: Shown): TemplateResult {
  return html`<pre><del>${wrongLine}</del>
<ins>${rightLine}</ins></pre>
    <p class="small">${leakText(shown)}</p>`;
}

function told(m: FigureContext, mask: Mask, shown: Shown): TemplateResult | typeof nothing {
  const place = chosenCell(m);
  if (mask === 'leaky') {
    const verdict = place ? verdictOf(shown, place) : '';
    return html`<div role="status" class="told">${verdict}${place && revealsBug(shown, place) ? code(shown) : nothing}</div>`;
  }
  if (shown.trace === m.trace) return html`<p class="small">${msg`Choose a cell to ask why.`}</p>`;
  if (mask === 'padding') return nothing;
  const { run } = requestOf(m, mask);
  return html`<p class="small"><button type="button" class="link underlined" @click=${() => m.dispatch({ type: 'run', run })}>${msg`Use this design in all views`}</button>; ${msg`then you can ask any number why.`}</p>`;
}

const table = (m: FigureContext, shown: Shown): TemplateResult =>
  weightsTable(m, {
    caption: msg`weights of layer ${shown.layer + 1}, head ${shown.head + 1}`,
    encoding: shown.trace.encoding,
    words: wordsOf(shown),
    row: shown.row,
  });

/** The run of the mask in the head at hand; null until it is there. */
function current(m: FigureContext): Shown | null {
  const trace = runOf(m, requestOf(m, maskOf(m)));
  return trace && shownOf(m, trace);
}

function draw(m: FigureContext): TemplateResult {
  const mask = maskOf(m);
  const shown = current(m);
  const stacked = m.size.width < 560;
  const width = stacked ? m.size.width : Math.floor((m.size.width - gap) * 0.55);
  const rest = stacked ? width : m.size.width - gap - width;
  if (!shown)
    return html`<figure class="masks">${choice(m, mask)}<p class="small">${msg`Running the model with this mask …`}</p></figure>`;
  const [happens, more] = captionOf(m, mask, shown);
  return html`<figure class="masks ${stacked ? 'stacked' : ''}">
    ${choice(m, mask)}
    <div class="pair">
      <div>${matrix(m, mask, shown, width, chooses(m, mask, shown))}</div>
      <div>${arches(shown, mask, rest)} ${stacked ? nothing : told(m, mask, shown)}</div>
    </div>
    <figcaption>${explained(happens)}</figcaption>
    ${more ? html`<p class="small">${explained(more)}</p>` : nothing}
    ${stacked ? told(m, mask, shown) : nothing} ${table(m, shown)}
  </figure>`;
}

/** Who may look at whom: runs of the model without a mask, with padding, causal, and with a bug to be found. */
export const figure: HostedFigure = {
  styles: masksStyles,
  wants(m) {
    const mask = maskOf(m);
    const requests = [requestOf(m, mask), ...(mask === 'padding' ? [barePadding(m)] : [])];
    const compared = mask === 'causal' ? [requestOf(m, 'none')] : [];
    return { traces: [...requests, ...compared].filter((each) => runOf(m, each) !== m.trace) };
  },
  draw,
  speech(m) {
    const shown = current(m);
    const mask = maskOf(m);
    return shown ? captionOf(m, mask, shown).join(' ') : '';
  },
};
