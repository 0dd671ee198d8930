import { html, nothing, type TemplateResult } from 'lit';
import { cell } from '../../state/dataflow/cell';
import { moveRadio } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-view';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { captionOf, givesAway, leakText, verdictOf } from './caption';
import { arches, matrix, wordsOf } from './panels';
import {
  barePadding,
  type Mask,
  maskOf,
  masks,
  requestOf,
  runOf,
  type Shown,
  shownOf,
} from './runs';
import { masksStyles } from './styles.css';

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
    return html`<div role="status" class="told">${verdict}${place && givesAway(shown, place) ? code(shown) : nothing}</div>`;
  }
  if (shown.trace === m.trace)
    return html`<p class="small">${msg`Choose a cell to ask why it is what it is.`}</p>`;
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
