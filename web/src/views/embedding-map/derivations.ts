import { explanation, total } from '../../state/dataflow/explanation';
import { added, fraction, positiveValue, row } from '../../state/dataflow/expression';
import { cosine } from '../../state/dataflow/kinds/products';
import { percent } from '../../state/format';
import { streamName } from '../../state/stream';
import { msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, operandsOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { askWay, askWord } from './caption';
import { cosineText } from './cosine-text';
import { type MapScene, wordTable } from './scene';
import type { WayPlot } from './way-plot';
import { type Spread, shareOf } from './word-space';

/** The cosine of the chosen word and another of the vocabulary, from their embeddings. */
function ofWords(m: FigureContext, { chosen }: MapScene, id: number): Derivation {
  const { data, shape } = m.state.parameters.get(wordTable) ?? { data: [], shape: [] };
  const size = shape[1] ?? 0;
  const rowOf = (each: number) =>
    operandsOf(data.slice(each * size, (each + 1) * size), wordTable, each);
  const how = cosine(rowOf(chosen.id), rowOf(id));
  const word = m.model.vocabulary[id] ?? '';
  return {
    ...{ text: cosineText(how.value), how },
    what: msg`The cosine between the learned embeddings of “${chosen.word}” and “${word}”.`,
  };
}

function ofSpread(what: string, spread: Spread): Derivation {
  return {
    ...{ text: percent(shareOf(spread)), what },
    how: explanation({
      operands: [],
      value: total(spread.along) / spread.all,
      about: msg`Squared distances from the mean of the marked words: along the two directions drawn, divided by those in all directions.`,
      written: fraction(
        row('(', added(spread.along.map(positiveValue)), ')'),
        positiveValue(spread.all),
      ),
    }),
  };
}

/** The cosine of a word and another of its sentence, from the run. */
function ofWay({ way, end }: WayPlot, layer: number, token: number): Derivation {
  const name = streamName(way.trace, layer) ?? '';
  const rowOf = (each: number) => operandsOf(way.trace.row(name, each), name, each);
  const how = cosine(rowOf(way.token), rowOf(token));
  const [own, other] = [way.token, token].map(
    (each) => msg`“${way.trace.encoding.tokens[each]?.piece}”`,
  );
  return {
    ...{ text: cosineText(how.value), how },
    what:
      layer === 0
        ? msg`The cosine of ${own} and ${other} at the start, in the sentence that ends with “${end}”.`
        : msg`The cosine of ${own} and ${other} after layer ${layer}, in the sentence that ends with “${end}”.`,
  };
}

export function mapDerivations(m: FigureContext, scene: MapScene): Derive {
  const { near, other, measured, space, plane, chosen, ways } = scene;
  const words = [...near, other, ...measured].map(
    (each) => [askWord(each).key, () => ofWords(m, scene, each.word.id)] as const,
  );
  const places = ways.plots.flatMap((plot) =>
    ways.rivals.flatMap(({ token }) =>
      plot.way.cosines.map(
        (_, layer) => [askWay(plot, layer, token).key, () => ofWay(plot, layer, token)] as const,
      ),
    ),
  );
  const name = msg`“${chosen.word}”`;
  const all = msg`What the plane keeps of the spread of the marked words.`;
  return deriveFrom([
    ...words,
    ...places,
    ['plane', () => ofSpread(all, space.spread(plane))],
    [
      'own plane',
      () => ofSpread(msg`What the map keeps of ${name}.`, space.spread(plane, chosen.id)),
    ],
  ]);
}
