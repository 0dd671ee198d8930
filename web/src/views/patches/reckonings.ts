import { percent, signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import { productsOf, type Reckoning, type Reckonings } from '../kit/reckoning';
import type { Focus } from './focus';
import type { Reading } from './reading';
import { tokenText } from './seen-panel';
import { nameOf } from './words';

const plainTerms = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  productsOf(a, b, (i) => [{ text: signed(a[i] ?? 0, 3) }, { text: signed(b[i] ?? 0, 3) }]);

/** Of the question's weights the softmax over a row. */
function weightReckoning(
  reading: Reading,
  { layer, head, token, row }: Focus,
  key: number,
): Reckoning {
  const scores = reading.row(`layers.${layer}.attention.scores`, head, token);
  const most = Math.max(...scores);
  const powers = [...scores].map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return {
    value: weight(row[key] ?? 0),
    what: msg`the weight that ${tokenText(token)} gives ${tokenText(key)}, layer ${layer + 1}, head ${head + 1}`,
    formula: msg`e to the power of its score less the largest, ÷ the sum of these over all ${row.length} tokens: the softmax, as over the words of a sentence`,
    line: [
      'e^(',
      { text: signed(scores[key] ?? 0, 3), key: `score ${key}` },
      `− ${signed(most, 3)})`,
      '÷',
      signed(sum, 3),
    ],
  };
}

function scoreReckoning(reading: Reading, { layer, head, token }: Focus, key: number): Reckoning {
  const width = reading.width / reading.heads;
  const part = (name: string, at: number) =>
    reading.row(`layers.${layer}.attention.${name}`, at).subarray(head * width, (head + 1) * width);
  const [query, of] = [part('query', token), part('key', key)];
  const score = reading.row(`layers.${layer}.attention.scores`, head, token)[key] ?? 0;
  const terms = plainTerms(query, of);
  const sum = terms.reduce((all, { value }) => all + value, 0);
  return {
    value: signed(score, 3),
    what: msg`the score of ${tokenText(key)} for ${tokenText(token)}`,
    formula: msg`query · key ÷ √${width}, as between two words`,
    line: [signed(sum, 3), '÷', signed(Math.sqrt(width), 3)],
    terms,
  };
}

function answerReckoning(reading: Reading, answer: number): Reckoning {
  const logits = reading.row('logits');
  const most = Math.max(...logits);
  const sum = [...logits].reduce((all, logit) => all + Math.exp(logit - most), 0);
  return {
    value: percent(reading.answer.answers[answer]?.probability ?? 0),
    what: msg`the probability of the answer “${nameOf(answer)}”`,
    formula: msg`e to the power of its logit less the largest, ÷ the sum of these over all ${logits.length} answers; a logit is a linear layer’s of the question’s last hidden state`,
    line: [`e^(${signed(logits[answer] ?? 0, 3)} − ${signed(most, 3)})`, '÷', signed(sum, 3)],
  };
}

/** What the figure's numbers are asked by: `weight 7`, `score 7`, `answer 3`. */
export function patchReckonings(reading: Reading, focus: Focus): Reckonings {
  const all = new Map<string, () => Reckoning>();
  for (let key = 0; key < reading.tokens; key++) {
    all.set(`weight ${key}`, () => weightReckoning(reading, focus, key));
    all.set(`score ${key}`, () => scoreReckoning(reading, focus, key));
  }
  for (let answer = 0; answer < reading.answer.answers.length; answer++)
    all.set(`answer ${answer}`, () => answerReckoning(reading, answer));
  return all;
}
