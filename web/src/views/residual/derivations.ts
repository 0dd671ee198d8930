import { gradientName, type Trace } from '../../model/trace';
import { explanation } from '../../state/dataflow/explanation';
import {
  constant,
  fraction,
  letter,
  power,
  root,
  sumOf,
  value,
} from '../../state/dataflow/expression';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { cosine } from '../../state/dataflow/kinds/products';
import { fine, signed, weight } from '../../state/format';
import { streamName } from '../../state/stream';
import { msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, operandsOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { gainName, type ResidualScene, type Run } from './scene';

const placeName = (layer: number): string =>
  layer === 0 ? msg`at the start` : msg`after layer ${layer}`;

function ofOwn({ subject: { token, word } }: ResidualScene, run: Run, layer: number): Derivation {
  const trace = run.trace as Trace;
  const [a, b] = [layer, 0].map((l) => {
    const name = streamName(trace, l) ?? '';
    return operandsOf(trace.row(name, token), name, token);
  });
  return {
    text: signed(run.own[layer] ?? 0),
    what: msg`The cosine of ${word} ${placeName(layer)} and at the start, with ${gainName(run.gain)}.`,
    how: cosine(a ?? [], b ?? []),
  };
}

/** The size of all numbers of a gradient: the root of the sum of their squares. */
function ofGradient(run: Run, layer: number): Derivation {
  const trace = run.trace as Trace;
  const name = gradientName(streamName(trace, layer) ?? '');
  const { data, shape } = trace.tensor(name);
  const width = shape[1] ?? 1;
  const operands = Array.from(data, (each, i) => ({
    cell: { name, index: [Math.floor(i / width), i % width] },
    value: each,
  }));
  const terms = operands.map((each, i) => {
    const piece = trace.encoding.tokens[Math.floor(i / width)]?.piece;
    return { factors: [each, each], value: each.value ** 2, name: `${piece} ${(i % width) + 1}` };
  });
  const size = run.arrives[layer] ?? 0;
  return {
    text: fine(size),
    what: msg`The size of the gradient ${placeName(layer)}, with ${gainName(run.gain)}.`,
    how: explanation({
      operands,
      value: size,
      about: msg`The root of the sum of ${data.length} squares: ${width} of each word.`,
      written: root(sumOf(power(letter('g_i'), constant(2)), terms)),
      list: { kind: 'terms', terms },
    }),
    scope: { isGradient: true },
  };
}

function ofTimes(run: Run): Derivation {
  const [first = 0, last = 1] = [run.arrives[0], run.arrives.at(-1)];
  return {
    text: fine(first / last),
    what: msg`The gradient at the words as a multiple of the one that leaves the last layer, with ${gainName(run.gain)}.`,
    how: explanation({
      operands: [],
      value: first / last,
      written: fraction(
        value(first, 3, msg`size at the start`),
        value(last, 3, msg`size after the last layer`),
      ),
    }),
    scope: { isGradient: true },
  };
}

/** The probability of a piece in the prediction of a run that is here. */
function ofShare(
  { vocabulary }: FigureContext['model'],
  run: Run,
  token: number,
  piece: number,
): Derivation {
  const how = shareOf(
    operandsOf((run.trace as Trace).row('logits', token), 'logits', token),
    piece,
  );
  return {
    ...{ text: weight(how.value), how },
    what: msg`The probability of “${vocabulary[piece]}” with ${gainName(run.gain)}.`,
  };
}

export function residualDerivations({ model }: FigureContext, scene: ResidualScene): Derive {
  const { runs, subject, outcomes, at } = scene;
  const all: [string, () => Derivation][] = [];
  for (const [name, run] of Object.entries({ own: runs.own, gained: runs.gained }))
    if (run.trace)
      for (const layer of run.own.keys())
        all.push([`${name} ${layer}`, () => ofOwn(scene, run, layer)]);
  for (const [name, run] of Object.entries({ path: runs.own, bare: runs.none }))
    if (run.trace)
      for (const layer of run.arrives.keys())
        all.push([`${name} ${layer}`, () => ofGradient(run, layer)]);
  all.push(['path times', () => ofTimes(runs.own)], ['bare times', () => ofTimes(runs.none)]);
  const share = (piece: number) => () => ofShare(model, runs.gained, subject.token, piece);
  if (runs.gained.trace?.has('logits') && outcomes[at])
    all.push(['best', share(outcomes[at].best)], ['share', share(subject.piece)]);
  return deriveFrom(all);
}
