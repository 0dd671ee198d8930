import { activations } from '../../state/dataflow/kinds/activation';
import { quoted } from '../../state/dataflow/naming';
import { percent, signed } from '../../state/format';
import { likelihood, topGuesses } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { formerTrace } from '../../state/what-if/answers';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { askedAbout, type Question } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { activationOf, exciting, expertOf, firing, namesOf, unitOf } from './units';

/** What the run reads at the word, beside what the model's own reads; nothing of the model's own run. */
function beside(m: StepContext): string {
  const former = formerTrace(m.state);
  if (!former?.has('logits') || !m.trace.has('logits')) return '';
  const [now] = topGuesses(m.trace, m.model.vocabulary, m.focus, 1);
  const [was] = topGuesses(former, m.model.vocabulary, m.focus, 1);
  if (!now || !was) return '';
  const said = ({ piece, probability }: typeof now) =>
    `${quoted(piece)}, ${likelihood(probability)}`;
  const same =
    now.piece === was.piece && likelihood(now.probability) === likelihood(was.probability);
  return same
    ? msg` The guess at ${quoted(m.word)} is ${said(now)}, as in the model’s own run.`
    : msg` The guess at ${quoted(m.word)} is ${said(now)}; in the model’s own run ${said(was)}.`;
}

function held(m: StepContext): string {
  const id = activationOf(m);
  if (id === 'none')
    return msg`without an activation all of them get through, and two matrices do no more than one`;
  return activations[id].cutsOff
    ? msg`${activations[id].name} cuts off the others`
    : msg`${activations[id].name} holds back the others`;
}

/** What a model of another kind has besides: experts, and gates. */
function kindOf(m: StepContext): string {
  const expert = expertOf(m);
  const of =
    expert === null
      ? ''
      : msg` This is expert ${expert + 1} of ${m.model.config.num_local_experts}, which the router favours for ${quoted(m.word)}.`;
  return m.model.config.gated_feed_forward
    ? of +
        msg` Each unit is gated: before W₂ it is multiplied by a number from a second projection.`
    : of;
}

export function captionOf(m: StepContext): Caption {
  const wide = m.trace.row(namesOf(m).hidden, m.focus).length;
  const count = firing(m, m.focus).length;
  const unit = unitOf(m);
  const [first] = exciting(m, unit, 1);
  const word = first?.trace.encoding.tokens[first.token]?.piece ?? '';
  const own = m.trace.row(namesOf(m).activated, m.focus)[unit] ?? 0;
  return [
    msg`For ${quoted(m.word)} alone, ${count} of ${wide} hidden units fire, ${percent(count / wide)}; ${held(m)}.`,
    msg`Each word’s ${m.dModel} numbers become ${wide} hidden units, which become ${m.dModel} numbers again.${kindOf(m)} Unit ${unit + 1} is ${signed(own)} here; of all words read, ${quoted(word)} excites it most, ${signed(first?.value ?? 0)}.${beside(m)}`,
  ];
}

/** The other word that the head at hand looks at most. */
function otherWord(m: StepContext): number {
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus).slice();
  row[m.focus] = -1;
  return argmax(row);
}

/** Whether two words use the same units; null of a text of one word. */
export function questionOf(m: StepContext): Question | null {
  if (m.tokens.length < 2) return null;
  const other = otherWord(m);
  const own = firing(m, m.focus);
  const there = new Set(firing(m, other));
  const both = own.filter((unit) => there.has(unit)).length;
  const [a, b] = [wordName(m.tokens, m.focus), wordName(m.tokens, other)];
  const share = own.length > 0 ? both / own.length : 0;
  return {
    id: 'units',
    of: askedAbout(m, m.layer, m.focus, other),
    asks: msg`Do the units that fire for ${a} also fire for ${b}?`,
    options: [msg`most of them`, msg`about half`, msg`few`],
    right: share > 0.6 ? 0 : share >= 0.4 ? 1 : 2,
    why: msg`Of the ${own.length} units that fire for ${a}, ${both} also fire for ${b}: ${percent(share)}.`,
  };
}
