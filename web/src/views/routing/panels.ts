import { html, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { visibleWords } from '../../render/visible-words';
import { placeShown } from '../../state/arrivals';
import { cell } from '../../state/dataflow/cell';
import { formulaOf, parametersOf } from '../../state/dataflow/graph';
import { weight } from '../../state/format';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { graphOf } from '../../state/why';
import { wordName } from '../../state/word-names';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** Which learned matrix of the layer is at the left. */
export type Part = 'query' | 'key' | 'value';

export const parts: readonly Part[] = ['query', 'key', 'value'];

/** How many of its weights are drawn. */
export const drawnWeights = 64;

/** A change smaller than that is none to the eye. */
export const leastChange = 0.01;

export interface Place {
  readonly layer: number;
  readonly head: number;
  readonly heads: number;
  readonly focus: number;
}

export const placeOf = ({ state, model, trace }: FigureContext): Place => ({
  ...placeShown(state, trace),
  heads: model.config.num_attention_heads,
});

export const tensorOf = (part: Part, { layer }: Place): string =>
  `layers.${layer}.attention.${part}`;

/** The head's rows of a learned matrix: a row for each number that comes out. */
export interface Matrix {
  readonly name: string;
  readonly data: Float32Array;
  readonly outputs: number;
  readonly inputs: number;
}

/** Null while it is on its way. */
export function matrixOf(m: FigureContext, part: Part, place: Place): Matrix | null {
  const graph = graphOf(m.model, m.trace);
  const [name = ''] = parametersOf(graph, tensorOf(part, place));
  const found = m.state.parameters.get(name);
  if (!found) return null;
  const [, inputs = 0] = found.shape;
  const outputs = m.model.config.hidden_size / place.heads;
  const row = place.head * outputs;
  const first = (formulaOf(graph, tensorOf(part, place), 'linear').rowOf?.(row) ?? row) * inputs;
  return { name, outputs, inputs, data: found.data.subarray(first, first + outputs * inputs) };
}

/** The places of the largest numbers by size, the largest first. */
export const strongest = (data: Float32Array, count: number): readonly number[] =>
  [...data.keys()].sort((a, b) => Math.abs(data[b] ?? 0) - Math.abs(data[a] ?? 0)).slice(0, count);

/** The weights of the head, n × n. */
export function weightsOf(trace: FigureContext['trace'], { layer, head }: Place): Float32Array {
  const { data } = trace.tensor(`layers.${layer}.attention.weights`);
  const n = trace.encoding.tokens.length;
  return data.subarray(head * n * n, (head + 1) * n * n);
}

/** The trace of the other sentence; null until it is there, and where it has not as many words. */
export function twinOf(m: FigureContext): FigureContext['trace'] | null {
  const request = otherRequest(m.state);
  const trace = request && traceFor(m.state, request);
  return trace?.encoding.tokens.length === m.trace.encoding.tokens.length ? trace : null;
}

export interface Changed {
  readonly count: number;
  readonly of: number;
  /** Where the change is largest. */
  readonly at: number;
}

/** How many numbers differ by more than that. */
export function changed(before: Float32Array, after: Float32Array, least: number): Changed {
  const by = Array.from(after, (x, i) => Math.abs(x - (before[i] ?? 0)));
  const at = by.indexOf(Math.max(...by));
  return { count: by.filter((x) => x > least).length, of: after.length, at };
}

/** A panel's box; the lines go from `left` to `right`. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
}

const round = (x: number): number => Math.round(x * 10) / 10;

/** The height of a node among so many. */
const along = (i: number, count: number, height: number): number => ((i + 0.5) * height) / count;

function path({ left, right }: Box, from: number, to: number): string {
  const bend = (right - left) * 0.45;
  return `M${left} ${round(from)}C${left + bend} ${round(from)} ${right - bend} ${round(to)} ${right} ${round(to)}`;
}

const dots = (x: number, count: number, height: number, size: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      svg`<circle cx=${x} cy=${round(along(i, count, height))} r=${round(Math.min(size, height / count / 2.6))}></circle>`,
  );

/** The strongest weights of a learned matrix, from the numbers that go in to those that come out. */
export function matrixPanel({ data, inputs, outputs }: Matrix, box: Box): TemplateResult {
  const places = strongest(data, drawnWeights);
  const largest = Math.abs(data[places[0] ?? 0] ?? 0) || 1;
  const line = (place: number) => {
    const value = data[place] ?? 0;
    const [o, i] = [Math.floor(place / inputs), place % inputs];
    const from = along(i, inputs, box.height);
    const to = along(o, outputs, box.height);
    const width = (3.2 * Math.abs(value)) / largest;
    return svg`<path class=${value < 0 ? 'negative' : 'positive'} d=${path(box, from, to)} style=${styled({ strokeWidth: `${round(width)}px` })}></path>`;
  };
  return html`<svg width=${box.width} height=${box.height} aria-hidden="true">
    <g class="lines">${[...places].reverse().map(line)}</g>
    <g class="dots">${dots(box.left, inputs, box.height, 3)}${dots(box.right, outputs, box.height, 3.4)}</g>
    <text x=${box.left - 8} y=${box.height / 2} text-anchor="end">${msg`${inputs} in`}</text>
    <text x=${box.right + 8} y=${box.height / 2}>${msg`${outputs} out`}</text>
  </svg>`;
}

interface Attention {
  readonly m: FigureContext;
  readonly place: Place;
  /** The weights of the sentence before, where one word was exchanged. */
  readonly before: Float32Array | null;
}

/** The words at one side, as buttons; those that are looked at have the weight that they get. */
function words({ m, place }: Attention, shown: readonly number[], box: Box, side: 'from' | 'to') {
  const { tokens } = m.trace.encoding;
  const { layer, head, focus } = place;
  const row = m.trace.row(`layers.${layer}.attention.weights`, head, focus);
  const name = `layers.${layer}.attention.weights`;
  return shown.map((token, i) => {
    const style = styled({ top: `${round(along(i, shown.length, box.height) - 12)}px` });
    const stop = token === focus ? 0 : -1;
    const piece = tokens[token]?.piece;
    if (side === 'to')
      return html`<button type="button" class="to ${token === focus ? 'own' : ''}" data-stop tabindex=${stop} style=${style}
        aria-pressed=${token === focus} aria-label=${msg`look from ${wordName(tokens, token)}`}
        @click=${() => m.dispatch({ type: 'focus', token })}>${piece}</button>`;
    const value = row[token] ?? 0;
    return html`<button type="button" class="from" data-stop tabindex=${stop} style=${style}
      aria-label=${msg`${wordName(tokens, token)} gets ${weight(value)} from ${wordName(tokens, focus)}: why?`}
      @click=${() => m.dispatch({ type: 'cell', cell: cell(name, head, focus, token) })}
      >${piece} <small>${weight(value)}</small></button>`;
  });
}

/** All weights of the head in this sentence, from the words that are looked at to those that look. */
export function attentionPanel(of: Attention, box: Box): TemplateResult {
  const { m, place, before } = of;
  const n = m.trace.encoding.tokens.length;
  const window = visibleWords(n, place.focus, 16);
  const shown = Array.from({ length: window.end - window.first }, (_, i) => window.first + i);
  const data = weightsOf(m.trace, place);
  const line = (query: number, i: number, key: number, j: number) => {
    const at = query * n + key;
    const value = data[at] ?? 0;
    const moved = before !== null && Math.abs(value - (before[at] ?? 0)) > leastChange;
    const look = `${query === place.focus ? 'own' : ''} ${moved ? 'moved' : ''}`;
    const [from, to] = [along(j, shown.length, box.height), along(i, shown.length, box.height)];
    return svg`<path class=${look} d=${path(box, from, to)} style=${styled({ strokeWidth: `${round(9 * value)}px` })}></path>`;
  };
  return html`<svg width=${box.width} height=${box.height} aria-hidden="true">
      <g class="lines">${shown.map((query, i) => shown.map((key, j) => line(query, i, key, j)))}</g>
    </svg>
    <div role="group" aria-label=${msg`words looked at`} data-columns="1" @keydown=${moveFocus}>${words(of, shown, box, 'from')}</div>
    <div role="group" aria-label=${msg`words looking`} data-columns="1" @keydown=${moveFocus}>${words(of, shown, box, 'to')}</div>`;
}
