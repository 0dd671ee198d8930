import { html, nothing, type TemplateResult } from 'lit';
import type { ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import { type Scale, signedScale, weightScale } from '../render/color';
import { msgHtml } from '../render/msg-html';
import type { Dispatch } from '../state/actions';
import type { PartId } from '../state/dataflow/node';
import { percent } from '../state/format';
import { inputPart, isUnfolded, outputNorm, type Part, partLines, sublayers } from '../state/parts';
import type { State } from '../state/state';
import { argmax, largest } from '../state/vector';
import { formerTrace } from '../state/what-if/answers';
import { changeOf } from '../state/what-if/comparison';
import { graphOf } from '../state/why';
import { msg } from '../words/msg';
import { paintCells } from './cells-canvas';
import { previewOf } from './head-picker';
import { changeByKey, moveRadio } from './keys';
import { headRows, lengthRow, purposeOf, type WordRows, wordsPerCell } from './map-purpose';

export interface EncoderMap {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly form: 'column' | 'rail' | 'tiles';
  /** The model's prediction for the focus word; the last line of the map. */
  readonly reads: string | null;
}

/** A map of something: there is a model, and a trace of it. */
interface Ground extends EncoderMap {
  readonly model: ModelInfo;
  readonly trace: Trace;
}

/** Width of a row of words, by form; a tile is as wide as its cell of the grid. */
const widths = { column: 99, rail: 44, tiles: 64 };

const shapeOf = (trace: Trace, part: Part): string => trace.tensor(part.tensor).shape.join('×');

/** Short name: the map shows the feed-forward as one part. */
const nameOf = (part: Part): string =>
  part.role === 'feed-forward' ? msg`feed-forward` : partLines(part).join(' ');

/** Rows of cells of a height. Lengths are tinted against the longest of their own row. */
function cells(rows: WordRows, height: number, scale: Scale, { form }: Ground): TemplateResult {
  const width = widths[form];
  const size = `width: ${form === 'tiles' ? '100%' : `${width}px`}; height: ${height * rows.rows}px`;
  return html`<canvas
    class="cells"
    aria-hidden="true"
    .style=${size}
    ${paintCells({ ...rows, scale, width, height: height * rows.rows })}
  ></canvas>`;
}

/** The longest vector's cell is four fifths of the way to the full hue. */
const lengthScale = ({ role }: Part, rows: WordRows): Scale =>
  signedScale(role, largest(rows.data) * 1.32);

const cardId = ({ id }: Part): string => `card-${id}`;

/** What a part is for, opened by hover and focus. */
function card(part: Part, map: Ground): TemplateResult {
  const { state, model, trace } = map;
  const { text, formula } = purposeOf(part, { ...state, model, trace });
  return html`<span class="card" role="tooltip" id=${cardId(part)}>
    <b>${nameOf(part)}</b> <span class="shape">${shapeOf(trace, part)}</span>
    <span class="purpose">${text}</span> <span class="equation">${formula}</span>
  </span>`;
}

/** By how much the focus word's numbers of a tensor have changed; nothing where they have not. */
function changeMark(tensor: string, { state, trace }: Ground): TemplateResult | typeof nothing {
  const was = formerTrace(state);
  const share = was && changeOf(trace, was, tensor, state.token);
  if (!share) return nothing;
  const text = share < 9.995 ? percent(share) : `× ${Math.round(share)}`;
  return html`<span class="changed">${text}</span>`;
}

/** Parts whose cards have been read, by pointing at them for so many milliseconds: hovering opens them no more. */
const read = new Set<PartId>();
const readAfter = 1500;

/** When the pointer came upon a part. */
let entered = 0;

/** A part's name as a button that opens its step; `layer` is the one that it opens. */
function partName(part: Part, map: Ground, layer: number): TemplateResult {
  const { trace, state, dispatch } = map;
  const words = wordsPerCell(trace.encoding.tokens.length);
  const bins = words > 1 ? msg`, ${words} words per cell` : '';
  const open = () => dispatch({ type: 'go', step: part.step, layer });
  const enter = ({ currentTarget, timeStamp }: Event) => {
    entered = timeStamp;
    (currentTarget as Element).toggleAttribute('data-read', read.has(part.id));
  };
  const leave = ({ timeStamp }: Event) => {
    if (timeStamp - entered > readAfter) read.add(part.id);
  };
  return html`<button
      type="button"
      class="hue-${part.role}"
      aria-label="${nameOf(part)}, ${shapeOf(trace, part)}${bins}"
      aria-current=${isUnfolded(part, state.view)}
      aria-describedby=${cardId(part)}
      data-step=${part.step}
      @click=${open}
      @pointerenter=${enter}
      @pointerleave=${leave}
    >
      <span class="name">${nameOf(part)} ${changeMark(part.tensor, map)}</span>
      ${part.id === 'weights' ? nothing : lengthCells(part, map)}
    </button>
    ${card(part, map)}`;
}

function lengthCells(part: Part, map: Ground): TemplateResult {
  const rows = lengthRow(map.trace, part.tensor);
  return cells(rows, 8, lengthScale(part, rows), map);
}

/** Heights of a head's row: as high as fits, for models of many layers and heads. */
function headHeight({ model }: Ground, unfolded: boolean): number {
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  return Math.max(2, Math.min(unfolded ? 8 : 6, Math.floor(260 / (layers * heads))));
}

/** The word at which a head looks most from the focus word. */
function favourite({ trace, state }: Ground, layer: number, head: number): string {
  const row = trace.row(`layers.${layer}.attention.weights`, head, state.token);
  return trace.encoding.tokens[argmax(row)]?.piece ?? '';
}

/** The heads of the chosen layer, a row for each: the focus word's weights. */
function heads(map: Ground): TemplateResult {
  const { state, dispatch, trace, model } = map;
  const { layer, head: chosen } = state;
  const count = model.config.num_attention_heads;
  const height = headHeight(map, true);
  const choose = (head: number) => dispatch({ type: 'head', head });
  const rows = headRows(trace, layer, state.token);
  return html`<div
    class="heads-of"
    role="radiogroup"
    aria-label=${msg`Head`}
    @keydown=${(event: KeyboardEvent) => moveRadio(event, chosen, count, choose)}
  >
    ${cells(rows, height, weightScale, map)}
    ${Array.from({ length: count }, (_, head) => {
      const preview = previewOf({ layer, head }, dispatch);
      return html`<span
        role="radio"
        class="head"
        aria-checked=${head === chosen}
        aria-label=${msg`Head ${head + 1}, looks most at ${favourite(map, layer, head)}`}
        tabindex=${head === chosen ? 0 : -1}
        .style=${`top: ${head * height}px; height: ${height - 1}px`}
        @click=${() => choose(head)}
        @keydown=${(event: KeyboardEvent) => changeByKey(event, { kind: 'head', layer, head }, dispatch)}
        @pointerenter=${preview.show}
        @pointerleave=${preview.leave}
        @focus=${preview.show}
        @blur=${preview.leave}
      ></span>`;
    })}
  </div>`;
}

/** The head under the pointer, in a folded layer. */
function headAt(event: MouseEvent, count: number): number | null {
  const canvas = (event.currentTarget as Element).querySelector('canvas');
  const { top = 0, height = 1 } = canvas?.getBoundingClientRect() ?? {};
  const head = Math.floor(((event.clientY - top) / height) * count);
  return event.detail > 0 && head >= 0 && head < count ? head : null;
}

/** Another layer: its heads for the focus word, and what its feed-forward adds. A press opens it. */
function foldedLayer(layer: number, map: Ground): TemplateResult {
  const { state, dispatch, trace, model, form } = map;
  const [, feedForward] = sublayers(graphOf(model, trace), layer);
  const hidden = feedForward.find(({ id }) => id === 'hidden');
  const count = model.config.num_attention_heads;
  const open = (event: MouseEvent) => {
    const head = form === 'tiles' ? null : headAt(event, count);
    dispatch({ type: 'choose', choice: head === null ? { layer } : { layer, head } });
  };
  const height = form === 'tiles' ? 3 : headHeight(map, false);
  return html`<button
    type="button"
    class="folded"
    aria-current=${layer === state.layer}
    title=${form === 'tiles' ? nothing : msg`Each row is a head: press one to see through it`}
    @click=${open}
  >
    <span class="name">${msgHtml`layer ${layer + 1} ${changeMark(graphOf(model, trace).layerInputs[layer + 1] ?? '', map)}`}</span>
    ${cells(headRows(trace, layer, state.token), height, weightScale, map)}
    ${hidden ? fedForward(hidden, map) : nothing}
  </button>`;
}

function fedForward(part: Part, map: Ground): TemplateResult {
  const rows = lengthRow(map.trace, part.tensor);
  return cells(rows, 5, lengthScale(part, rows), map);
}

/** Parts with a row in the map; the others are steps between them. */
const shown: ReadonlySet<PartId> = new Set([
  ...(['norm-1', 'query', 'key', 'value', 'weights', 'output', 'middle'] as const),
  ...(['norm-2', 'hidden', 'end'] as const),
]);

function unfoldedLayer(map: Ground): TemplateResult {
  const { layer } = map.state;
  const parts = sublayers(graphOf(map.model, map.trace), layer).flat();
  return html`<div class="unfolded">
    <h2>${msg`layer ${layer + 1}`}</h2>
    ${parts
      .filter(({ id }) => shown.has(id))
      .map(
        (part) => html`<div class="part">
          ${partName(part, map, layer)} ${part.id === 'weights' ? heads(map) : nothing}
        </div>`,
      )}
  </div>`;
}

/** Where a word's column is, as a share of the map's width: its middle. */
function middleOf(token: number, { trace }: Ground): number {
  const size = wordsPerCell(trace.encoding.tokens.length);
  const columns = Math.ceil(trace.encoding.tokens.length / size);
  return (Math.floor(token / size) + 0.5) / columns;
}

/** Words over their columns: the one in focus, and the one that it takes most from. */
function wordHeads(map: Ground): TemplateResult {
  const { state, trace } = map;
  const row = trace.row(`layers.${state.layer}.attention.weights`, state.head, state.token);
  const top = argmax(row);
  const apart = Math.abs(middleOf(top, map) - middleOf(state.token, map)) > 0.4;
  const word = (token: number, looks: string) =>
    html`<span class=${looks} .style=${`left: ${100 * middleOf(token, map)}%`}>
      ${trace.encoding.tokens[token]?.piece}
    </span>`;
  return html`<div class="word-heads" aria-hidden="true">
    ${apart ? word(top, '') : nothing} ${word(state.token, 'focus')}
  </div>`;
}

/** The column of the word in focus, through the whole map. */
function focusFrame(map: Ground): TemplateResult {
  const size = wordsPerCell(map.trace.encoding.tokens.length);
  const share = 100 / Math.ceil(map.trace.encoding.tokens.length / size);
  const left = 100 * middleOf(map.state.token, map) - share / 2;
  return html`<span class="focus-frame" .style=${`left: calc(${left}% - 1.5px); width: calc(${share}% + 2px)`}></span>`;
}

function column(map: Ground): TemplateResult {
  const { state, form, model } = map;
  const graph = graphOf(model, map.trace);
  const count = model.config.num_hidden_layers;
  const words = wordsPerCell(map.trace.encoding.tokens.length);
  const last = outputNorm(graph);
  const folded = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => foldedLayer(from + i, map));
  return html`<nav class="map ${form}" aria-label=${msg`The whole encoder`}>
    ${wordHeads(map)}
    <div class="flow">
      <div class="part">${partName(inputPart(graph, 0), map, state.layer)}</div>
      ${folded(0, state.layer)} ${unfoldedLayer(map)} ${folded(state.layer + 1, count)}
      ${last ? html`<div class="part">${partName(last, map, count - 1)}</div>` : nothing}
      ${focusFrame(map)}
    </div>
    <p class="note">${msg`each cell is {0:a word|${words} words}; stronger colour is more`}</p>
  </nav>`;
}

/** The whole encoder in the order of computation, from top to bottom, with the chosen layer unfolded. */
export function encoderMap(map: EncoderMap): TemplateResult | typeof nothing {
  const { model, trace, layer, token } = map.state;
  if (!trace || !model || Math.min(layer, token) < 0) return nothing;
  const ground = { ...map, model, trace };
  if (map.form !== 'tiles') return column(ground);
  return html`<nav class="map tiles" aria-label=${msg`Layers`}>
    ${Array.from({ length: model.config.num_hidden_layers }, (_, i) => foldedLayer(i, ground))}
  </nav>`;
}
