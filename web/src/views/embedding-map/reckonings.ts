import { cell } from '../../state/dataflow/cell';
import { percent, signed } from '../../state/format';
import { streamName } from '../../state/stream';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { cosineReckoning, operandOf, type Reckoning, type Reckonings } from '../kit/reckoning';
import { cosineAt, turnOf } from './caption';
import { cosineText } from './cosine-text';
import { type MapScene, wordTable } from './scene';
import type { WayPlot, Ways } from './way-plot';
import { type Spread, shareOf } from './word-space';

/** A number in the text by how it is written, and the key that it is asked by. */
type Asked = readonly [written: string, key: string];

/** The cosine of the chosen word and another of the vocabulary, from their rows of the word table. */
function ofWords(m: FigureContext, { chosen }: MapScene, id: number, cosine: number): Reckoning {
  const { data, shape } = m.state.parameters.get(wordTable) ?? { data: [], shape: [] };
  const size = shape[1] ?? 0;
  const row = (each: number) => Array.from(data.slice(each * size, (each + 1) * size));
  const [a, b] = [row(chosen.id), row(id)];
  const operand = (each: number, i: number, value = 0) => ({
    text: signed(value, 3),
    cell: cell(wordTable, each, i),
  });
  const word = m.model.vocabulary[id] ?? '';
  return cosineReckoning(
    {
      value: cosineText(cosine),
      what: msg`The cosine of “${chosen.word}” and “${word}”, whose numbers were learned.`,
      names: [msg`“${chosen.word}”`, msg`“${word}”`],
    },
    a,
    b,
    (i) => [operand(chosen.id, i, a[i]), operand(id, i, b[i])],
  );
}

function ofSpread(what: string, spread: Spread): Reckoning {
  const squares = spread.along.map((x) => inLanguage(x.toPrecision(3)));
  return {
    value: percent(shareOf(spread)),
    what,
    formula: msg`squared distances from the middle of the words with a sign: along the two directions drawn, over those in all directions`,
    line: ['(', squares.join(' + '), ')', '÷', inLanguage(spread.all.toPrecision(3))],
  };
}

/** The cosine of a word and another of its sentence, from the run. */
function ofWay(m: FigureContext, plot: WayPlot, layer: number, token: number): Reckoning {
  const { way } = plot;
  const name = streamName(way.trace, layer) ?? '';
  const rows = [way.token, token] as const;
  const [a, b] = rows.map((each) => way.trace.row(name, each)) as [Float32Array, Float32Array];
  const [own, other] = rows.map((each) => msg`“${way.trace.encoding.tokens[each]?.piece}”`) as [
    string,
    string,
  ];
  return cosineReckoning(
    {
      value: cosineText(cosineAt(plot, layer, token)),
      what:
        layer === 0
          ? msg`The cosine of ${own} and ${other} at the start, in the sentence that ends with “${plot.end}”.`
          : msg`The cosine of ${own} and ${other} after layer ${layer}, in the sentence that ends with “${plot.end}”.`,
      names: [own, other],
    },
    a,
    b,
    (i) => [
      operandOf(m, name, [rows[0], i], a[i] ?? 0),
      operandOf(m, name, [rows[1], i], b[i] ?? 0),
    ],
  );
}

const wordKey = (id: number): string => `word ${id}`;

const wayKey = (plot: WayPlot, layer: number, token: number): string =>
  `way ${plot.end} ${layer} ${token}`;

export const askWord = ({ word, cosine }: { word: { id: number }; cosine: number }): Asked => [
  cosineText(cosine),
  wordKey(word.id),
];

/** The numbers of the text about the map, in its order. */
export function askedOfMap({ near, other, chosen, space, plane }: MapScene): readonly Asked[] {
  return [
    ...near.slice(0, 3).map(askWord),
    ...(other.word.id === chosen.id ? [] : [askWord(other)]),
    [percent(shareOf(space.spread(plane))), 'plane'],
    [percent(shareOf(space.spread(plane, chosen.id))), 'own plane'],
  ];
}

/** The numbers at the layer that a plot is read at. */
export const askedOfReading = (plot: WayPlot, { rivals }: Ways, layer: number): readonly Asked[] =>
  rivals.map(({ token }) => [cosineText(cosineAt(plot, layer, token)), wayKey(plot, layer, token)]);

/** The numbers of the text about the ways. */
export const askedOfWays = (ways: Ways): readonly Asked[] =>
  ways.plots.flatMap((plot) => {
    const { winner } = turnOf(plot, ways);
    const token = ways.rivals.find(({ piece }) => piece === winner)?.token ?? 0;
    return [0, ways.layers].map(
      (layer): Asked => [cosineText(cosineAt(plot, layer, token)), wayKey(plot, layer, token)],
    );
  });

export function mapReckonings(m: FigureContext, scene: MapScene): Reckonings {
  const { near, other, measured, space, plane, chosen, ways } = scene;
  const words = [...near, other, ...measured].map(
    ({ word, cosine }) => [wordKey(word.id), () => ofWords(m, scene, word.id, cosine)] as const,
  );
  const places = ways.plots.flatMap((plot) =>
    ways.rivals.flatMap(({ token }) =>
      plot.way.cosines.map(
        (_, layer) => [wayKey(plot, layer, token), () => ofWay(m, plot, layer, token)] as const,
      ),
    ),
  );
  const name = msg`“${chosen.word}”`;
  return new Map([
    ...words,
    ...places,
    [
      'plane',
      () =>
        ofSpread(
          msg`What the plane keeps of the spread of the words with a sign.`,
          space.spread(plane),
        ),
    ],
    [
      'own plane',
      () => ofSpread(msg`What the plane keeps of ${name}.`, space.spread(plane, chosen.id)),
    ],
  ]);
}
