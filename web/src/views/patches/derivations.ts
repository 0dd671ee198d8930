import type { ModelInfo } from '../../model/protocol';
import { pictureGraph } from '../../relatives/dataflow/picture-graph';
import { cell, cellText } from '../../state/dataflow/cell';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { type Asking, type Derive, deriveCells, followHere, operandsOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { valuesOfPass } from '../kit/run-of';
import type { Focus } from './focus';
import type { Reading } from './reading';
import { tokenText } from './seen-panel';
import { nameOf } from './words';

/** What a weight is asked by: its cell. */
export const weightKey = ({ layer, head, token }: Focus, key: number): string =>
  cellText(cell(`layers.${layer}.attention.weights`, head, token, key));

/** Any number of the pass by its cell; and "answer 3", a probability. */
export function patchDerivations(
  m: FigureContext,
  asking: Asking,
  reading: Reading,
  { config, vocabulary }: ModelInfo,
): Derive {
  const graph = pictureGraph(config);
  const { heads, width: dModel } = reading;
  const context = {
    ...{ graph, vocabulary, heads, dModel, tokens: [] },
    words: Array.from({ length: reading.tokens }, (_, token) => tokenText(token)),
    answers: reading.answer.answers.map((_, answer) => nameOf(answer)),
  };
  const run = { graph, context, values: valuesOfPass(m, 'pictures', reading.answer) };
  const follow = followHere(run, asking);
  const ofCell = deriveCells(run, follow);
  return (key) => {
    const answer = Number(/^answer (\d+)$/.exec(key)?.[1] ?? Number.NaN);
    if (!(answer < context.answers.length)) return ofCell(key);
    const how = shareOf(operandsOf(reading.row('logits'), 'logits'), answer);
    return {
      ...{ text: percent(how.value), how, scope: { context, follow } },
      what: msg`the probability of the answer “${nameOf(answer)}”`,
    };
  };
}
