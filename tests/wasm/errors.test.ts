import type { FoveaModule, Model } from 'fovea-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../web/src/model/source';
import { loadShipped, modelBytes, thrownBy } from './shipped';
import { variantBytes } from './variants';

let fovea: FoveaModule;
let model: Model;

beforeAll(async () => {
  fovea = await loadShipped();
  model = fovea.loadModel(sourceOf(modelBytes()));
});

describe('errors cross the boundary as Error with a code', () => {
  it.each([
    ['no tokens', 'invalid-input', () => model.encode('', {})],
    ['an index to mask beyond the text', 'invalid-input', () => model.encode('a', { masked: [1] })],
    ['bytes that are not UTF-8', 'invalid-utf8', () => model.encode(Uint8Array.of(0xff), {})],
    ['an unknown structure', 'invalid-input', () => model.encode('a', { structure: 'norm=up' })],
    ['a change of no tensor', 'invalid-input', () => model.encode('a', { changes: ['norm=1'] })],
    ['a change without a value', 'invalid-input', () => model.encode('a', { changes: ['x'] })],
    ['an unknown parameter', 'missing-tensor', () => model.parameter('no.such')],
    ['an empty file', 'file-truncated', () => fovea.loadModel(sourceOf(new Uint8Array(0)))],
    [
      'a file that can no longer be read',
      'file-truncated',
      () => fovea.loadModel({ size: 100, read: () => new Uint8Array(0) }),
    ],
    [
      'a file beyond what can be addressed',
      'invalid-input',
      () => fovea.loadModel({ size: 2 ** 33, read: () => new Uint8Array(0) }),
    ],
    ['a file of zeros', 'header-not-json', () => fovea.loadModel(sourceOf(new Uint8Array(4096)))],
  ])('%s: %s', (_, code, call) => {
    const error = thrownBy(call);
    expect(error.code).toBe(code);
    expect(error.message.length).toBeGreaterThan(10);
  });

  it.each([Number.NaN, -1])('a file of the size %d: the message names the size', (size) => {
    const error = thrownBy(() => fovea.loadModel({ size, read: () => new Uint8Array(0) }));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain('this is not a file: its size must be a number, 0 or more');
  });
});

it('a weight that is no finite number is refused with its tensor’s name', () => {
  const bytes = Uint8Array.from(variantBytes('paper'));
  const view = new DataView(bytes.buffer);
  const header = new TextDecoder().decode(bytes.subarray(8, 8 + view.getUint32(0, true)));
  const last = Object.keys(JSON.parse(header)).at(-1) as string;
  view.setFloat32(bytes.length - 4, Number.NaN, true);
  const error = thrownBy(() => fovea.loadModel(sourceOf(bytes)));
  expect(error.code).toBe('not-finite');
  expect(error.message).toContain(last);
});

describe('what the page’s module leaves out is refused by its name, with a code of its own', () => {
  it.each([
    ['a decoder', { decoder_layers: 1 }],
    ['rotary positions', { position_embedding_type: 'rotary' }],
    ['ALiBi', { position_embedding_type: 'alibi' }],
    ['fewer heads of keys and values', { num_key_value_heads: 1 }],
    ['RMSNorm, experts', { norm_type: 'rms_norm', num_local_experts: 2 }],
    ['a gated feed-forward network', { gated_feed_forward: true }],
  ])('%s', (name, changes) => {
    const error = thrownBy(() => fovea.loadModel(sourceOf(variantBytes('paper', changes))));
    expect(error.code).toBe('not-in-this-build');
    expect(error.message).toContain(`this build has no support for ${name}`);
  });

  it('other positions, for a model that could be run with them', () => {
    const error = thrownBy(() => model.encode('a', { structure: 'positions=rotary' }));
    expect(error.code).toBe('not-in-this-build');
    expect(error.message).toContain('this build has no support for rotary positions and ALiBi');
  });
});

/** The same numbers in every run (Park & Miller's generator). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48271) % 2147483647;
    yield state;
  }
}

/** A code of the core's, and neither a crash nor a bare number. */
function expectRefusal(bytes: Uint8Array): void {
  const { code } = thrownBy(() => fovea.loadModel(sourceOf(bytes)));
  expect(code).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
  expect(code).not.toBe('internal');
}

describe('hostile model files', () => {
  it('cut anywhere, the file is refused', () => {
    const whole = modelBytes();
    for (const length of [1, 7, 8, 9, 100, 5000, 50_000, whole.length - 1])
      expectRefusal(whole.subarray(0, length));
  });

  it('with bytes of the header replaced, it is refused or read, and nothing breaks', () => {
    const whole = modelBytes();
    const headerLength = Number(new DataView(whole.buffer).getBigUint64(0, true));
    const random = numbers(7);
    for (let round = 0; round < 60; ++round) {
      const bytes = whole.slice();
      for (let i = 0; i < 3; ++i)
        bytes[random.next().value % (8 + headerLength)] = random.next().value & 0xff;
      let loaded: Model | undefined;
      try {
        loaded = fovea.loadModel(sourceOf(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as { code?: unknown }).code).not.toBe('internal');
      }
      loaded?.delete();
    }
  });

  it('a control character in the header is refused', () => {
    const header = '{"\u001b[2J": 1}';
    const bytes = new TextEncoder().encode(`........${header}`);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
    const { code, message } = thrownBy(() => fovea.loadModel(sourceOf(bytes)));
    expect(code).toBe('header-not-json');
    expect(message).not.toContain('\u001b');
  });

  it('a header that promises gigabytes is refused', () => {
    const header = JSON.stringify({
      a: { dtype: 'F32', shape: [2 ** 31, 2 ** 31], data_offsets: [0, 4] },
    });
    const bytes = new Uint8Array(8 + header.length + 4);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
    bytes.set(new TextEncoder().encode(header), 8);
    expectRefusal(bytes);
  });

  it('and the module serves on', () => {
    expect(model.encode('dog bites man', {}).tokens).toHaveLength(3);
  });
});
