import { readdirSync, readFileSync } from 'node:fs';
import type { FoveaPublishedModule, Model } from 'fovea-published-wasm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { circuitOf } from '../../web/src/relatives/worker-circuits';
import { literalTokenizer, pathOf, tokenizerOf, tokenizers } from './published-files';
import { expectClose, expectedOf, loadPublished, open } from './published-folder';

const names = readdirSync(projectPath('tests/fixtures/published'));

let fovea: FoveaPublishedModule;
let model: Model | undefined;
beforeAll(async () => {
  fovea = await loadPublished();
});
afterEach(() => {
  model?.delete();
  model = undefined;
});

const configOf = (name: string) => JSON.parse(readFileSync(pathOf(name, 'config.json'), 'utf8'));

function tensorOf(encoding: ReturnType<Model['encode']>, name: string): Float32Array {
  const tensor = encoding.tensors.find((each) => each.name === name);
  if (!tensor) throw new Error(`the trace has no ${name}`);
  return encoding.data.subarray(tensor.offset, tensor.offset + tensor.length);
}

/** The output of each layer. */
function checkLayers(opened: Model, text: string, expected: (tensor: string) => number[]): void {
  const encoding = opened.encode(text, {});
  const { num_hidden_layers: layers, norm_order: order } = opened.info().config;
  const last = order === 'post' ? 'feedForward.norm' : 'feedForward.residual';
  for (let l = 0; l < Number(layers); l++)
    expectClose(tensorOf(encoding, `layers.${l}.${last}`), expected(`layers.${l}.output`));
}

describe.each(['fovea_published.wasm', 'fovea_published_relaxed.wasm'])('%s', (file) => {
  it.each(names)('%s: layers and answers are what PyTorch computes', async (name) => {
    const own = await loadPublished(file);
    const expected = expectedOf(name);
    for (const ids of expected.cases) {
      const at = ids.replace('ids', '');
      const types = expected.numbers(`${at}types`);
      const second = types.includes(0) ? types.indexOf(1) : -1;
      const literal = literalTokenizer(configOf(name).vocab_size, types[0]);
      const opened = open(own, name, { 'tokenizer.json': literal });
      const written = expected.numbers(ids).map(String);
      const answer = () => expected.numbers(`${at}answer`);
      if (second < 0) {
        const text = written.join(' ');
        checkLayers(opened, text, (tensor) => expected.numbers(at + tensor));
        if (name.startsWith('sentence')) expectClose(own.embed(opened, [text]), answer());
      }
      const text = (second < 0 ? written : written.slice(0, second)).join(' ');
      const pair = second < 0 ? {} : { pair: written.slice(second).join(' ') };
      if (own.headOf(opened).kind !== '')
        expectClose(own.answer(opened, { text, ...pair }).logits, answer());
      opened.delete();
    }
  });
});

/** How sure a head is of a label, as ln(p ÷ (1 − p)). */
function logOdds(logits: ArrayLike<number>, label: number): number {
  const powers = Array.from(logits, Math.exp);
  const own = powers[label] ?? 0;
  return Math.log(own / (powers.reduce((sum, power) => sum + power, 0) - own));
}

it('a circuit explains a label: what its head says, and what is left with few parts', () => {
  model = open(fovea, 'distilbert-text');
  const [text, twin] = ['the animal was tired', 'the tired was animal'];
  const logitsOf = (of: string) => fovea.answer(model as Model, { text: of }).logits;
  const label = logitsOf(text).indexOf(Math.max(...logitsOf(text)));
  const circuit = fovea.createCircuit(model, { text, twin, token: 0, label: -1 });
  const { ofText, ofTwin, ...info } = circuit.info();
  expect(info).toMatchObject({ answer: label, other: label });
  expect(ofText).toBeCloseTo(logOdds(logitsOf(text), label), 5);
  expect(ofTwin).toBeCloseTo(logOdds(logitsOf(twin), label), 5);
  const found = circuitOf(circuit, 0.9);
  expect(found.frames[found.found]?.share).toBeGreaterThanOrEqual(0.9);
  circuit.delete();
  const other = fovea.createCircuit(model, { text, twin, token: 0, label: 1 - label });
  expect(other.info().ofText).toBeCloseTo(-ofText, 5);
  other.delete();
  expect(() => fovea.createCircuit(model as Model, { text, twin, token: 0, label: 9 })).toThrow();
});

it.each(names)('%s: its tokenizer gives the ids of @huggingface/tokenizers', (name) => {
  model = open(fovea, name);
  const cases = tokenizers[tokenizerOf(name)]?.cases ?? [];
  let compared = 0;
  for (const { text, ids } of cases) {
    if (typeof text !== 'string') continue;
    const encoding = model.encode(text, {});
    const found = encoding.tokens.map(({ id }) => id);
    // A longer text is cut before its last piece.
    const whole = encoding.dropped === 0;
    expect(whole ? found : found.slice(0, -1), text).toEqual(
      whole ? ids : ids.slice(0, found.length - 1),
    );
    compared += 1;
  }
  expect(compared).toBeGreaterThan(10);
});
