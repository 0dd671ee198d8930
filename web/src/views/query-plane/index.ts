import { isPart, windowName } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead } from '../../state/dataflow/kinds/attention';
import { count, percent, signed } from '../../state/format';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import type { Frame } from '../kit/frame';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import type { Caption } from '../view';
import { planeMarks } from './marks';
import { type QueryPlane, queryPlane } from './plane';

const nameOf = (m: StepContext, part: string): string => `layers.${m.layer}.attention.${part}`;

/** A head's numbers of a word: of a head that is cut wrongly too. */
function headRow(m: StepContext, part: 'query' | 'key', token: number): Float32Array {
  const scored = formulaOf(m.graph, nameOf(m, 'scores'), 'scores');
  const { cut, [part]: name } = scored;
  const { shape } = m.trace.tensor(name);
  return Float32Array.from({ length: m.dK }, (_, column) => {
    const [row, at] = cellOfHead(shape, m.dK, [m.head, token, column], cut);
    return m.trace.row(name, row)[at] ?? 0;
  });
}

/** The plane of the query in focus, with the keys of all words. */
export const planeOf = (m: StepContext): QueryPlane =>
  queryPlane(
    headRow(m, 'query', m.focus),
    [...m.tokens.keys()].map((token) => headRow(m, 'key', token)),
  );

function captionOf(m: StepContext, plane: QueryPlane): Caption {
  const scores = m.trace.row(nameOf(m, 'scores'), m.head, m.focus);
  const weights = m.trace.row(nameOf(m, 'weights'), m.head, m.focus);
  const best = argmax(scores);
  const own = wordName(m.tokens, m.focus);
  const part = isPart(m.shown) ? ` ${msg`Shown: ${windowName(m.shown)}.`}` : '';
  const [score, share] = [signed(scores[best] ?? 0, 1), percent(weights[best] ?? 0)];
  const furthest =
    best === m.focus
      ? msg`The key that reaches furthest is its own, score ${score}: ${share} of that word’s value is passed on.`
      : msg`The key that reaches furthest is that of ${wordName(m.tokens, best)}, score ${score}: ${share} of its value is passed on.`;
  return [
    msg`The query says what ${own} is looking for, the keys what each word offers. The horizontal axis is the query’s direction: how far a key reaches along it, times the query’s length ${signed(plane.query, 1)}, is its score.${part}`,
    `${furthest} ${msg`This plane keeps ${percent(plane.share)} of how the ${count(m.tokens.length)} keys differ over ${m.dK} numbers.`}`,
  ];
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const plane = planeOf(m);
  const best = argmax(m.trace.row(nameOf(m, 'scores'), m.head, m.focus));
  return {
    ...planeMarks(m, frame, plane),
    caption: captionOf(m, plane),
    chosen: [cell(nameOf(m, 'scores'), m.head, m.focus, best)],
    scales: false,
  };
};

/** Why three vectors: the query of a word among the keys of all. */
export const figure = drawnFigure('query-plane', draw);
