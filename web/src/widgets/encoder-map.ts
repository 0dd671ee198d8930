import { html, nothing, type TemplateResult } from 'lit';
import type { Trace } from '../model/trace';
import { type Palette, signedScale, weightScale } from '../render/color';
import type { Dispatch } from '../state/actions';
import { inputPart, layerParts, type Part } from '../state/parts';
import type { State } from '../state/state';
import { largest } from '../state/vector';
import { thumbnailCanvas } from './thumbnail';

export interface EncoderMap {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly palette: Palette;
  readonly form: 'column' | 'rail' | 'tiles';
  /** What the model reads at the focus word; the last line of the map. */
  readonly reads: string | null;
}

/** A tensor in small: n × d as one matrix, h × n × n as a matrix per head. */
function picture(trace: Trace, { tensor, hue }: Part, palette: Palette): TemplateResult {
  const { shape, data } = trace.tensor(tensor);
  const [rows = 0, columns = 0] = shape.slice(-2);
  const tiles = shape.length > 2 ? (shape[0] ?? 1) : 1;
  const weights = tensor.endsWith('.weights');
  const scale = weights ? weightScale : signedScale(hue, largest(data));
  return thumbnailCanvas({ data, rows, columns, tiles, scale, palette });
}

const shapeOf = (trace: Trace, part: Part): string => trace.tensor(part.tensor).shape.join('×');

/** The frame around what belongs to the chosen head, in a picture whose heads stand side by side. */
function headFrame(head: number, heads: number): TemplateResult {
  const style = `left: calc(${(100 * head) / heads}% - 2px); width: calc(${100 / heads}% + 3px)`;
  return html`<span class="chosen" .style=${style}></span>`;
}

function partButton(part: Part, map: EncoderMap, frame: unknown = nothing): TemplateResult {
  const { dispatch, palette } = map;
  const trace = map.state.trace as Trace;
  const open = () => dispatch({ type: 'go', step: part.step, layer: map.state.layer });
  return html`<button
    type="button"
    class="hue-${part.hue}"
    title="${part.name}, ${shapeOf(trace, part)}"
    aria-label="${part.name}, ${shapeOf(trace, part)}"
    @click=${open}
  >
    <span class="line">
      <span class="name">${part.name}</span><span class="shape">${shapeOf(trace, part)}</span>
    </span>
    <span class="picture">${picture(trace, part, palette)}${frame}</span>
  </button>`;
}

/** The three projections share a line: their names, without their shapes. */
function projectionButton(part: Part, map: EncoderMap): TemplateResult {
  const trace = map.state.trace as Trace;
  return html`<button
    type="button"
    class="hue-${part.hue}"
    title="${part.name}, ${shapeOf(trace, part)}"
    aria-label="${part.name}, ${shapeOf(trace, part)}"
    @click=${() => map.dispatch({ type: 'go', step: part.step, layer: map.state.layer })}
  >
    <span class="line"><span class="name">${part.name}</span></span>
    <span class="picture">${picture(trace, part, map.palette)}</span>
  </button>`;
}

function foldedLayer(layer: number, map: EncoderMap): TemplateResult {
  const { state, dispatch, palette } = map;
  const trace = state.trace as Trace;
  const { weights, feedForwardNorm } = layerParts(layer);
  return html`<button
    type="button"
    class="folded"
    aria-current=${layer === state.layer}
    @click=${() => dispatch({ type: 'layer', layer })}
  >
    <span class="line"><span class="name">layer ${layer + 1}</span></span>
    <span class="heads-line">${picture(trace, weights, palette)}</span>
    ${picture(trace, { ...feedForwardNorm, hue: 'residual' }, palette)}
  </button>`;
}

/** Parts that some view shows together; a tab that points at the stage, while one does. */
function group(views: readonly string[], { state }: EncoderMap, parts: unknown): TemplateResult {
  return html`<div class="group ${views.includes(state.view) ? 'staged' : ''}">${parts}</div>`;
}

function attentionParts(map: EncoderMap): TemplateResult[] {
  const { layer, head, model } = map.state;
  const { query, key, value, scores, weights, heads, output, attentionNorm } = layerParts(layer);
  const frame = headFrame(head, model?.config.num_attention_heads ?? 1);
  const projections = [query, key, value].map((part) => projectionButton(part, map));
  const mixing = [
    partButton(scores, map),
    partButton(weights, map, frame),
    partButton(heads, map, frame),
  ];
  return [
    group(['projections'], map, html`<div class="projections">${projections}</div>`),
    group(['attention', 'heatmap', 'concat'], map, mixing),
    group(['output'], map, partButton(output, map)),
    group(['attention-norm'], map, partButton(attentionNorm, map)),
  ];
}

function feedForwardParts(map: EncoderMap): TemplateResult[] {
  const { hidden, feedForwardNorm } = layerParts(map.state.layer);
  return [
    group(['expand', 'activate', 'compress'], map, partButton(hidden, map)),
    group(['feed-forward-norm'], map, partButton(feedForwardNorm, map)),
  ];
}

function unfoldedLayer(map: EncoderMap): TemplateResult {
  return html`<div class="unfolded">
    <h3>layer ${map.state.layer + 1} <span>unfolded</span></h3>
    <div class="sublayer">${attentionParts(map)}</div>
    <div class="sublayer">${feedForwardParts(map)}</div>
  </div>`;
}

const layersFrom = (from: number, to: number, map: EncoderMap): TemplateResult[] =>
  Array.from({ length: to - from }, (_, i) => foldedLayer(from + i, map));

/** The whole encoder, top to bottom as it computes; the chosen layer unfolded in its place. */
function column(map: EncoderMap): TemplateResult {
  const { state, form, reads } = map;
  const layers = state.model?.config.num_hidden_layers ?? 0;
  const after = layersFrom(state.layer + 1, layers, map);
  return html`<nav class="map ${form}" aria-label="The whole encoder">
    <h2>The whole encoder</h2>
    <div class="stream">
      ${group(['tokens', 'embedding', 'position'], map, partButton(inputPart, map))}
      ${layersFrom(0, state.layer, map)}
    </div>
    ${unfoldedLayer(map)}
    ${after.length > 0 ? html`<div class="stream after">${after}</div>` : nothing}
    ${reads === null ? nothing : html`<div class="reads">reads <b>${reads}</b></div>`}
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
