// What the article and the tour say of their numbers, by section. Where they say why, the cause is taken away here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ArticleModel, openModel, shippedBytes } from '../../scripts/article/model.mjs';
import * as attention from '../../scripts/article/numbers/attention.mjs';
import * as circuits from '../../scripts/article/numbers/circuits.mjs';
import * as context from '../../scripts/article/numbers/context.mjs';
import * as cost from '../../scripts/article/numbers/cost.mjs';
import * as outcome from '../../scripts/article/numbers/outcome.mjs';
import * as parts from '../../scripts/article/numbers/parts.mjs';
import * as pieces from '../../scripts/article/numbers/pieces.mjs';
import * as questions from '../../scripts/article/numbers/questions.mjs';
import { tired } from '../../scripts/article/numbers/sentences.mjs';
import * as words from '../../scripts/article/numbers/words.mjs';
import { distance } from '../../scripts/article/vector.mjs';
import { nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { pythonWithNumpy } from '../../scripts/lib/python.mjs';
import { nativeTrace } from '../browser/native-trace';
import { Claims } from './article-numbers';

const { cut, lookers, sinkOf } = context;
const { articleWords, bytePairs, joins } = pieces;

let model: ArticleModel;
let numbers: Readonly<Record<string, string>>;
let claims: Claims;

beforeAll(async () => {
  claims = await Claims.open([
    ...[words, pieces, attention, parts, context, outcome, cost, questions, circuits],
  ]);
  ({ model, numbers } = claims);
}, 120_000);

const number = (name: string) => claims.number(name);
const animal = (pass: object, text?: string) => claims.animal(pass, text);

/** The shipped model's file with head 2 of layer 3 made equal to head 1. */
function withTwinHeads() {
  const file = Buffer.from(new Uint8Array(shippedBytes()));
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, 8 + length));
  const width = model.dK;
  const at = (name: string): number =>
    8 + length + header[`encoder.layer.2.attention.${name}`].data_offsets[0];
  const copy = (from: number, bytes: number) => file.copyWithin(from + bytes, from, from + bytes);
  for (const name of ['self.query', 'self.key', 'self.value']) {
    copy(at(`${name}.weight`), width * 8 * width);
    copy(at(`${name}.scale`), width * 4);
    copy(at(`${name}.bias`), width * 2);
  }
  const output = at('output.dense.weight');
  for (let row = 0; row < 8 * width; row++) copy(output + row * 8 * width, width);
  return file;
}

describe('weights and what they show', () => {
  it('“tired” is not looked at in the layer of the row, and is needed before', () => {
    expect(number('weight-tired')).toBeLessThan(10);
    expect(number('cut-tired-here')).toBeGreaterThan(number('guess-tired') - 1);
    expect(number('cut-tired-before')).toBeLessThan(number('guess-tired') - 30);
  });

  it('which look the answer needs is what cutting shows, natively too', () => {
    expect(number('cut-show-layer')).toBeGreaterThan(50);
    expect(number('cut-all')).toBeLessThan(2);
    const trace = nativeTrace(tired, undefined, ['--set', cut(model.layer, 7, 1)]);
    const logits = trace.row('logits', 7);
    const sum = logits.reduce((total, x) => total + Math.exp(x), 0);
    const left = Math.exp(logits[model.info.vocabulary.indexOf('animal')] ?? 0) / sum;
    expect(100 * left).toBeCloseTo(number('cut-show-layer'), 0);
  });

  it('the layer of the row has several heads at “animal”', () => {
    expect(lookers(model, model.run(tired))).toHaveLength(number('lookers'));
    expect(number('lookers')).toBeGreaterThan(1);
  });

  it('of the two heads that the tour names the answer leans on the one that reads the adjective, not on the other', () => {
    const roles: readonly { role: string; layer: number; head: number }[] = JSON.parse(
      model.info.metadata.roles,
    );
    const left: Record<string, number> = {};
    for (const [role, to] of [
      ['adjective', 'tired'],
      ['antecedent', 'animal'],
    ] as const) {
      const { layer = 0, head = 0 } = roles.find((each) => each.role === role) ?? {};
      const run = model.run(tired);
      const changes = [cut(layer, run.at('it'), run.at(to), String(head))];
      expect(run.row(`layers.${layer}.attention.weights`, head, 7)[run.at(to)]).toBeGreaterThan(
        0.5,
      );
      left[role] = animal({ changes });
    }
    expect(left.adjective).toBeLessThan(0.6);
    expect(left.antecedent).toBeGreaterThan(0.8);
  });

  it('a cosine to the start is no context: a word alone is turned as far', () => {
    for (const name of ['alone-cosine', 'left-cosine'])
      expect(Math.abs(number(name)), name).toBeLessThan(0.2);
    expect(number('alone-and-tired')).toBeLessThan(0.5);
    expect(number('tired-and-wide')).toBeLessThan(number('same-it-start') - 0.1);
  });

  it('one sentence needs the layer of the row, the other half of it', () => {
    expect(number('muted-layer-tired')).toBeLessThan(20);
    expect(number('muted-layer-wide')).toBeGreaterThan(40);
    const changes = [`layers.${model.layer}.attention.output[:,:]=0`];
    expect(100 * animal({ changes })).toBeCloseTo(number('muted-layer-tired'), 0);
  });

  it('no single head is needed in most cases, but heads left alone are not enough', () => {
    expect(number('muted-turned')).toBeLessThan(number('heads-in-all') / 4);
    expect(numbers['single-right']).toBe('None');
    expect(number('without-tired')).toBeLessThan(number('without-cross') - 20);
  });

  it('the sink is a head that the answer can do without, and whose value counts little', () => {
    const { layer, head } = sinkOf(model, model.run(tired)) ?? {};
    expect(number('sink-share')).toBeGreaterThan(20);
    expect(number('sink-value')).toBeLessThan(0.75 * number('sink-values'));
    expect(
      animal({ changes: [`layers.${layer}.attention.weights[${head},:,:]=0`] }),
    ).toBeGreaterThan(animal({}) - 0.02);
  });
});

describe('pieces, vectors, places', () => {
  it('the joins are those of the listing in Python', { timeout: 60_000 }, (context) => {
    const python = pythonWithNumpy();
    if (!python) return context.skip();
    const all = articleWords() ?? [];
    const script = [
      'import json, sys',
      `sys.path.insert(0, ${JSON.stringify(projectPath('web/article'))})`,
      'import encoder',
      `print(json.dumps(encoder.byte_pairs(json.load(sys.stdin), ${joins})))`,
    ].join('\n');
    const output = execFileSync(python, ['-c', script], { input: JSON.stringify(all) });
    const { learned, texts } = bytePairs(all, joins);
    expect(JSON.parse(output.toString())).toEqual([learned, texts]);
    expect(number('bpe-words')).toBe(all.length);
  });

  it('a row of the table is the product of a one-hot vector with it', () => {
    const { shape, data } = model.parameter('embeddings.word_embeddings.weight');
    const [rows = 0, d = 0] = shape;
    const id = model.info.vocabulary.indexOf('it');
    const hot = Float32Array.from({ length: rows }, (_, i) => (i === id ? 1 : 0));
    const product = Float32Array.from({ length: d }, (_, j) =>
      hot.reduce((sum, x, i) => sum + x * (data[i * d + j] ?? 0), 0),
    );
    expect(distance(product, model.embedding('it'))).toBe(0);
    expect(number('vocabulary')).toBe(rows);
  });

  it('case, order and distance are as they are told', () => {
    expect(numbers['upper-case-same']).toBe('the same');
    expect(numbers['product-3-5']).toBe(numbers['product-10-12']);
    expect(numbers['product-20-30']).toBe(numbers['product-40-50']);
    expect(number('order-difference')).toBeGreaterThan(1);
    const place = model.run(tired).row('embedding.positions', 7) as Float32Array;
    expect(Math.hypot(...place)).toBeGreaterThan(5 * number('unscaled-length'));
    expect(number('cats-layer-1')).toBeLessThan(number('cats-placed'));
    expect(number('cats-end')).toBeGreaterThan(number('cats-layer-1'));
  });

  it('a place beyond those of the training is what fails, not padding', () => {
    expect(number('moved-4')).toBeGreaterThan(90);
    expect(number('moved-40')).toBeLessThan(10);
    const after = animal({ structure: 'mask=padding' }, `${tired}${' [PAD]'.repeat(40)}`);
    expect(after).toBeCloseTo(animal({}), 4);
  });
});

describe('scores and softmax', () => {
  it('one vector for query and key lets a word find itself best, mostly, and scores both ways alike', () => {
    expect(number('one-vector-others')).toBe(60);
    expect(number('one-vector-rows')).toBe(2 * 32 * 11);
    expect(number('weight-back')).toBeLessThan(number('weight-animal') / 5);
  });

  it('the root keeps what a gradient passes, as heads get wider', () => {
    expect(number('unscaled-largest')).toBeGreaterThan(number('weight-animal'));
    expect(number('random-512-raw')).toBeGreaterThan(number('random-16-raw'));
    expect(Math.abs(number('passed-512-scaled') - number('passed-16-scaled'))).toBeLessThan(1);
    expect(number('passed-512-raw')).toBeLessThan(number('passed-512-scaled') / 3);
  });

  it('a temperature sharpens and levels; another base is one', () => {
    expect(number('weight-cold')).toBeGreaterThan(number('weight-animal'));
    expect(number('weight-hot')).toBeLessThan(number('weight-animal'));
    const row = model.run(tired).row(`layers.${model.layer}.attention.scores`, model.head, 7);
    const scores = Array.from(row as Float32Array, (score) => score / Math.sqrt(model.dK));
    const shares = (temperature: number) => {
      const powers = scores.map((score) => Math.exp(score / temperature));
      return powers.map((power) => power / powers.reduce((a, b) => a + b, 0));
    };
    expect(100 * (shares(1 / Math.LN2)[1] ?? 0)).toBeCloseTo(number('base-2'), 0);
  });
});

describe('heads', () => {
  it('scenes are read best, other pronouns and people’s sentences worse', () => {
    const rates = ['head-right', 'head-right-others', 'head-right-written'].map(number);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
    const { peakWeight, overlapWeight, referenceWeight } = JSON.parse(model.info.metadata.training);
    for (const weight of [peakWeight, overlapWeight, referenceWeight])
      expect(weight).toBeGreaterThan(0);
  });

  it('one head gives most of its weight to the noun, over many sentences too', () => {
    expect(number('corpus-noun-share')).toBeGreaterThan(50);
    expect(number('corpus-sentences')).toBeGreaterThan(500);
  });

  it('the answer needs few parts, and as many at random keep little of it', () => {
    expect(number('circuit-needed')).toBeLessThan(0.08 * number('circuit-all'));
    expect(number('circuit-kept')).toBeGreaterThanOrEqual(90);
    expect(number('circuit-random')).toBeLessThan(10);
  });

  it('two that begin alike get the same gradients; two that differ do not', async () => {
    const twins = await openModel(withTwinHeads());
    const loss = { token: 7, piece: model.info.vocabulary.indexOf('street') };
    const apart = (of: ArticleModel) => {
      const run = of.run(tired, { loss });
      const rows = (name: string): readonly Float32Array[] =>
        run.tokens.map((_: unknown, i: number) => run.row(name, i));
      return Math.max(
        ...['query', 'key', 'value'].flatMap((name) =>
          rows(`grad.layers.2.attention.${name}`).map((row) =>
            distance(row.subarray(0, 16), row.subarray(16, 32)),
          ),
        ),
      );
    };
    expect(apart(twins)).toBeLessThan(1e-7);
    expect(apart(model)).toBeGreaterThan(1e-4);
  });

  it('one head a layer, trained so, reads pairs too @thorough', { timeout: 120_000 }, () => {
    const kept = JSON.parse(readFileSync(projectPath('web/src/views/heads/one-head.json'), 'utf8'));
    const folder = mkdtempSync(join(tmpdir(), 'fovea-one-head-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const out = join(folder, 'model.safetensors');
    const [, ...options] = kept.command.split(' ');
    const command = [...options, '--threads', '1', '--evaluate-every', '0', '--out', out];
    const said = execFileSync(nativePath('fovea'), command, { stdio: 'pipe' }).toString();
    const pairs = Number(/both of a pair ([\d.]+)/.exec(said)?.[1]);
    // Other processors round otherwise, and so train another model.
    expect(Math.abs(pairs - kept.one[0])).toBeLessThan(0.2);
    expect(number('four-heads-pairs')).toBeGreaterThan(number('one-head-pairs'));
  });
});
