import { gradientName, type Trace } from '../../model/trace';
import { fine, positive, signed, weight } from '../../state/format';
import { streamName } from '../../state/stream';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  cosineReckoning,
  operandOf,
  productsOf,
  type Reckoning,
  type Reckonings,
} from '../kit/reckoning';
import { gains } from './runs';
import { gainName, type ResidualScene, type Run } from './scene';

type Asked = readonly [written: string, key: string];

const placeName = (layer: number): string =>
  layer === 0 ? msg`at the start` : msg`after layer ${layer}`;

function ofOwn(m: FigureContext, scene: ResidualScene, run: Run, layer: number): Reckoning {
  const { token, word } = scene.subject;
  const trace = run.trace as Trace;
  const names = [streamName(trace, layer) ?? '', streamName(trace, 0) ?? ''] as const;
  const [a, b] = names.map((name) => trace.row(name, token)) as [Float32Array, Float32Array];
  const operand = (at: 0 | 1, i: number, value = 0) => operandOf(m, names[at], [token, i], value);
  return cosineReckoning(
    {
      value: signed(run.own[layer] ?? 0),
      what: msg`The cosine of ${word} ${placeName(layer)} and at the start, with ${gainName(run.gain)}.`,
      names: [msg`the vector ${placeName(layer)}`, msg`the vector ${placeName(0)}`],
    },
    a,
    b,
    (i) => [operand(0, i, a[i]), operand(1, i, b[i])],
  );
}

/** The size of all numbers of a gradient: the root of the sum of their squares. */
function ofGradient(m: FigureContext, run: Run, layer: number): Reckoning {
  const trace = run.trace as Trace;
  const name = gradientName(streamName(trace, layer) ?? '');
  const { data, shape } = trace.tensor(name);
  const width = shape[1] ?? 1;
  const terms = productsOf(data, data, (i) => {
    const place = [Math.floor(i / width), i % width] as const;
    const each = { ...operandOf(m, name, place, data[i] ?? 0), text: fine(data[i] ?? 0) };
    return [each, { text: each.text }];
  }).map((term, i) => {
    const piece = trace.encoding.tokens[Math.floor(i / width)]?.piece;
    return { ...term, name: `${piece} ${(i % width) + 1}` };
  });
  const sum = terms.reduce((all, { value }) => all + value, 0);
  return {
    ...{ value: fine(run.arrives[layer] ?? 0), terms, write: fine },
    what: msg`The size of the gradient ${placeName(layer)}, with ${gainName(run.gain)}.`,
    formula: msg`√ Σ g², over ${data.length} numbers: ${width} of each word`,
    line: ['√', fine(sum)],
  };
}

function ofTimes(run: Run): Reckoning {
  const [first = 0, last = 1] = [run.arrives[0], run.arrives.at(-1)];
  return {
    value: fine(first / last),
    what: msg`How many times what leaves the last layer arrives at the words, with ${gainName(run.gain)}.`,
    ...{
      formula: msg`size at the start ÷ size after the last layer`,
      line: [fine(first), '÷', fine(last)],
    },
  };
}

/** The share of a piece in the prediction of a run that is here. */
function ofShare(
  { vocabulary }: FigureContext['model'],
  run: Run,
  token: number,
  piece: number,
): Reckoning {
  const logits = (run.trace as Trace).row('logits', token);
  const most = Math.max(...logits);
  const terms = Array.from(logits, (logit, i) => ({
    name: vocabulary[i] ?? '',
    factors: [{ text: `e^(${signed(logit)} − ${signed(most)})` }],
    value: Math.exp(logit - most),
  }));
  const sum = terms.reduce((all, { value }) => all + value, 0);
  const over = Math.exp((logits[piece] ?? 0) - most);
  return {
    ...{ value: weight(over / sum), terms, write: positive },
    what: msg`The share of “${vocabulary[piece]}” with ${gainName(run.gain)}.`,
    formula: msg`e^(logit − largest logit) ÷ the sum of the same over all pieces: softmax`,
    line: [positive(over), '÷', positive(sum)],
  };
}

function ofLoss(share: number, gain: number): Reckoning {
  return {
    value: fine(-Math.log(share)),
    what: msg`The loss with ${gainName(gain)}.`,
    formula: msg`−ln of the share of the right piece`,
    line: ['−ln', fine(share)],
  };
}

const shareIn = ({ outcomes }: ResidualScene, at: number): number =>
  outcomes[at]?.asked[0] ?? Number.NaN;

/** The numbers of the text on how much is still its own, in its order. */
export function askedOfOwn({ runs: { own, gained } }: ResidualScene): readonly Asked[] {
  const last = own.own.length - 1;
  const asked = (key: string, { own: of }: Run, layer: number): Asked => [
    signed(of[layer] ?? Number.NaN),
    `${key} ${layer}`,
  ];
  if (gained.gain === 1 || gained.own.length < 2)
    return [asked('own', own, last), asked('own', own, 1)];
  return [
    asked('own', own, last),
    asked('gained', gained, gained.own.length - 1),
    asked('gained', gained, 1),
    asked('own', own, 1),
  ];
}

/** Those of the text on the gradient. */
export function askedOfGradient(scene: ResidualScene): readonly Asked[] {
  const { own, none } = scene.runs;
  const times = ({ arrives }: Run) => fine((arrives[0] ?? 0) / (arrives.at(-1) ?? 1));
  const [withPath, without] = [shareIn(scene, gains.length - 1), shareIn(scene, 0)];
  return [
    [fine(own.arrives[0] ?? 0), 'path 0'],
    [times(own), 'path times'],
    [fine(none.arrives[0] ?? 0), 'bare 0'],
    [times(none), 'bare times'],
    [fine(-Math.log(withPath)), 'path loss'],
    [fine(-Math.log(without)), 'bare loss'],
  ];
}

/** Those of the text on the guess. */
export function askedOfGuess(scene: ResidualScene): readonly Asked[] {
  const now = scene.outcomes[scene.at];
  return now
    ? [
        [weight(now.probability), 'best'],
        [weight(now.asked[0] ?? 0), 'share'],
      ]
    : [];
}

export function residualReckonings(m: FigureContext, scene: ResidualScene): Reckonings {
  const { runs, subject, outcomes, at } = scene;
  const all: [string, () => Reckoning][] = [];
  for (const [name, run] of Object.entries({ own: runs.own, gained: runs.gained }))
    if (run.trace)
      for (const layer of run.own.keys())
        all.push([`${name} ${layer}`, () => ofOwn(m, scene, run, layer)]);
  for (const [name, run] of Object.entries({ path: runs.own, bare: runs.none }))
    if (run.trace)
      for (const layer of run.arrives.keys())
        all.push([`${name} ${layer}`, () => ofGradient(m, run, layer)]);
  const ends = [
    ['path', runs.own, gains.length - 1],
    ['bare', runs.none, 0],
  ] as const;
  for (const [name, run, place] of ends)
    all.push(
      [`${name} times`, () => ofTimes(run)],
      [`${name} loss`, () => ofLoss(shareIn(scene, place), run.gain)],
    );
  const share = (piece: number) => () => ofShare(m.model, runs.gained, subject.token, piece);
  if (runs.gained.trace?.has('logits') && outcomes[at])
    all.push(['best', share(outcomes[at].best)], ['share', share(subject.piece)]);
  return new Map(all);
}
