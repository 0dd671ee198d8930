import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import type { Loss, ModelConfig } from '../../web/src/model/protocol';
import type { Values } from '../../web/src/state/dataflow/cell';
import { dataflow, explain } from '../../web/src/state/dataflow/graph';
import { structureOf, structureOfRun } from '../../web/src/state/dataflow/structure';
import { withGradients } from '../../web/src/state/why';
import { weightGradients } from '../../web/src/views/gradients/model';
import { readSafetensors } from './safetensors';

/**
 * The data flow under other structures than the model's own, against PyTorch's tensors in
 * structures.safetensors: of a post-norm model each tensor's numbers, of a pre-norm one the names.
 */

// The fixtures are in single precision, and so are the operands that a number is recomputed from.
const tolerance = 2e-6;

/**
 * The same of a gradient, of which the largest here are about 1. Through a norm it is what is left of
 * terms that cancel, whose rounding is relative to theirs.
 */
const gradientTolerance = 1e-5;

const file = readSafetensors(projectPath('tests/fixtures/structures.safetensors'));
const json = (key: string) => JSON.parse(file.metadata[key] ?? 'null');

interface Stored {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const stored = new Map(
  file.entries.map(([name, entry]): [string, Stored] => {
    const { buffer } = Uint8Array.from(file.bytes(entry));
    const data = entry.dtype === 'I32' ? Float32Array.from(new Int32Array(buffer)) : buffer;
    return [name, { shape: entry.shape, data: new Float32Array(data) }];
  }),
);

const structures = {
  post: json('post.elementwise') as readonly string[],
  pre: json('pre.projected') as readonly string[],
};

const configOf = (model: 'post' | 'pre'): ModelConfig => ({
  add_special_tokens: false,
  ...json(model),
});

/** The token and the piece of the loss whose gradients PyTorch has. */
function lossOf(model: 'post'): Loss {
  const [token = 0, piece = 0] = (stored.get(`${model}/loss`) as Stored).data;
  return { token, piece };
}

const isParameter = (name: string): boolean => /^(embeddings|encoder|cls)\./.test(name);

const sizeOf = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);

/** The tensors that PyTorch has for one of the structures; those it has not are NaN. */
function runOf(index: number): ReadonlyMap<string, Stored> {
  const found = new Map<string, Stored>();
  for (const [full, { shape, data }] of stored) {
    const name = full.replace(/^post\//, '');
    if (full === name || /^g\.|^(ids|other_ids|loss|changed|projected|varied|broken)$/.test(name))
      continue;
    if (isParameter(name)) found.set(name, { shape, data });
    else {
      const own = shape.slice(1);
      const part = data.subarray(index * sizeOf(own), (index + 1) * sizeOf(own));
      if (!part.every(Number.isNaN)) found.set(name, { shape: own, data: part });
    }
  }
  found.set('tokens.ids', { shape: [3], data: (stored.get('post/ids') as Stored).data });
  return found;
}

function valuesOf(tensors: ReadonlyMap<string, Stored>): Values {
  const tensor = (name: string): Stored => {
    const found = tensors.get(name);
    if (!found) throw new Error(`PyTorch has no "${name}"`);
    return found;
  };
  return {
    has: (name) => tensors.has(name),
    shape: (name) => tensor(name).shape,
    at({ name, index }) {
      const { shape, data } = tensor(name);
      const value = data[index.reduce((place, i, axis) => place * (shape[axis] ?? 0) + i, 0)];
      if (value === undefined) throw new Error(`"${name}" has no cell [${index}]`);
      return value;
    },
  };
}

const indexOf = (place: number, shape: readonly number[]): readonly number[] =>
  shape.map((n, axis) => Math.floor(place / sizeOf(shape.slice(axis + 1))) % n);

describe.each(structures.post.map((text, i) => [text, i] as const))('run with %s', (text, i) => {
  const tensors = runOf(i);
  const values = valuesOf(tensors);
  const graph = dataflow(configOf('post'), structureOfRun(configOf('post'), text));

  it('has the tensors of the trace and no other', () => {
    const expected = [...tensors.keys()].filter(
      (name) => !/^grad\./.test(name) && !isParameter(name),
    );
    expect([...graph.tensors.keys()].sort()).toEqual(expected.sort());
  });

  it('recomputes every cell of every tensor', () => {
    for (const name of graph.tensors.keys()) {
      const { shape, data } = tensors.get(name) as Stored;
      const bound = data.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      data.forEach((expected, place) => {
        const found = explain(graph, values, { name, index: indexOf(place, shape) }).value;
        expect(Math.abs(found - expected) / bound, `${name} ${place}`).toBeLessThan(tolerance);
      });
    }
  });

  it('adds up how much each parameter would change', () => {
    const of = {
      has: (name: string) => tensors.has(name),
      tensor: (name: string) => tensors.get(name) as Stored,
    };
    const found = weightGradients(of, graph) ?? new Map();
    expect(found.size).toBeGreaterThan(20);
    for (const [full, { shape, data }] of stored) {
      const name = full.replace(/^post\/g\./, '');
      if (name === full) continue;
      const own = sizeOf(shape.slice(1));
      const length = Math.hypot(...data.subarray(i * own, (i + 1) * own));
      if (length === 0 || Number.isNaN(length)) continue;
      expect(Math.abs((found.get(name) ?? Number.NaN) - length), name).toBeLessThan(
        gradientTolerance,
      );
    }
  });

  it('recomputes every gradient by the chain rule', () => {
    const back = withGradients(graph, lossOf('post'), 'a');
    const gradients = [...back.tensors.keys()].filter((name) => !graph.tensors.has(name));
    expect(gradients.sort()).toEqual(
      [...tensors.keys()].filter((name) => /^grad\./.test(name)).sort(),
    );
    for (const name of gradients) {
      const { shape, data } = tensors.get(name) as Stored;
      data.forEach((expected, place) => {
        const found = explain(back, values, { name, index: indexOf(place, shape) }).value;
        expect(Math.abs(found - expected), `${name} ${place}`).toBeLessThan(gradientTolerance);
      });
    }
  });
});

it('a pre-norm model keeps its final norm only where it is run as one', () => {
  const columns = json('pre.columns') as readonly string[];
  const { shape, data } = stored.get('pre/projected') as Stored;
  structures.pre.forEach((text, row) => {
    const there = columns.filter((_, i) => !Number.isNaN(data[row * (shape[1] ?? 0) + i]));
    const expected = there.filter((name) => !/^(grad|g)\./.test(name));
    const structure = structureOfRun(configOf('pre'), text);
    const names = [...dataflow(configOf('pre'), structure).tensors.keys()];
    expect(names.filter((name) => name !== 'tokens.ids').sort(), text).toEqual(expected.sort());
  });
});

it.each(['post', 'pre'] as const)(
  'a %s-norm model’s own structure is that of its config',
  (own) => {
    const { positions, residual, norm, mask, scale } = structureOf(configOf(own));
    expect({ positions, residual, norm, mask, scale }).toEqual({
      positions: 'on',
      residual: 'on',
      norm: own,
      mask: 'none',
      scale: 'on',
    });
  },
);
