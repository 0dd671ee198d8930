import type { FoveaModule, Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { type Cell, valuesOf } from '../../web/src/state/dataflow/cell';
import { explain } from '../../web/src/state/dataflow/graph';
import type { Context } from '../../web/src/state/dataflow/naming';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { scopesOf } from '../../web/src/state/what-if/hand';
import { ablationsOf } from '../../web/src/state/what-if/without';
import { contextOf } from '../../web/src/state/why';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

/** What a number would be without an operand, against runs in which it is taken away. */

const sentence = "The animal didn't cross the street because it was too tired";

// The page computes with the trace's numbers, which are in single precision.
const tolerance = 2e-5;

let fovea: FoveaModule;
let model: Model;
let structure: string;
let state: State;
let context: Context;

beforeAll(async () => {
  fovea = await loadShipped();
  model = fovea.loadModel(sourceOf(modelBytes()));
});
afterAll(() => model.delete());

/** The model is run with another structure from now on. */
function open(text: string): void {
  structure = text;
  const { info, trace, parameters } = know(fovea, modelBytes(), sentence, text);
  state = reduce(initialState({ sentence }), { type: 'model', model: info, trace });
  state = { ...state, parameters };
  context = contextOf(state) as Context;
}

function run(changes: readonly string[]): Trace {
  const { tensors, data } = model.encode(sentence, { structure, changes: [...changes] });
  return new Trace({ ...(state.trace as Trace).encoding, tensors, data });
}

const valueIn = (trace: Trace, cell: Cell) => valuesOf(trace, new Map()).at(cell);

function ablations(cell: Cell) {
  const values = valuesOf(state.trace as Trace, state.parameters);
  const explanation = explain(context.graph, values, cell);
  return ablationsOf({ cell, explanation, context, values }, () => false);
}

const cells: readonly Cell[] = [
  { name: 'layers.3.attention.weights', index: [1, 7, 1] },
  { name: 'layers.0.attention.weights', index: [0, 2, 2] },
  { name: 'layers.3.attention.scores', index: [1, 7, 1] },
  { name: 'layers.2.attention.query', index: [7, 20] },
  { name: 'layers.1.attention.heads', index: [4, 3] },
  { name: 'layers.1.attention.norm', index: [4, 3] },
  { name: 'layers.1.attention.residual', index: [4, 3] },
  { name: 'layers.1.attention.norm.mean', index: [4] },
  { name: 'layers.2.feedForward.activated', index: [4, 30] },
  { name: 'layers.2.feedForward.output', index: [4, 30] },
  { name: 'embedding.tokens', index: [4, 30] },
  { name: 'logits', index: [7, 9] },
];

/** How far a number of a run without each of its operands is from what the page says, at most. */
function worst(cell: Cell): number {
  const errors = ablations(cell).map(({ value, changes }) => {
    const found = valueIn(run(changes), cell);
    return Math.abs(found - value) / Math.max(1, Math.abs(value));
  });
  return Math.max(0, ...errors);
}

describe.each([
  ...['', 'scale=off', 'scale=2', 'mask=causal', 'residual=0.5', 'norm=pre', 'activation=none'],
  ...['softmax=columns', 'heads=reshaped', 'norm_axis=tokens', 'output=off'],
])('with the structure "%s"', (text) => {
  beforeAll(() => open(text));

  it.each(cells)('$name without an operand is that of a run without it', (cell) => {
    expect(worst(cell)).toBeLessThan(tolerance);
  });
});

describe('without an operand', () => {
  beforeAll(() => open(''));

  it('is something else for every kind of number', () => {
    for (const cell of cells) expect(ablations(cell).length, cell.name).toBeGreaterThan(0);
  });
});

it('takes every product of a weight’s score away one by one, or together', () => {
  open('');
  const parts = ablations(cells[0] as Cell).filter(
    ({ name }) => name.startsWith('no.') || name.includes('product'),
  );
  const score = valueIn(state.trace as Trace, cells[2] as Cell);
  expect(parts.map(({ name }) => name)).toContain('10 more products');
  expect(parts.reduce((sum, { gives }) => sum + gives, 0)).toBeCloseTo(score, 4);
});

it('is in every scope the number that is set', () => {
  open('');
  for (const cell of cells) {
    const scopes = scopesOf(cell, context);
    expect(scopes.length, cell.name).toBeGreaterThan(0);
    for (const { regions, name } of scopes) {
      const trace = run(regions.map((region) => `${region}=0.25`));
      expect(valueIn(trace, cell), `${cell.name}, ${name}`).toBe(0.25);
    }
  }
});
