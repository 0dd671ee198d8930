import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, inLetters } from '../kit/derivation';
import { type Comparison, layerParameters, measured } from './measured';

/** What a layer of each kind needs for n words of d numbers: counts of what its formula does. */

/** Words that a convolution sees at once, and numbers of state for each of a state-space model's. */
export const kernel = 3;
export const stateSize = 16;

export interface Counts {
  readonly name: string;
  /** Layers or steps between the first word and the last: a formula, to be said by `msg`. */
  readonly path: string;
  readonly hops: number;
  /** Steps that must wait for one another. */
  readonly waits: string;
  readonly steps: number;
  /** Multiplications of the layer. */
  readonly work: string;
  readonly products: number;
  /** Numbers held while a text is read. */
  readonly holds: string;
  readonly memory: number;
}

/** Layers of a convolution until one word has reached another, so far apart. */
export const layersFor = (distance: number): number => Math.ceil(distance / ((kernel - 1) / 2));

export function countsOf(n: number, d: number): readonly Counts[] {
  return [
    {
      name: msg`Recurrent network`,
      ...{ path: 'n − 1', hops: n - 1 },
      ...{ waits: 'n', steps: n },
      ...{ work: '2 · n · d²', products: 2 * n * d * d },
      ...{ holds: 'd', memory: d },
    },
    {
      name: 'LSTM',
      ...{ path: 'n − 1', hops: n - 1 },
      ...{ waits: 'n', steps: n },
      ...{ work: '8 · n · d²', products: 8 * n * d * d },
      ...{ holds: '2 · d', memory: 2 * d },
    },
    {
      name: msg`Convolution over ${kernel} words`,
      ...{ path: later('n − 1 layers'), hops: layersFor(n - 1) },
      ...{ waits: '1', steps: 1 },
      ...{ work: `${kernel} · n · d²`, products: kernel * n * d * d },
      ...{ holds: `${kernel} · d`, memory: kernel * d },
    },
    {
      name: msg`State-space model`,
      ...{ path: 'n − 1', hops: n - 1 },
      ...{ waits: 'log₂ n', steps: Math.ceil(Math.log2(Math.max(2, n))) },
      ...{ work: `${stateSize} · n · d`, products: stateSize * n * d },
      ...{ holds: `${stateSize} · d`, memory: stateSize * d },
    },
    {
      name: msg`Self-attention`,
      ...{ path: '1', hops: Math.min(1, n - 1) },
      ...{ waits: '1', steps: 1 },
      ...{ work: '4 · n · d² + 2 · n² · d', products: 4 * n * d * d + 2 * n * n * d },
      ...{ holds: 'n · d', memory: n * d },
    },
  ];
}

/** With more words than this, 4 · n · d² + 2 · n² · d is more than an LSTM's 8 · n · d². */
export const crossing = (d: number): number => 2 * d;

const columns = [
  ['path', 'hops', later('how many steps or layers lie between the first word and the last')],
  ['waits', 'steps', later('how many steps have to wait for one another')],
  ['work', 'products', later('how many multiplications the layer needs')],
  ['holds', 'memory', later('how many numbers must be kept')],
] as const;

/** How each count of the table is made, by the kind of layer and the formula. */
export function countDerivations(n: number, d: number): Derive {
  const about = msg`n = ${grouped(n)} words of d = ${grouped(d)} numbers.`;
  const of = (each: Counts) =>
    columns.map(([formula, count, what]): [string, () => Derivation] => [
      `${each.name} ${each[formula]}`,
      () => ({
        text: grouped(each[count]),
        what: msg`${each.name}: ${msg(what)}.`,
        how: inLetters(
          each[formula].replace(/ layers$/, ''),
          each[count],
          { n, d },
          {
            about: each[formula].startsWith('log') ? `${about} ${msg`Rounded up.`}` : about,
            write: grouped,
          },
        ),
      }),
    ]);
  return deriveFrom(countsOf(n, d).flatMap(of));
}

/** How many parameters each network has in its layers. */
export function measuredDerivations(of: Comparison = measured): Derive {
  const letters = { L: of.layers, d: of.width, h: (of.width / 4) * 3 };
  const entry = (
    network: 'encoder' | 'recurrent',
    what: string,
    formula: string,
    about: string,
  ) => {
    const value = layerParameters(of, network);
    const how = () => inLetters(formula, value, letters, { about, write: grouped });
    return [`parameters ${network}`, () => ({ text: grouped(value), what, how: how() })] as const;
  };
  return deriveFrom([
    entry(
      'encoder',
      msg`The parameters of the encoder’s layers, without embedding and prediction head.`,
      'L · (4·d·(d + 1) + 4·d·(d + 1) + d·(4·d + 1) + 4·d)',
      msg`Each layer has queries, keys, values and an output, a feed-forward network of 4·d hidden units, and two norms.`,
    ),
    entry(
      'recurrent',
      msg`The parameters of the recurrent layers, without embedding and prediction head.`,
      'L · (2·4·h·(d + h + 2) + d·(2·h + 1) + 2·d)',
      msg`Each layer has two LSTMs of four gates and h = ¾ · d states, an output, and a norm.`,
    ),
  ]);
}
