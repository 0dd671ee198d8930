import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Encoder } from '../../../web/src/element/session';
import { ownRun } from '../../../web/src/model/protocol';

/** A part: the length of its header, the header, its bytes. */
function part(ranges: readonly [number, number][], bytes: Uint8Array, sentences?: string[]): Blob {
  const json = new TextEncoder().encode(JSON.stringify({ size: file.length, ranges, sentences }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return new Blob([length, json, new Uint8Array(bytes)]);
}

/** A model file with one tensor of an encoder and one of a head. */
const file = (() => {
  const header = JSON.stringify({
    __metadata__: { config: '{"masked_word_head":true}' },
    'encoder.a': { data_offsets: [0, 4] },
    'cls.b': { data_offsets: [4, 6] },
  });
  const json = new TextEncoder().encode(header);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(json.length), true);
  return new Uint8Array([...new Uint8Array(size.buffer), ...json, 1, 2, 3, 4, 5, 6]);
})();
const cut = file.length - 3;

const { asked, answers } = vi.hoisted(() => ({
  asked: [] as string[],
  answers: new Map<string, { yes: (file: Blob) => void; no: (error: Error) => void }>(),
}));
vi.mock('../../../web/src/model/core-beside', () => ({ compiledCore: () => Promise.resolve() }));
vi.mock('../../../web/src/model/parts', () => ({ parts: () => ({ address: (n: string) => n }) }));
vi.mock('../../../web/src/model/source', () => ({
  fetchModel: (name: string) => {
    asked.push(name);
    return new Promise<Blob>((yes, no) => answers.set(name, { yes, no }));
  },
}));
const client = {
  load: vi.fn(async (file: Blob) => ({ file })),
  encode: vi.fn(async (text: string) => text),
  parameter: vi.fn(async (name: string) => name),
  outcomes: vi.fn(async () => []),
  release: vi.fn(),
};
vi.mock('../../../web/src/model/page-encoder', () => ({ openEncoder: () => client }));

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const sendFirst = () => answers.get('model')?.yes(part([[0, cut]], file.subarray(0, cut), ['a b']));
const sendRest = () =>
  answers.get('model-rest')?.yes(part([[cut, file.length]], file.subarray(cut)));

/** A figure of a page of its own, that shows what it is given. */
async function figure(sentence = 'a b', view = 'attention') {
  const { connect } = await import('../../../web/src/element/connection-split');
  const { encoder, model } = connect();
  const shown: Blob[] = [];
  const show = async (file: Blob) => {
    shown.push(file);
    await encoder.load(file);
  };
  const fetch = model as Exclude<typeof model, string | Promise<unknown>>;
  const whole = fetch(() => undefined, { sentence, view }, show).then(async (file) => {
    await show(file);
    return file;
  });
  whole.catch(() => undefined);
  return { encoder, shown, whole };
}

/** Whether a question is answered by now. */
async function isAnswered(question: Promise<unknown>): Promise<boolean> {
  let answered = false;
  question.then(
    () => (answered = true),
    () => undefined,
  );
  await settle();
  return answered;
}

const encode = (encoder: Encoder, text: string) => encoder.encode(text, [], ownRun);

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  answers.clear();
});

describe('a model in two parts', () => {
  it('reads its sentences with the first, and the file again with both', async () => {
    const { encoder, shown, whole } = await figure();
    expect(asked).toEqual(['model']);
    sendFirst();
    await settle();
    expect(asked).toEqual(['model', 'model-rest']);
    const [early] = await Promise.all(shown.map((file) => file.text()));
    expect(early).toContain('\\"masked_word_head\\":false');
    expect(early).not.toContain('cls.b');
    expect(await isAnswered(encode(encoder, 'a b'))).toBe(true);
    sendRest();
    expect(new Uint8Array(await (await whole).arrayBuffer())).toEqual(file);
    expect(shown.length).toBe(2);
  });

  it('waits for the second with what the first cannot answer', async () => {
    const { encoder } = await figure();
    sendFirst();
    await settle();
    const waiting = [
      encode(encoder, 'a c'),
      encoder.encode('a b', [], ownRun, { token: 0, piece: 1 }),
      encoder.parameter('embeddings.word_embeddings.weight'),
      encoder.outcomes({ text: 'a b', masked: [], variants: [], token: 0, pieces: [] }),
    ];
    expect(await isAnswered(Promise.race(waiting))).toBe(false);
    expect(await isAnswered(encoder.parameter('encoder.a'))).toBe(true);
    sendRest();
    expect(await isAnswered(Promise.all(waiting))).toBe(true);
  });

  it.each([
    ['sentence is another', 'a c', 'attention'],
    ['answer is shown', 'a b', 'prediction'],
  ])('shows nothing before it is whole where the %s', async (_, sentence, view) => {
    const { shown, whole } = await figure(sentence, view);
    sendFirst();
    await settle();
    expect(shown).toEqual([]);
    sendRest();
    await whole;
    expect(shown.length).toBe(1);
  });

  it('says that the second part is missing, to whoever waits for it too, and asks again', async () => {
    const { encoder, whole } = await figure();
    sendFirst();
    await settle();
    const other = encode(encoder, 'a c');
    answers.get('model-rest')?.no(new Error('its server says 404'));
    await expect(whole).rejects.toThrow(/404/);
    await expect(other).rejects.toThrow(/404/);
    await expect(encode(encoder, 'a d')).rejects.toThrow(/404/);
    const again = await figure();
    await settle();
    expect(asked).toEqual(['model', 'model-rest', 'model-rest']);
    sendRest();
    await again.whole;
  });

  it('no longer waits where the reader has opened another model', async () => {
    const { encoder } = await figure();
    sendFirst();
    await settle();
    const other = encode(encoder, 'a c');
    await encoder.load(new Blob(['another']));
    expect(await isAnswered(other)).toBe(true);
  });

  it('is fetched once for two figures, the second of which finds it whole', async () => {
    const one = await figure();
    sendFirst();
    await settle();
    sendRest();
    const file = await one.whole;
    const two = await figure();
    expect(await two.whole).toBe(file);
    expect(two.shown).toEqual([file]);
    expect(asked).toEqual(['model', 'model-rest']);
  });
});
