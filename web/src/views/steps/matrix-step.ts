import type { Role } from '../../render/color';
import { signed } from '../../render/format';
import type { Formula } from '../../state/dataflow/formula';
import { quoted } from '../../state/dataflow/naming';
import { strongest } from '../../state/vector';
import { label } from './frame';
import type { Matter } from './matter';
import { chosenOf, incoming, type ProductOf, product } from './product';
import { type Draw, stepView } from './step';
import { tiles, words } from './words';

/** A step that is one product: a word's numbers times one matrix. */
interface MatrixStep {
  readonly out: (m: Matter) => string;
  readonly role: Role;
  readonly inRole: Role;
  readonly name: string;
  readonly input: string;
  readonly symbols: ProductOf['symbols'];
  readonly note: string;
  readonly caption: (m: Matter, input: number, output: number, best: string) => string;
}

function drawing(step: MatrixStep): Draw {
  return (m, frame) => {
    const out = step.out(m);
    const { x } = m.graph.get(out) as Extract<Formula, { kind: 'linear' }>;
    const row = m.trace.row(out, m.focus);
    const width = m.trace.row(x, m.focus).length;
    const of: ProductOf = {
      out,
      role: step.role,
      inRole: step.inRole,
      from: 0,
      count: row.length,
      symbols: step.symbols,
      begin: 0.1,
      end: 0.85,
      height: 256,
    };
    const head = words(m, frame);
    const under = tiles(m, head, out, step.role, { axis: 'y', from: 0.85, to: 1 });
    const { symbols } = step;
    const first = label(frame, under.bottom + 8, {
      name: step.input,
      formula: `${symbols.x}, ${width} numbers`,
      tone: step.inRole,
    });
    const input = incoming(m, frame, first.top + 6, x, of);
    const second = label(frame, Math.max(input.bottom + 12, first.bottom + 4), {
      name: step.name,
      formula: `${symbols.y} = ${symbols.x} · ${symbols.w} + b`,
      note: `${row.length} × ${width} weights. ${step.note}`,
      tone: step.role,
    });
    const drawn = product(m, frame, second.top + 8, of);
    const at = strongest(row);
    const best = `number ${at + 1}, ${signed(row[at] ?? 0)}`;
    return {
      marks: [
        ...head.marks,
        ...under.marks,
        ...first.marks,
        ...input.marks,
        ...second.marks,
        ...drawn.marks,
      ],
      bottom: Math.max(drawn.bottom, second.bottom) + 8,
      caption: step.caption(m, width, row.length, best),
      chosen: [chosenOf(m, of)],
    };
  };
}

export const output = stepView(
  'output',
  'Output projection',
  drawing({
    out: (m) => `layers.${m.layer}.attention.output`,
    role: 'residual',
    inRole: 'value',
    name: 'Output',
    input: 'All heads',
    symbols: { x: 'h', w: 'W_O', y: 'o' },
    note: 'Each number of the output may listen to every head.',
    caption: (m, _input, _output, best) =>
      `One matrix mixes what the ${m.heads} heads found for ${quoted(m.word)} into one vector again. Its strongest is ${best}.`,
  }),
);

export const expand = stepView(
  'expand',
  'Feed-forward: expand',
  drawing({
    out: (m) => `layers.${m.layer}.feedForward.hidden`,
    role: 'feed-forward',
    inRole: 'norm',
    name: 'Expand',
    input: 'Input',
    symbols: { x: 'x', w: 'W₁', y: 'u' },
    note: 'Every word by itself: no other word takes part.',
    caption: (m, input, out, best) =>
      `The ${input} numbers of ${quoted(m.word)} are asked ${out} questions, one for each row of the matrix. The strongest answer is ${best}.`,
  }),
);

export const compress = stepView(
  'compress',
  'Feed-forward: compress',
  drawing({
    out: (m) => `layers.${m.layer}.feedForward.output`,
    role: 'feed-forward',
    inRole: 'feed-forward',
    name: 'Compress',
    input: 'Hidden units',
    symbols: { x: 'f(u)', w: 'W₂', y: 'z' },
    note: 'A unit that is off adds nothing.',
    caption: (m, input, out, best) =>
      `A second matrix turns the ${input} hidden units of ${quoted(m.word)} back into ${out} numbers, to be added to the word. The strongest is ${best}.`,
  }),
);
