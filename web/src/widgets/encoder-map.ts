import { html, nothing, type TemplateResult } from 'lit';
import type { ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import type { Palette } from '../render/color';
import type { Dispatch } from '../state/actions';
import { inputPart, outputNorm, type Part, type PartId, sublayers } from '../state/parts';
import type { State } from '../state/state';
import { viewOf } from '../state/views';
import { graphOf } from '../state/why';
import { wordsPerRow } from './bins';
import { partPicture } from './part-picture';

export interface EncoderMap {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly palette: Palette;
  readonly form: 'column' | 'rail' | 'tiles';
  /** The model's prediction for the focus word; the last line of the map. */
  readonly reads: string | null;
}

const shapeOf = (trace: Trace, part: Part): string => trace.tensor(part.tensor).shape.join('×');

/** Frames the chosen head in a picture of all heads side by side. */
function headFrame(head: number, heads: number): TemplateResult {
  const style = `left: calc(${(100 * head) / heads}% - 2px); width: calc(${100 / heads}% + 3px)`;
  return html`<span class="chosen" .style=${style}></span>`;
}

/** Short name: the map shows the feed-forward as one part. */
const nameOf = ({ name, role }: Part): string =>
  role === 'feed-forward' ? 'feed-forward' : name.join(' ');

interface Look {
  /** What is drawn over the picture. */
  readonly frame?: unknown;
  readonly shape: boolean;
  /** The layer that its step opens; default: the chosen one. */
  readonly layer?: number;
}

function partButton(part: Part, map: EncoderMap, look: Look): TemplateResult {
  const { state, dispatch, palette } = map;
  const trace = state.trace as Trace;
  const together = wordsPerRow(trace.encoding.tokens.length);
  const bins = together > 1 ? `, ${together} words to a row` : '';
  const about = `${nameOf(part)}, ${shapeOf(trace, part)}${bins}`;
  return html`<button
    type="button"
    class="hue-${part.role}"
    title=${about}
    aria-label=${about}
    data-step=${part.step}
    @click=${() => dispatch({ type: 'go', step: part.step, layer: look.layer ?? state.layer })}
  >
    <span class="line">
      <span class="name">${nameOf(part)}</span>
      ${look.shape ? html`<span class="shape">${shapeOf(trace, part)}</span>` : nothing}
    </span>
    <span class="picture">${partPicture(trace, part, palette)}${look.frame ?? nothing}</span>
  </button>`;
}

function foldedLayer(layer: number, map: EncoderMap): TemplateResult {
  const { state, dispatch, palette } = map;
  const trace = state.trace as Trace;
  const graph = graphOf(state.model as ModelInfo);
  const weights = sublayers(graph, layer)[0].find(({ id }) => id === 'weights') as Part;
  return html`<button
    type="button"
    class="folded"
    aria-current=${layer === state.layer}
    @click=${() => dispatch({ type: 'layer', layer })}
  >
    <span class="line"><span class="name">layer ${layer + 1}</span></span>
    <span class="heads-line">${partPicture(trace, weights, palette)}</span>
    ${partPicture(trace, inputPart(graph, layer + 1), palette)}
  </button>`;
}

/** Parts under one tab, which points at the stage while the view there unfolds one of them. */
interface Tab {
  readonly parts: readonly PartId[];
  /** Parts that have no picture of their own in the map. */
  readonly without?: readonly PartId[];
}

const tabs: readonly Tab[] = [
  { parts: ['norm-1', 'query', 'key', 'value'] },
  { parts: ['scores', 'weights', 'heads'] },
  { parts: ['output'] },
  { parts: ['middle', 'norm-2'] },
  { parts: ['hidden'], without: ['compressed'] },
  { parts: ['end'] },
];

/** The class of a tab with these parts. */
function tabClass(parts: readonly PartId[], { view }: State): string {
  const unfolded = viewOf(view)?.unfoldsParts ?? [];
  return unfolded.some((part) => parts.includes(part)) ? 'group staged' : 'group';
}

const projections: ReadonlySet<string> = new Set(['query', 'key', 'value']);
const ofHeads: ReadonlySet<string> = new Set(['weights', 'heads']);

/** A tab with its parts; the three projections share a line and have no shapes. */
function tabOf({ parts, without = [] }: Tab, sublayer: readonly Part[], map: EncoderMap) {
  const { state } = map;
  const here = sublayer.filter(({ id }) => parts.includes(id));
  if (here.length === 0) return nothing;
  const frame = headFrame(state.head, state.model?.config.num_attention_heads ?? 1);
  const wide = here.filter(({ id }) => !projections.has(id));
  const narrow = here.filter(({ id }) => projections.has(id));
  const line = narrow.map((part) => partButton(part, map, { shape: false }));
  return html`<div class=${tabClass([...parts, ...without], state)}>
    ${wide.map((part) => partButton(part, map, { shape: true, frame: ofHeads.has(part.id) ? frame : nothing }))}
    ${line.length > 0 ? html`<div class="projections">${line}</div>` : nothing}
  </div>`;
}

function unfoldedLayer(map: EncoderMap): TemplateResult {
  const { layer, model } = map.state;
  const graph = graphOf(model as ModelInfo);
  return html`<div class="unfolded">
    <h3>layer ${layer + 1} <span>unfolded</span></h3>
    ${sublayers(graph, layer).map(
      (sublayer) =>
        html`<div class="sublayer">${tabs.map((tab) => tabOf(tab, sublayer, map))}</div>`,
    )}
  </div>`;
}

const layersFrom = (from: number, to: number, map: EncoderMap): TemplateResult[] =>
  Array.from({ length: to - from }, (_, i) => foldedLayer(from + i, map));

/** The norm after the last layer, where the model has one. */
function lastNorm(map: EncoderMap): TemplateResult | typeof nothing {
  const model = map.state.model as ModelInfo;
  const part = outputNorm(graphOf(model));
  if (!part) return nothing;
  const layer = model.config.num_hidden_layers - 1;
  return html`<div class="group">${partButton(part, map, { shape: true, layer })}</div>`;
}

/** The whole encoder in the order of computation, with the chosen layer unfolded. */
function column(map: EncoderMap): TemplateResult {
  const { state, form, reads } = map;
  const model = state.model as ModelInfo;
  const layers = model.config.num_hidden_layers;
  const after = layersFrom(state.layer + 1, layers, map);
  return html`<nav class="map ${form}" aria-label="The whole encoder">
    <h2>The whole encoder</h2>
    <div class="stream">
      <div class=${tabClass(['x'], state)}>
        ${partButton(inputPart(graphOf(model), 0), map, { shape: true })}
      </div>
      ${layersFrom(0, state.layer, map)}
    </div>
    ${unfoldedLayer(map)}
    ${after.length > 0 ? html`<div class="stream after">${after}</div>` : nothing}
    ${lastNorm(map)}
    ${reads === null ? nothing : html`<div class="reads">predicts <b>${reads}</b></div>`}
  </nav>`;
}

export function encoderMap(map: EncoderMap): TemplateResult | typeof nothing {
  const { state, form } = map;
  if (!state.trace || !state.model) return nothing;
  if (form !== 'tiles') return column(map);
  return html`<nav class="map tiles" aria-label="Layers">
    ${layersFrom(0, state.model.config.num_hidden_layers, map)}
  </nav>`;
}
