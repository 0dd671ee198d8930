// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../../../web/src/model/protocol';
import { variantGraph } from '../../../../web/src/relatives/dataflow/variant-graph';
import { cell, cellText } from '../../../../web/src/state/dataflow/cell';
import { reduce } from '../../../../web/src/state/reduce';
import { figure as expertsFigure } from '../../../../web/src/views/experts';
import { questionOf } from '../../../../web/src/views/experts/index';
import { takenIn, workOf } from '../../../../web/src/views/experts/numbers';
import { readingOf } from '../../../../web/src/views/experts/reading';
import { askingOf, deriveCells } from '../../../../web/src/views/kit/derivation';
import { numberIn } from '../arithmetic';
import { Drawn, makeModel, makeTrace, numbers } from '../figure-context';

const text = 'the it the a';
const [n, d, experts, layers] = [4, 16, 3, 2];

const model: ModelInfo = {
  ...makeModel({}, 4, layers),
  config: {
    ...makeModel({}, 4, layers).config,
    num_local_experts: experts,
    num_experts_per_tok: 2,
  },
};

interface Layer {
  readonly x: number[];
  readonly weight: number[];
  readonly bias: number[];
  readonly router: number[];
  readonly probabilities: number[];
  readonly choice: number[];
}

/** A router's pass over random vectors. */
function layerOf(l: number): Layer {
  const x = numbers(n * d, l + 1).map((each) => each - 0.5);
  const weight = numbers(experts * d, l + 11).map((each) => 4 * (each - 0.5));
  const bias = numbers(experts, l + 21);
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: experts }, (_, e) =>
      x
        .slice(i * d, (i + 1) * d)
        .reduce((sum, each, j) => sum + each * (weight[e * d + j] ?? 0), bias[e] ?? 0),
    ),
  );
  const softmaxed = rows.map((row) => {
    const sum = row.reduce((total, r) => total + Math.exp(r), 0);
    return row.map((r) => Math.exp(r) / sum);
  });
  const choice = softmaxed.map((row) => {
    const least = Math.min(...row);
    return row.map((p) => (p === least ? 0 : p / (1 - least)));
  });
  return {
    ...{ x, weight, bias },
    ...{ router: rows.flat(), probabilities: softmaxed.flat(), choice: choice.flat() },
  };
}

const passes = Array.from({ length: layers }, (_, l) => layerOf(l));

const trace = makeTrace(
  text,
  passes.flatMap(({ x, router, probabilities, choice }, l) => {
    const each = (name: string, values: number[], axis: string, size: number) => ({
      ...{ name: `layers.${l}.${name}`, values },
      axes: [['token', n] as const, [axis, size] as const],
    });
    return [
      each('attention.norm', x, 'model', d),
      each('feedForward.router', router, 'expert', experts),
      each('feedForward.probabilities', probabilities, 'expert', experts),
      each('feedForward.choice', choice, 'expert', experts),
    ];
  }),
);

function open(width = 640): Drawn {
  const drawn = new Drawn(expertsFigure, trace, width, model);
  passes.forEach(({ weight, bias }, l) => {
    const name = `encoder.layer.${l}.router`;
    for (const [ending, shape, data] of [
      ['weight', [experts, d], weight],
      ['bias', [experts], bias],
    ] as const) {
      const parameter = { name: `${name}.${ending}`, shape, data: Float32Array.from(data) };
      drawn.state = reduce(drawn.state, { type: 'parameter', parameter });
    }
  });
  drawn.draw();
  return drawn;
}

beforeAll(() => {
  globalThis.foveaVariants = variantGraph;
});

describe('the router’s choice of the open model', () => {
  it('frames the experts that a word takes, with their shares', () => {
    const drawn = open();
    const cells = drawn.all('.cell');
    expect(cells).toHaveLength(n * layers * experts);
    const [first] = passes;
    const own = cells.slice(0, experts);
    expect(own.map((cell) => cell.classList.contains('taken'))).toEqual(
      first?.choice.slice(0, experts).map((share) => share > 0),
    );
    own.forEach((cell, e) => {
      const share = first?.choice[e] ?? 0;
      const label = cell.getAttribute('aria-label') ?? '';
      expect(label.startsWith('“the”, layer 1: ')).toBe(true);
      if (share > 0) expect(label).toContain(`weight ${share.toFixed(3).replace(/^0/, '')}`);
    });
  });

  it('hides the second of two equal words until there is a guess', () => {
    const drawn = open();
    expect(drawn.texts('.row:not(.heads, .work) .word')).toEqual(['the', 'it', 'the', 'a']);
    expect(drawn.texts('.cell').filter((each) => each === '?')).toHaveLength(layers * experts);
    expect(drawn.all('details')).toHaveLength(0);
    const question = questionOf(
      readingOf(drawn.context) as NonNullable<ReturnType<typeof readingOf>>,
    );
    drawn.all('.guess')[question?.right ?? 0]?.click();
    expect(drawn.texts('.cell')).not.toContain('?');
    expect(drawn.texts('[role="status"]').join()).toContain('Right.');
  });

  it('shares each word out as a whole, and says who has most', () => {
    const reading = readingOf(open().context);
    if (!reading) throw new Error('no reading');
    for (let layer = 0; layer < layers; layer++) {
      expect(workOf(reading, layer).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
      for (let word = 0; word < n; word++) expect(takenIn(reading, layer, word)).toHaveLength(2);
    }
  });

  it('unfolds a share into probabilities, these into scores, and a score into a dot product', () => {
    const { context } = open();
    const reading = readingOf(context);
    if (!reading) throw new Error('no reading');
    const derive = deriveCells(reading.run, askingOf(context).follow);
    expect(derive(cellText(cell('layers.0.feedForward.router', n, 0)))).toBeNull();
    for (let layer = 0; layer < layers; layer++)
      for (const part of ['choice', 'probabilities', 'router'])
        for (let word = 0; word < n; word++)
          for (let expert = 0; expert < experts; expert++) {
            const at = cell(`layers.${layer}.feedForward.${part}`, word, expert);
            const of = derive(cellText(at));
            expect(of?.how?.value, cellText(at)).toBeCloseTo(reading.run.values.at(at), 5);
            expect(numberIn(of?.text ?? '')).toBeCloseTo(of?.how?.value ?? 0, 2);
          }
  });

  it('asks why where a cell is pressed, and goes by keys', () => {
    const drawn = open();
    drawn.all('.cell.taken')[0]?.click();
    expect(drawn.all('.why.beneath')).toHaveLength(1);
    const [first, second] = drawn.all('.cell');
    first?.focus();
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    expect(document.activeElement).toBe(second);
  });
});
