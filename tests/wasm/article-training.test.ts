// What the article says of stacks, training, answers, cost and what was there before. Where it says why, the cause is
// taken away here.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ArticleModel } from '../../scripts/article/model.mjs';
import * as cost from '../../scripts/article/numbers/cost.mjs';
import * as depth from '../../scripts/article/numbers/depth.mjs';
import * as outcome from '../../scripts/article/numbers/outcome.mjs';
import * as parts from '../../scripts/article/numbers/parts.mjs';
import * as questions from '../../scripts/article/numbers/questions.mjs';
import * as recurrent from '../../scripts/article/numbers/recurrent.mjs';
import { tired } from '../../scripts/article/numbers/sentences.mjs';
import * as trained from '../../scripts/article/numbers/trained.mjs';
import { deviation, mean } from '../../scripts/article/vector.mjs';
import { nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { presetSettings } from '../../web/src/views/cost/settings';
import { cacheBytes } from '../../web/src/views/kit/cost';
import { Claims } from './article-numbers';
import { step } from './learn-module';

let model: ArticleModel;
let numbers: Readonly<Record<string, string>>;
let claims: Claims;

beforeAll(async () => {
  claims = await Claims.open([...[parts, outcome, cost, depth, questions, recurrent, trained]]);
  ({ model, numbers } = claims);
}, 120_000);

const number = (name: string) => claims.number(name);
const word = (name: string) => claims.word(name);

/** What `fovea gradients` measures at a layer of each seed: gradient, difference. */
function native(structure: string, layer: number, ...more: string[]) {
  const command = ['gradients', '--csv', '--structure', structure, ...more];
  const rows = execFileSync(nativePath('fovea'), command)
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.split(',').map(Number));
  const found = rows.filter(([, at]) => at === layer);
  return found.map(([, , gradient = 0, difference = 0]) => ({ gradient, difference }));
}

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[2] ?? Number.NaN;

describe('untrained stacks', () => {
  it('have the gradients that the native program measures', () => {
    const arriving = (structure: string) =>
      middle(native(structure, 0).map(({ gradient }) => gradient));
    const cases = [
      ['gradient-plain', 'norm=none,residual=off'],
      ['gradient-path', 'norm=none'],
      ['gradient-norm', 'norm=post,residual=off'],
      ['gradient-post', 'norm=post'],
    ] as const;
    for (const [name, structure] of cases) {
      const wanted = arriving(structure);
      const written = wanted < 0.01 || wanted >= 1000 ? wanted.toPrecision(1) : wanted.toFixed(2);
      expect(number(name) / Number(written), name).toBeCloseTo(1, 1);
    }
  });

  it('vanish with neither norm nor path, explode with the path alone; either norm keeps the size', () => {
    expect(number('gradient-plain')).toBeLessThan(1e-5);
    expect(number('gradient-path')).toBeGreaterThan(1e5);
    for (const structure of ['post', 'pre'].flatMap((n) => [`norm=${n}`, `norm=${n},residual=off`]))
      for (const { gradient } of native(structure, 0)) {
        expect(gradient, structure).toBeGreaterThan(0.01);
        expect(gradient, structure).toBeLessThan(10);
      }
  });

  it('keep words apart for longer with the path, which without it are soon one', () => {
    for (const norm of ['post', 'pre'])
      native(`norm=${norm},residual=off`, 10).forEach(({ difference }, seed) => {
        expect(difference, norm).toBeLessThan(1e-5);
        expect(native(`norm=${norm}`, 10)[seed]?.difference, norm).toBeGreaterThan(
          100 * difference,
        );
      });
  });

  it('make words alike in post-norm by how their weights begin', () => {
    const deviation = String(0.02 * Math.sqrt(768 / 64));
    const small = native('norm=post', 24, '--d-model', '64', '--deviation', deviation);
    expect(middle(small.map(({ difference }) => difference))).toBeCloseTo(
      number('difference-bert'),
      2,
    );
    for (const { difference } of native('norm=post', 24)) expect(difference).toBeLessThan(1e-4);
    for (const { difference } of small) expect(difference).toBeGreaterThan(0.01);
    expect(number('difference-pre')).toBeGreaterThan(0.01);
  });
});

describe('norms and networks', () => {
  const rows = (): readonly { readonly sum: number[]; readonly norm: number[] }[] => {
    const run = model.run(tired);
    return run.tokens.map((_: unknown, token: number) => ({
      sum: Array.from(run.row('layers.2.attention.residual', token)),
      norm: Array.from(run.row('layers.2.attention.norm', token)),
    }));
  };
  const parameter = (part: string) =>
    model.parameter(`encoder.layer.2.attention.output.LayerNorm.${part}`).data;

  it('divide by the root of σ² + ε: with σ + ε other numbers would come out', () => {
    const [gamma, beta] = [parameter('weight'), parameter('bias')];
    const epsilon = Number(model.config.layer_norm_eps);
    const off = (divisor: (sigma: number) => number) =>
      Math.max(
        ...rows().flatMap(({ sum, norm }) =>
          norm.map((y, i) => {
            const x = ((sum[i] ?? 0) - mean(sum)) / divisor(deviation(sum));
            return Math.abs(y - (x * (gamma[i] ?? 0) + (beta[i] ?? 0)));
          }),
        ),
      );
    expect(off((sigma) => Math.sqrt(sigma ** 2 + epsilon))).toBeLessThan(4e-6);
    expect(off((sigma) => sigma + epsilon)).toBeGreaterThan(1e-5);
    expect(number('root-epsilon')).toBeCloseTo(Math.sqrt(epsilon), 4);
  });

  it('leave the shape of a row as it is', () => {
    const moment = (row: readonly number[]) =>
      mean(row.map((x) => ((x - mean(row)) / deviation(row)) ** 4));
    const [gamma, beta] = [parameter('weight'), parameter('bias')];
    for (const { sum, norm } of rows()) {
      const plain = norm.map((y, i) => (y - (beta[i] ?? 0)) / (gamma[i] ?? 1));
      expect(moment(plain)).toBeCloseTo(moment(sum), 3);
    }
    expect(number('shape-least')).toBeLessThan(2.75);
    expect(number('shape-most')).toBeGreaterThan(4);
    expect(number('beyond-one')).toBeGreaterThan(50);
    expect(number('no-norm-last')).toBeGreaterThan(5 * number('no-norm-first'));
  });

  it('are needed, as are path, bend, attention and network, in this model', () => {
    for (const name of ['no-residual-tired', 'no-norm-tired', 'no-bend-tired', 'no-attention'])
      expect(word(name), name).not.toBe('animal');
    for (const name of ['gelu-tired', 'shuffled', 'read-4'])
      expect(word(name), name).toBe('animal');
    for (const name of ['gelu-wide', 'read-4-wide']) expect(word(name), name).toBe('street');
    for (const name of ['pre-norm-tired', 'pre-norm-wide'])
      expect(Number(/\((\d+)/.exec(String(numbers[name]))?.[1]), name).toBeLessThan(50);
    expect(numbers['read-0']).toBe(numbers['read-0-wide']);
  });
});

describe('how it learns', () => {
  it('begins with all numbers random but biases and norms', () => {
    const file = readFileSync(projectPath('web/models/fovea-demo.safetensors'));
    const length = Number(file.readBigUInt64LE(0));
    const header = JSON.parse(file.toString('utf8', 8, 8 + length));
    const vectors = Object.entries<{ shape: number[] }>(header).filter(
      ([name, { shape }]) => shape?.length === 1 && !name.endsWith('.scale'),
    );
    const fixed = vectors.reduce((sum, [, { shape }]) => sum + (shape[0] ?? 0), 0);
    expect(fixed).toBe(7040 + number('vocabulary'));
    expect(number('begin-random')).toBe(number('parameters') - fixed);
  });

  it('needs warm-up at a high rate: with another seed too @thorough', { timeout: 120_000 }, () => {
    const loss = (warmup: boolean) => {
      const settings = { size: 'tiny', seed: 3, rate: 0.01, warmup, structure: '' };
      const trainer = claims.studies.createTrainer(settings);
      for (let i = 0; i < number('high-rate-steps'); i++) step(trainer);
      return trainer.evaluate().maskedLoss;
    };
    expect(number('warm-loss')).toBeLessThan(number('cold-loss') - 0.4);
    expect(loss(true)).toBeLessThan(loss(false) - 0.2);
  });

  it('moves by Adam’s steps, not by gradients', () => {
    expect(number('adam-gradients')).toBeGreaterThan(5);
    expect(number('adam-moves')).toBeGreaterThan(0.8);
    expect(number('adam-moves')).toBeLessThan(1.2);
    expect(number('dropped-least')).toBeGreaterThan(90);
    expect(numbers['causal-difference']).toBe('exactly 0');
    expect(numbers['twice-difference']).toBe('exactly 0');
  });
});

describe('what comes out', () => {
  it('is given with less confidence where it is wrong', () => {
    expect(numbers['written-right']).toBe(numbers['hand-written']);
    expect(number('sure-right') - number('sure-wrong')).toBeGreaterThan(5);
    expect(number('wrong-but-sure')).toBeGreaterThan(0);
    expect(numbers['fail-guess']).not.toBe('dog');
    expect(number('fail-probability')).toBeGreaterThan(60);
  });

  it('pools to vectors that know texts by their words, hardly by their order', () => {
    expect(number('pooled-alike')).toBeGreaterThan(number('pooled-other') + 0.2);
    expect(number('pooled-turned')).toBeGreaterThan(0.9);
    expect(number('classifier-numbers')).toBe(2 * number('d') + 2);
  });
});

describe('what it costs, and what was there before', () => {
  it('a shared cache is as large as the figure of costs says', () => {
    const { shape, words } = presetSettings(null, 'llama3');
    expect(cacheBytes(shape, words) / 1e9).toBeCloseTo(number('cache-shared'), 1);
    const own = { ...shape, num_key_value_heads: shape.num_attention_heads };
    expect(cacheBytes(own, words) / 1e9).toBeCloseTo(number('cache-own'), 1);
  });

  it('gates learn to hold: before training the chain loses the noun, after it no longer', () => {
    expect(number('gradient-recurrent')).toBeLessThan(number('gradient-encoder') / 4);
    expect(number('trained-recurrent')).toBeGreaterThan(number('trained-encoder'));
    expect(number('far-recurrent')).toBeGreaterThanOrEqual(number('near-recurrent') - 1);
  });
});
