import type { Role } from '../../render/color';
import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { later, msg } from '../../words/msg';
import { distribution, layersBefore, leaving, placeOfX, travel } from '../kit/distribution';
import { type Frame, label } from '../kit/frame';
import { line } from '../kit/marks';
import { chosenOf, type Drawn, incoming, type ProductOf, product } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { endRoom } from '../kit/strip';
import { words } from '../kit/words';
import type { Caption } from '../view';

const parts = [
  { part: 'query', symbol: 'q', matrix: 'W_Q', note: later('what it looks for') },
  { part: 'key', symbol: 'k', matrix: 'W_K', note: later('what it can be found by') },
  { part: 'value', symbol: 'v', matrix: 'W_V', note: later('what it passes on') },
] as const satisfies readonly { part: Role; symbol: string; matrix: string; note: string }[];

/** The input of the three projections. */
const inputOf = (m: StepContext): string =>
  formulaOf(m.graph, `layers.${m.layer}.attention.query`, 'linear').x;

/** Whether the layer begins with a norm. */
const isNormed = (m: StepContext): boolean => inputOf(m) !== m.graph.layerInputs[m.layer];

/** Height of a row's bars: three share what is left of the room. */
function barsHeight({ room }: Frame, top: number): number {
  if (room === undefined) return 44;
  return Math.max(40, Math.min(80, (room - top) / 3 - 60));
}

function productOf(m: StepContext, i: number, height: number): ProductOf {
  const arrived = travel(m);
  const from = arrived + (1 - arrived) * (isNormed(m) ? 0.4 : 0.04);
  const { part, symbol, matrix } = parts[i] as (typeof parts)[number];
  return {
    out: `layers.${m.layer}.attention.${part}`,
    role: part,
    inRole: isNormed(m) ? 'norm' : 'residual',
    from: m.head * m.dK,
    count: m.dK,
    symbols: { x: 'x', w: matrix, y: symbol },
    begin: from + (1 - from) * (i / 3),
    end: from + (1 - from) * ((i + 0.95) / 3),
    ...{ rows: 1, height },
  };
}

function sentences(m: StepContext): Caption {
  return [
    msg`Three matrices turn the ${m.dModel} numbers of ${quoted(m.word)} into a query, a key and a value;`,
    msg`head ${m.head + 1} gets ${m.dK} numbers of each.`,
  ];
}

/** The word's vectors on the way here; the last of them is the input, where no norm comes first. */
function arrival(m: StepContext, frame: Frame, top: number): Drawn {
  if (m.layer === 0) return { marks: [], bottom: top };
  const names = m.graph.layerInputs.slice(0, isNormed(m) ? m.layer + 1 : m.layer);
  return layersBefore(m, frame, top, {
    names,
    width: frame.inner - (frame.narrow ? endRoom : 138),
  });
}

/** The input itself, as it comes out of the last of these layers. */
function arrived(m: StepContext, past: Drawn, input: Drawn): Drawn {
  const [before] = past.marks.filter((mark) => mark.kind === 'panel').slice(-1);
  const marks = input.marks.map((mark) =>
    before && !isNormed(m) && mark.kind === 'panel'
      ? { ...mark, keys: leaving(m, m.layer, mark.y - before.y) }
      : mark,
  );
  return { ...input, marks };
}

/** A pre-norm layer projects its normalised input. */
function normFirst(m: StepContext, frame: Frame, top: number): Drawn {
  const norm = inputOf(m);
  const { x } = formulaOf(m.graph, norm, 'norm');
  const begin = travel(m);
  return distribution(m, frame, top, { x, norm, begin, end: begin + 0.35 * (1 - begin) });
}

export const figure: Draw = (m: StepContext, frame: Frame) => {
  const head = words(m, frame);
  const past = arrival(m, frame, head.bottom);
  const before = isNormed(m)
    ? normFirst(m, frame, past.bottom)
    : { marks: [], bottom: past.bottom };
  const marks: Mark[] = [...head.marks, ...past.marks, ...before.marks];
  const title = label(frame, before.bottom, {
    name: isNormed(m) ? msg`Normalised` : msg`Input`,
    formula: msg`${placeOfX(m, inputOf(m)) ?? 'x'}, ${m.dModel} numbers`,
  });
  const x = arrived(m, past, incoming(m, frame, title.top + 4, inputOf(m), productOf(m, 0, 0)));
  marks.push(...title.marks, ...x.marks);
  let y = Math.max(x.bottom + 14, title.bottom + 6);
  const height = barsHeight(frame, y);
  parts.forEach(({ part, symbol, matrix, note }, i) => {
    const name = { query: msg`Query`, key: msg`Key`, value: msg`Value` }[part];
    const formula = `${symbol} = x · ${matrix} + b`;
    const which = msg`${msg(note)}; ${m.dK} matrix rows for head ${m.head + 1}`;
    const beside = label(frame, y, { name, formula, note: which, tone: part });
    const drawn = product(m, frame, beside.top + 6, productOf(m, i, height));
    marks.push(...beside.marks, ...drawn.marks);
    y = Math.max(drawn.bottom, beside.bottom) + 18;
    if (i < 2 && !frame.narrow) marks.push(line(0, y - 9, frame.width, y - 9));
  });
  return {
    ...{ marks, bottom: y, caption: sentences(m) },
    chosen: [chosenOf(m, productOf(m, 0, height))],
  };
};
