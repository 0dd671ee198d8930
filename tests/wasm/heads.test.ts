import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createFoveaRelatives from 'fovea-relatives-wasm';
import { sentences } from 'fovea-sentences';
import { describe, expect, it } from 'vitest';
import { buildPath, nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { encodeText } from '../../web/src/model/bytes';
import type { Requests } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { numbersOfHead, relation, relations } from '../../web/src/relatives/head-relations';
import { HeadJobs, studied } from '../../web/src/relatives/worker-heads';
import { habits } from '../../web/src/views/corpus/habits';

const path = projectPath('web/models/fovea-demo.safetensors');
const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});
const model = fovea.loadModel(sourceOf(new Uint8Array(readFileSync(path))));
const opened = {
  modelOf: () => model,
  encode: (request: Requests['encode']) => encodeText(model, request),
};
const [layers, heads] = [4, 8];

const study = (texts: readonly string[], effects: number, progress?: (share: number) => void) => {
  const run = fovea.createHeadStudy(model);
  const answer = studied(run, layers * heads, texts, effects, progress);
  run.delete();
  return answer;
};

const texts = [...sentences.slice(0, 40), '', 'the dog saw the dog, and the [MASK] was hungry'];

describe('what heads do over texts, in the page', () => {
  const shares: number[] = [];
  const answer = study(texts, texts.length, (share) => shares.push(share));

  it('is what fovea heads prints', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fovea-')), 'texts.txt');
    writeFileSync(file, texts.join('\n'));
    const printed = JSON.parse(
      execFileSync(nativePath('fovea'), [
        ...['heads', '--model', path, '--file', file, '--json'],
      ]).toString(),
    );
    expect(answer).toMatchObject({ texts: 41, measured: 41, tokens: printed.tokens });
    for (const [i, head] of printed.heads.entries()) {
      const numbers = answer.heads.subarray(i * numbersOfHead, (i + 1) * numbersOfHead);
      for (const { column, relation: at } of habits)
        expect(numbers[at], column).toBeCloseTo(head[column] ?? Number.NaN, 5);
      expect(numbers[relations]).toBeCloseTo(head.entropy, 5);
      expect(numbers[relations + 1]).toBeCloseTo(head.effect, 5);
    }
    expect(answer.queries[relation.noun]).toBe(printed.queries.noun);
  });

  it('tells how much of it is done', () => {
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });

  it('names the texts in which a head is most and least sure', () => {
    const jobs = new HeadJobs(fovea, opened);
    const [layer, head] = [2, 5];
    const spreadOf = (text: string) => {
      const [arches] = jobs.arches({ model: 1, texts: [text], layer, head });
      const { pieces, weights } = arches as NonNullable<typeof arches>;
      const bits = weights.reduce((sum, w) => sum - (w > 0 ? w * Math.log2(w) : 0), 0);
      return bits / pieces.length / Math.log2(pieces.length);
    };
    const all = texts.map((text) => (text ? spreadOf(text) : Number.NaN));
    const known = all.filter((spread) => !Number.isNaN(spread));
    const [sure, unsure] = [answer.sure, answer.unsure].map((each) => each[layer * heads + head]);
    expect(sure?.[0]?.spread).toBeCloseTo(Math.min(...known), 5);
    expect(unsure?.[0]?.spread).toBeCloseTo(Math.max(...known), 5);
    for (const { text, spread } of [...(sure ?? []), ...(unsure ?? [])])
      expect(all[text]).toBeCloseTo(spread, 5);
    expect(sure).toHaveLength(4);
  });

  it('measures effects in some of them, spread evenly', () => {
    const some = study(texts, 7);
    expect(some).toMatchObject({ texts: 41, measured: 7 });
    const [all, entropy] = [answer, some].map((each) => each.heads[relations]);
    expect(entropy).toBeCloseTo(all ?? 0, 5);
    expect(study(texts, 0).heads[relations + 1]).toBeNaN();
  });
});

it('finds every place where a word was looked at', () => {
  const jobs = new HeadJobs(fovea, opened);
  const asked = { model: 1, id: 1, layer: 2, head: 5, piece: 'dog' };
  globalThis.self ??= globalThis as never;
  const post = globalThis.postMessage;
  globalThis.postMessage = () => undefined;
  const { count, mean, places } = jobs.places({ ...asked, texts: ['The dog saw a dog', 'a cat'] });
  globalThis.postMessage = post;
  expect(count).toBe(2);
  expect(places).toHaveLength(10);
  for (const { text, pieces, key } of places) expect([text, pieces[key]]).toEqual([0, 'dog']);
  const sum = places.reduce((all, { weight }) => all + weight, 0);
  expect(mean).toBeCloseTo(sum / 10, 6);
  const weights = places.map(({ weight }) => weight);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
});
