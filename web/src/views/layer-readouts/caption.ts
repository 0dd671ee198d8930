import type { Outcome } from '../../model/protocol';
import { quoted } from '../../state/dataflow/naming';
import { weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { NumberTable } from '../kit/figure-view';
import { askedAbout, type Question } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { layersOf, readoutsAt, settledAfter } from './readouts';

const stage = (layer: number): string =>
  layer === 0 ? msg`from the words alone` : msg`after layer ${layer}`;

const reading = (m: StepContext, { best, probability }: Outcome): string =>
  `${quoted(m.model.vocabulary[best] ?? `#${best}`)} (${weight(probability)})`;

/** The layers at which what is read changes, the first and the last. */
function told(m: StepContext, outcomes: readonly Outcome[]): string {
  const changes = outcomes.flatMap((outcome, layer) =>
    layer === 0 || layer === outcomes.length - 1 || outcome.best !== outcomes[layer - 1]?.best
      ? [`${reading(m, outcome)} ${stage(layer)}`]
      : [],
  );
  return changes.join(', ');
}

export function captionOf(m: StepContext, hidden: boolean): Caption {
  const outcomes = readoutsAt(m, m.focus);
  const layers = layersOf(m);
  const how = msg`To read a word early, we skip the remaining layers and give its vector straight to the prediction head.`;
  if (outcomes.length <= layers)
    return [
      how,
      msg`Layers read so far at ${quoted(m.word)}: ${outcomes.length} of ${layers + 1}.`,
    ];
  if (hidden) return [how, msg`What it reads at ${quoted(m.word)} appears once you have guessed.`];
  return [how, msg`At ${quoted(m.word)} it reads ${told(m, outcomes)}.`];
}

/** From which layer on the last guess stands; null until that is known. */
export function questionOf(m: StepContext): Question | null {
  const settled = settledAfter(m, m.focus);
  const last = readoutsAt(m, m.focus)[layersOf(m)];
  if (settled === null || !last) return null;
  const piece = quoted(m.model.vocabulary[last.best] ?? '');
  const before = readoutsAt(m, m.focus)[settled - 1];
  return {
    id: 'read',
    of: askedAbout(m, m.focus),
    asks: msg`At ${quoted(m.word)} the model ends up saying ${piece}. From which layer on?`,
    options: Array.from({ length: layersOf(m) + 1 }, (_, layer) =>
      layer === 0 ? msg`the words alone` : msg`layer ${layer}`,
    ),
    right: settled,
    why: before
      ? msg`It says ${piece} from layer ${settled} on; just before, ${reading(m, before)}.`
      : msg`It says ${piece} from the words alone.`,
  };
}

/** What is read at each word drawn, after each layer. */
export function tableOf(m: StepContext): NumberTable {
  const { first, end } = m.shown;
  const words = Array.from({ length: end - first }, (_, i) => first + i);
  return {
    title: msg`What is read early`,
    columns: Array.from({ length: layersOf(m) + 1 }, (_, layer) => stage(layer)),
    rows: words.map((token) => [
      m.tokens[token]?.piece ?? '',
      ...readoutsAt(m, token).map((outcome) => reading(m, outcome)),
    ]),
  };
}
