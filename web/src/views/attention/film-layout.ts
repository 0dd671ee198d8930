import type { Trace } from '../../model/trace';
import { percent, signed } from '../../state/format';
import type { State } from '../../state/state';
import { notAboveZero } from '../../state/vector';
import { twinsOf } from '../../state/what-if/twins';
import { graphOf } from '../../state/why';
import { nearnessOf } from '../../widgets/nearness';
import type { Tone } from '../kit/scene';
import type { Size } from '../view';
import { layoutOpening, type OpeningScene } from './opening-layout';

/** Numbers of each word: the first few of its vector, and how they are drawn. */
export interface Glyphs {
  readonly numbers: readonly (readonly number[])[];
  readonly most: number;
  readonly tone: Tone;
}

/** What the film draws from, one thing of it in each scene. */
export interface FilmPicture {
  readonly words: OpeningScene;
  /** The same with the other word; null while there is none. */
  readonly turned: OpeningScene | null;
  readonly ids: readonly string[];
  readonly embedded: Glyphs;
  readonly placed: Glyphs;
  readonly entering: Glyphs;
  readonly keys: Glyphs;
  readonly query: Glyphs;
  readonly values: Glyphs;
  readonly output: Glyphs;
  readonly added: Glyphs;
  readonly scores: readonly string[];
  readonly shares: readonly string[];
  /** The focus word's weights in each head of the layer. */
  readonly heads: readonly Float32Array[];
  /** Of each word, which share of the hidden units answers, and how many. */
  readonly units: readonly { readonly share: number; readonly count: number }[];
  /** Cosines of the focus word and the one it takes most from, as they enter and after each layer. */
  readonly nearness: readonly number[];
}

/** So many of a vector's numbers are drawn. */
const drawn = 8;

function glyphs(rows: readonly ArrayLike<number>[], tone: Tone): Glyphs {
  const numbers = rows.map((row) => Array.from(row).slice(0, drawn));
  return { numbers, tone, most: Math.max(1e-6, ...numbers.flat().map(Math.abs)) };
}

/** The first of these tensors that the trace has, a row of each word. */
function rowsOf(trace: Trace, names: readonly (string | undefined)[]): readonly Float32Array[] {
  const name = names.find((each) => each !== undefined && trace.has(each)) ?? '';
  return trace.encoding.tokens.map((_, token) =>
    trace.has(name) ? trace.row(name, token) : new Float32Array(drawn),
  );
}

function unitsOf(trace: Trace, layer: number): FilmPicture['units'] {
  return rowsOf(trace, [`layers.${layer}.feedForward.hidden`]).map((row) => {
    const count = row.length - notAboveZero(row);
    return { count, share: count / row.length };
  });
}

function turnedOf(state: State, size: Size): OpeningScene | null {
  const twins = twinsOf(state);
  return twins && layoutOpening({ ...state, trace: twins.lower, other: state.sentence }, size);
}

/** Null while there is nothing to show. */
export function layoutFilm(state: State, size: Size): FilmPicture | null {
  const words = layoutOpening(state, size);
  const { trace, model, layer } = state;
  if (!words || !trace || !model) return null;
  const { row } = words;
  const inputs = graphOf(model, trace).layerInputs;
  const attention = `layers.${layer}.attention`;
  return {
    words,
    turned: turnedOf(state, size),
    ids: row.tokens.map(({ id }) => String(id)),
    embedded: glyphs(rowsOf(trace, ['embedding.tokens', inputs[0]]), 'ink'),
    placed: glyphs(rowsOf(trace, [inputs[0]]), 'ink'),
    entering: glyphs(rowsOf(trace, [inputs[layer]]), 'ink'),
    keys: glyphs(row.keys, 'key'),
    query: glyphs(
      row.tokens.map(() => row.query),
      'query',
    ),
    values: glyphs(row.values, 'value'),
    output: glyphs(
      row.tokens.map(() => row.output),
      'value',
    ),
    added: glyphs(rowsOf(trace, [`${attention}.residual`, `${attention}.norm`]), 'ink'),
    scores: Array.from(row.scores, (s) => signed(s)),
    shares: Array.from(row.weights, (w) => percent(w)),
    heads: Array.from({ length: row.heads }, (_, head) =>
      trace.row(`${attention}.weights`, head, row.focus),
    ),
    units: unitsOf(trace, layer),
    nearness: nearnessOf(state),
  };
}
