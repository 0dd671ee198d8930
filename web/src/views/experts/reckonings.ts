import { signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  operandOf,
  productsOf,
  type Reckoning,
  type Reckonings,
  type Term,
} from '../kit/reckoning';
import { type Place, probabilities, scores, shares, takenIn } from './numbers';
import { expertsOf, type Reading, routerInput, routerParameters } from './reading';

export const keyOf = (what: 'share' | 'probability' | 'score', { layer, word, expert }: Place) =>
  `${what} ${layer} ${word} ${expert}`;

const of = ({ layer, word, expert }: Place, { words }: Reading): string =>
  msg`expert ${expert + 1} for “${words[word]}”, layer ${layer + 1}`;

function shareReckoning(reading: Reading, at: Place): Reckoning {
  const row = probabilities(reading, at.layer, at.word);
  const taken = takenIn(reading, at.layer, at.word);
  const probability = (expert: number) => ({
    text: weight(row[expert] ?? 0),
    key: keyOf('probability', { ...at, expert }),
  });
  return {
    value: weight(shares(reading, at.layer, at.word)[at.expert] ?? 0),
    what: msg`the share of ${of(at, reading)}`,
    formula: msg`its probability ÷ the sum of the probabilities of those taken, ${taken.map((e) => e + 1).join(', ')}`,
    line: [
      probability(at.expert),
      '÷',
      '(',
      ...taken.flatMap((e, i) => (i > 0 ? ['+', probability(e)] : [probability(e)])),
      ')',
    ],
  };
}

function probabilityReckoning(reading: Reading, at: Place): Reckoning {
  const row = scores(reading, at.layer, at.word);
  const score = (expert: number) => ({
    text: signed(row[expert] ?? 0, 3),
    key: keyOf('score', { ...at, expert }),
  });
  const powers = Array.from(row, (r) => Math.exp(r));
  const all = Array.from({ length: expertsOf(reading) }, (_, e) => e);
  const terms: readonly Term[] = all.map((e) => ({
    name: String(e + 1),
    factors: [{ ...score(e), text: `e^${score(e).text}` }],
    value: powers[e] ?? 0,
  }));
  const sum = powers.reduce((total, power) => total + power, 0);
  return {
    value: weight(probabilities(reading, at.layer, at.word)[at.expert] ?? 0),
    what: msg`the router’s probability of ${of(at, reading)}`,
    formula: msg`the softmax of the router’s scores: e to the power of its score, ÷ the sum over all experts`,
    terms,
    line: ['e^', score(at.expert), '÷', signed(sum, 3)],
  };
}

function scoreReckoning(m: FigureContext, reading: Reading, at: Place): Reckoning {
  const name = routerInput(reading, at.layer);
  const { data, shape } = reading.tensor(name);
  const d = shape[1] ?? 0;
  const x = data.subarray(at.word * d, (at.word + 1) * d);
  const [weights, bias] = routerParameters(at.layer).map((each) => reading.parameter(each)?.data);
  const w = weights?.subarray(at.expert * d, (at.expert + 1) * d) ?? new Float32Array();
  const b = bias?.[at.expert] ?? 0;
  const terms = productsOf(x, w, (i) => [
    reading.own ? operandOf(m, name, [at.word, i], x[i] ?? 0) : { text: signed(x[i] ?? 0, 3) },
    { text: signed(w[i] ?? 0, 3) },
  ]);
  const sum = terms.reduce((total, { value }) => total + value, 0);
  return {
    value: signed(scores(reading, at.layer, at.word)[at.expert] ?? 0, 3),
    what: msg`the router’s score of ${of(at, reading)}`,
    formula: msg`x · w + b: the word’s vector times the expert’s row of the router, a dot product`,
    ...(w.length > 0 ? { terms } : {}),
    line:
      w.length > 0
        ? [signed(sum, 3), b < 0 ? '−' : '+', signed(Math.abs(b), 3)]
        : [msg`the router’s numbers are on their way …`],
  };
}

/** What each number of the figure can be asked by. */
export function expertReckonings(m: FigureContext, reading: Reading): Reckonings {
  const all = new Map<string, () => Reckoning>();
  for (let layer = 0; layer < reading.config.num_hidden_layers; layer++)
    for (let word = 0; word < reading.words.length; word++)
      for (let expert = 0; expert < expertsOf(reading); expert++) {
        const at = { layer, word, expert };
        all.set(keyOf('share', at), () => shareReckoning(reading, at));
        all.set(keyOf('probability', at), () => probabilityReckoning(reading, at));
        all.set(keyOf('score', at), () => scoreReckoning(m, reading, at));
      }
  return all;
}
