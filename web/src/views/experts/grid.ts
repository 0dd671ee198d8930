import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { range } from '../../state/dataflow/cell';
import { percent, weight } from '../../state/format';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { askingOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { keyOf, type Place, probabilities, shares, workOf } from './numbers';
import { expertsOf, layersOf, type Reading } from './reading';

/** What is drawn of a reading. */
export interface GridOf {
  readonly reading: Reading;
  /** The words drawn: from the first to one before the end. */
  readonly first: number;
  readonly end: number;
  readonly focus: number;
  /** A word whose experts are not shown yet; −1 for none. */
  readonly veiled: number;
}

/** Wide enough for a share in a cell. */
const numbered = 34;
const gap = 12;

const labelsIn = (width: number): number => (width < 480 ? 78 : 110);

function cellSize(m: FigureContext, reading: Reading): number {
  const layers = layersOf(reading);
  const room = m.size.width - labelsIn(m.size.width) - layers * gap;
  return Math.max(13, Math.min(160, Math.floor(room / (layers * expertsOf(reading)))));
}

/** What a cell says in words. */
export function cellText(reading: Reading, { layer, word, expert }: Place): string {
  const share = shares(reading, layer, word)[expert] ?? 0;
  const p = weight(probabilities(reading, layer, word)[expert] ?? 0);
  const name = reading.words[word] ?? '';
  return share > 0
    ? msg`“${name}”, layer ${layer + 1}: uses expert ${expert + 1}, probability ${p}, weight ${weight(share)}`
    : msg`“${name}”, layer ${layer + 1}: skips expert ${expert + 1}, probability ${p}`;
}

function cell(m: FigureContext, of: GridOf, place: Place, size: number): TemplateResult {
  const { reading, focus, veiled } = of;
  const { layer, word, expert } = place;
  const share = shares(reading, layer, word)[expert] ?? 0;
  const probability = probabilities(reading, layer, word)[expert] ?? 0;
  const hidden = word === veiled;
  const taken = share > 0 && !hidden;
  const asking = askingOf(m);
  const key = keyOf(share > 0 ? 'choice' : 'probabilities', place);
  const text = hidden ? msg`“${reading.words[word]}”: guess first` : cellText(reading, place);
  const say = () => m.keep('said', hidden ? null : place);
  const look = () => {
    m.keep('word', word);
    if (!hidden) asking.ask(asking.open === key ? '' : key);
  };
  const start = word === focus && layer === 0 && expert === 0;
  const space = expert === 0 && layer > 0 ? gap : 0;
  return html`<button type="button" class="cell ${taken ? 'taken' : ''}" data-stop tabindex=${start ? 0 : -1}
    style=${styled({ width: `${size - 2}px`, marginInlineStart: `${space + 2}px` })}
    aria-expanded=${asking.open === key} aria-label=${text} title=${text}
    @pointerenter=${say} @focus=${say} @click=${look}>${
      hidden
        ? html`<b>?</b>`
        : html`<i style=${styled({ height: `${(100 * probability).toFixed(1)}%` })}></i>${
            taken && size >= numbered ? html`<b>${weight(share, 2)}</b>` : nothing
          }`
    }</button>`;
}

function wordRow(m: FigureContext, of: GridOf, word: number, size: number): TemplateResult {
  const { reading, focus } = of;
  const own = word === focus;
  return html`<div class="row ${own ? 'own' : ''}">
    <button type="button" class="word" tabindex="-1" aria-pressed=${own}
      style=${styled({ width: `${labelsIn(m.size.width)}px` })}
      @click=${() => m.keep('word', word)}>${reading.words[word]}</button>
    ${range(layersOf(reading)).map((layer) =>
      range(expertsOf(reading)).map((expert) => cell(m, of, { layer, word, expert }, size)),
    )}
  </div>`;
}

function heads(m: FigureContext, reading: Reading, size: number): TemplateResult {
  const experts = expertsOf(reading);
  const label = styled({ width: `${labelsIn(m.size.width)}px` });
  const layer = (l: number) =>
    styled({
      width: `${experts * size - 2}px`,
      marginInlineStart: `${(l > 0 ? gap : 0) + 2}px`,
    });
  return html`<div class="row heads" aria-hidden="true"><span style=${label}></span>
      ${range(layersOf(reading)).map((l) => html`<span style=${layer(l)}>${msg`layer ${l + 1}`}</span>`)}</div>
    <div class="row heads" aria-hidden="true"><span class="what" style=${label}>${msg`expert`}</span>
      ${range(layersOf(reading)).map((l) =>
        range(experts).map(
          (e) =>
            html`<span style=${styled({ width: `${size - 2}px`, marginInlineStart: `${(e === 0 && l > 0 ? gap : 0) + 2}px` })}>${e + 1}</span>`,
        ),
      )}</div>`;
}

/** What part of all words each expert has. */
function work(m: FigureContext, reading: Reading, size: number): TemplateResult {
  return html`<div class="row work"><span class="what" style=${styled({ width: `${labelsIn(m.size.width)}px` })}>${msg`all words`}</span>
    ${range(layersOf(reading)).map((layer) =>
      workOf(reading, layer).map((share, e) => {
        const text = msg`layer ${layer + 1}, expert ${e + 1}: ${percent(share)} of all words`;
        const space = e === 0 && layer > 0 ? gap : 0;
        return html`<span class="sum" role="img" aria-label=${text} title=${text}
          style=${styled({ width: `${size - 2}px`, marginInlineStart: `${space + 2}px` })}>
          <i style=${styled({ height: `${(100 * share).toFixed(1)}%` })}></i>${size >= numbered ? html`<b>${percent(share)}</b>` : nothing}</span>`;
      }),
    )}</div>`;
}

/** A row for each word, and in it for each layer a cell for each expert: as high as its probability. */
export function expertGrid(m: FigureContext, of: GridOf): TemplateResult {
  const { reading, first, end } = of;
  const size = cellSize(m, reading);
  const columns = layersOf(reading) * expertsOf(reading);
  return html`<div class="experts-grid" @pointerleave=${() => m.keep('said', null)}>
    ${heads(m, reading, size)}
    <div role="group" aria-label=${msg`Which experts each word uses`} data-columns=${columns} @keydown=${moveFocus}>
      ${range(end - first).map((i) => wordRow(m, of, first + i, size))}
    </div>
    ${work(m, reading, size)}
  </div>`;
}
