import type { Role } from '../../render/color';
import { signed } from '../../render/format';
import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { strongest } from '../../state/vector';
import { distribution } from '../kit/distribution';
import { type Frame, label } from '../kit/frame';
import { line } from '../kit/marks';
import { chosenOf, type Drawn, incoming, type ProductOf, product } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { words } from '../kit/words';

const parts = [
  { part: 'query', symbol: 'q', matrix: 'W_Q', note: 'what it asks for' },
  { part: 'key', symbol: 'k', matrix: 'W_K', note: 'what it can be found by' },
  { part: 'value', symbol: 'v', matrix: 'W_V', note: 'what it gives' },
] as const satisfies readonly { part: Role; symbol: string; matrix: string; note: string }[];

/** The input of the three projections. */
const inputOf = (m: StepContext): string =>
  formulaOf(m.graph, `layers.${m.layer}.attention.query`, 'linear').x;

/** Whether the layer begins with a norm. */
const isNormed = (m: StepContext): boolean => inputOf(m) !== m.graph.layerInputs[m.layer];

function productOf(m: StepContext, i: number): ProductOf {
  const from = isNormed(m) ? 0.4 : 0.04;
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
    height: 132,
  };
}

function sentence(m: StepContext): string {
  const name = `layers.${m.layer}.attention.query`;
  const row = m.trace.headRow(name, m.focus, m.head, m.heads);
  const best = strongest(row);
  return `The ${m.dModel} numbers of ${quoted(m.word)} pass through three matrices. Each head takes ${m.dK} numbers of each result; number ${best + 1} of head ${m.head + 1}’s query is the strongest, ${signed(row[best] ?? 0)}.`;
}

/** A pre-norm layer projects its normalised input. */
function normFirst(m: StepContext, frame: Frame, top: number): Drawn {
  const norm = inputOf(m);
  const { x } = formulaOf(m.graph, norm, 'norm');
  return distribution(m, frame, top, { x, norm, begin: 0, end: 0.35 });
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const head = words(m, frame);
  const before = isNormed(m)
    ? normFirst(m, frame, head.bottom)
    : { marks: [], bottom: head.bottom };
  const marks: Mark[] = [...head.marks, ...before.marks];
  const title = label(frame, before.bottom, {
    name: isNormed(m) ? 'Normalised' : 'Input',
    formula: `x, ${m.dModel} numbers`,
  });
  const x = incoming(m, frame, title.top + 4, inputOf(m), productOf(m, 0));
  marks.push(...title.marks, ...x.marks);
  let y = Math.max(x.bottom + 14, title.bottom + 6);
  parts.forEach(({ part, symbol, matrix, note }, i) => {
    const name = { query: 'Query', key: 'Key', value: 'Value' }[part];
    const formula = `${symbol} = x · ${matrix} + b`;
    const which = `${note}; ${m.dK} rows of the matrix, head ${m.head + 1}’s`;
    const beside = label(frame, y, { name, formula, note: which, tone: part });
    const drawn = product(m, frame, beside.top + 6, productOf(m, i));
    marks.push(...beside.marks, ...drawn.marks);
    y = Math.max(drawn.bottom, beside.bottom) + 18;
    if (i < 2 && !frame.narrow) marks.push(line(0, y - 9, frame.width, y - 9));
  });
  return {
    ...{ marks, bottom: y, caption: sentence(m) },
    chosen: [chosenOf(m, productOf(m, 0))],
  };
};
