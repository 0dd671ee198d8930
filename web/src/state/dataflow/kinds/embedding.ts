import { later, msg } from '../../../words/msg';
import {
  added,
  constant,
  type Explanation,
  either,
  explanation,
  type Kind,
  letter,
  operandOf,
  power,
  root,
  row,
  total,
  value,
} from '../explanation';

/** Not computed by the model: what the tokenizer found. */
export type Ids = Kind<'ids'>;

const found = later('The word’s index in the vocabulary. The trail ends here.');
const learned = later('Learned in training, the same for every sentence. The trail ends here.');

export function ids(): Ids {
  return {
    kind: 'ids',
    inputs: [],
    explain: ({ values }, index, name) =>
      explanation({ operands: [], value: values.at({ name, index }), about: msg(found) }),
  };
}

/** A number of the model's own. */
export function parameter(value: number): Explanation {
  return explanation({ operands: [], value, about: msg(learned) });
}

/** y[i,j] = table[ids[i], j] · scale */
export interface Lookup extends Kind<'lookup'> {
  readonly table: string;
  /** √d, or 1. */
  readonly scale: number;
}

export function lookup(ids: string, table: string, scale: number): Lookup {
  return {
    kind: 'lookup',
    inputs: [ids, table],
    table,
    scale,
    explain(reader, [i = 0, j = 0]) {
      const id = reader.operand(ids, i);
      const entry = reader.operand(table, id.value, j);
      const times = scale === 1 ? [] : ['×', root(constant(Math.round(scale ** 2)))];
      return explanation({
        operands: [id, entry],
        value: entry.value * scale,
        about: msg`The row of the embedding table that the word’s id picks.`,
        written: row(operandOf(entry), ...times),
        list: { kind: 'numbers', numbers: [id] },
      });
    },
  };
}

/** y[i,j] = number j of position i, learned or a sine; plus that of segment 0, where there are any. */
export interface Position extends Kind<'position'> {
  readonly sinusoidal: boolean;
}

/** The angle of a sine or cosine; `pair` is the even one of its two dimensions. */
const angle = (position: number, pair: number, d: number): number => position / 10000 ** (pair / d);

/** The sine or cosine of a position, also of one between two words. */
export function waveAt(position: number, j: number, d: number): number {
  const at = angle(position, j - (j % 2), d);
  return j % 2 === 0 ? Math.sin(at) : Math.cos(at);
}

/** That wave as a formula. */
export function wave(position: number, j: number, d: number) {
  const name = letter(j % 2 === 0 ? 'sin' : 'cos');
  const pair = j - (j % 2);
  const exponent = constant(`${pair}/${d}`);
  const of = `${position} ÷ 10000^(${pair}/${d})`;
  return either(
    row(name, '(', letter('pos'), '÷', power(constant(10000), exponent), ')'),
    row(name, '(', value(angle(position, pair, d), 4, of), ')'),
  );
}

/** `table` and `segments` are null where the model has none. */
export function position(
  sinusoidal: boolean,
  table: string | null,
  segments: string | null,
): Position {
  return {
    kind: 'position',
    sinusoidal,
    inputs: [table, segments].filter((name) => name !== null),
    explain(reader, [i = 0, j = 0], name) {
      const d = reader.width(name);
      const entries = [
        ...(table ? [reader.operand(table, i, j)] : []),
        ...(segments ? [reader.operand(segments, 0, j)] : []),
      ];
      const waves = sinusoidal ? [waveAt(i, j, d)] : [];
      const addends = [
        ...(sinusoidal ? [wave(i, j, d)] : []),
        ...entries.map((entry) => operandOf(entry)),
      ];
      return explanation({
        operands: entries,
        value: total([...waves, ...entries.map((entry) => entry.value)]),
        about: addends.length > 0 ? '' : msg`This model adds no positions: the number is 0.`,
        written: addends.length > 0 ? added(addends) : null,
      });
    },
  };
}
