import { describe, expect, it, vi } from 'vitest';
import { type Encoder, Session } from '../../../web/src/element/session';
import type { Encoding, Run } from '../../../web/src/model/protocol';
import { EncoderError } from '../../../web/src/model/worker-line';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { makeModel, makeTrace } from '../fixtures';

const { fetchModel } = vi.hoisted(() => ({ fetchModel: vi.fn() }));
vi.mock('../../../web/src/model/source', () => ({ fetchModel }));

/** An encoder that answers when the test says so. */
class SlowEncoder implements Encoder {
  readonly asked: string[] = [];
  readonly runs: Run[] = [];
  private readonly answers: { yes: (e: Encoding) => void; no: (e: Error) => void }[] = [];
  load = vi.fn();
  parameter = vi.fn();
  outcomes = vi.fn();

  encode(text: string, _: readonly number[], run: Run): Promise<Encoding> {
    this.asked.push(text);
    this.runs.push(run);
    return new Promise((yes, no) => this.answers.push({ yes, no }));
  }

  async answer(index: number): Promise<void> {
    this.answers[index]?.yes(makeTrace(this.asked[index] ?? '').encoding);
    await settle();
  }

  async refuse(index: number, message: string): Promise<void> {
    this.answers[index]?.no(new Error(message));
    await settle();
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

function begin() {
  const store = new Store(initialState({ sentence: 'one' }));
  const encoder = new SlowEncoder();
  const session = new Session(store, encoder);
  session.start(makeModel());
  const type = (text: string) => store.dispatch({ type: 'sentence', text });
  return { store, encoder, session, type };
}

describe('a session', () => {
  it('encodes the sentence once the model is there, and not again for other changes', async () => {
    const { store, encoder } = begin();
    await encoder.answer(0);
    store.dispatch({ type: 'focus', token: 0 });
    store.dispatch({ type: 'hover', token: 0 });
    expect(encoder.asked).toEqual(['one']);
    expect(store.state.trace?.encoding.text).toBe('one');
  });

  it('sends only the latest of what was typed meanwhile', async () => {
    const { store, encoder, type } = begin();
    for (const text of ['one t', 'one tw', 'one two']) type(text);
    await encoder.answer(0);
    expect(encoder.asked).toEqual(['one', 'one two']);
    expect(store.state.trace?.encoding.text).toBe('one');
    await encoder.answer(1);
    expect(store.state.trace?.encoding.text).toBe('one two');
  });

  it('asks again when a word is masked', async () => {
    const { store, encoder } = begin();
    await encoder.answer(0);
    store.dispatch({ type: 'mask', token: 0 });
    expect(encoder.asked).toEqual(['one', 'one']);
  });

  it('asks again when the model is to be run otherwise, and says why it cannot', async () => {
    const { store, encoder } = begin();
    await encoder.answer(0);
    store.dispatch({ type: 'choose', choice: { structure: 'scale=off', changes: ['output=0'] } });
    expect(encoder.runs).toEqual([
      { structure: '', changes: [] },
      { structure: 'scale=off', changes: ['output=0'] },
    ]);
    await encoder.refuse(1, 'structure: no');
    expect(store.state.status).toMatchObject({ kind: 'error', message: 'structure: no' });
  });

  it('says that an empty text cannot be encoded, and keeps the picture', async () => {
    const { store, encoder, type } = begin();
    await encoder.answer(0);
    const { trace } = store.state;
    type('   ');
    expect(encoder.asked).toEqual(['one']);
    expect(store.state).toMatchObject({ trace, status: { kind: 'error', place: 'sentence' } });
    type('two');
    await encoder.answer(1);
    expect(store.state.status.kind).toBe('ready');
  });

  it('keeps what it said of an empty text when the answer for an older text arrives', async () => {
    const { store, encoder, type } = begin();
    await encoder.answer(0);
    type('two');
    type('');
    const { status } = store.state;
    expect(status.kind).toBe('error');
    await encoder.answer(1);
    expect(store.state.trace?.encoding.text).toBe('two');
    expect(store.state.status).toBe(status);
    type('three');
    await encoder.answer(2);
    expect(store.state.status.kind).toBe('ready');
  });

  it('keeps the reason why a file was refused when an older answer arrives', async () => {
    const { store, encoder, session, type } = begin();
    await encoder.answer(0);
    type('two');
    encoder.load.mockRejectedValue(new Error('not a model'));
    await session.open(new ArrayBuffer(8));
    await encoder.answer(1);
    expect(store.state).toMatchObject({ status: { message: 'not a model', place: 'model' } });
  });

  it('says nothing of a file whose place a later one has taken', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    const late = { code: 'superseded', message: 'A later file took its place.' };
    session.fail(new EncoderError(late), 'model');
    expect(store.state.status).toEqual({ kind: 'ready' });
    session.fail(new Error('not a model'), 'model');
    expect(store.state.status.kind).toBe('error');
  });

  it('keeps it, too, when a parameter arrives that was asked for before', async () => {
    const { store, encoder, session } = begin();
    const name = 'embeddings.word_embeddings.weight';
    let arrive = (_: unknown) => {};
    encoder.parameter.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    await encoder.answer(0);
    store.dispatch({ type: 'cell', cell: { name, index: [0, 0] } });
    encoder.load.mockRejectedValue(new Error('not a model'));
    await session.open(new ArrayBuffer(8));
    arrive({ name, shape: [1, 1], data: new Float32Array(1) });
    await settle();
    expect(store.state.parameters.has(name)).toBe(true);
    expect(store.state).toMatchObject({ status: { message: 'not a model', place: 'model' } });
  });

  it('goes on saying how much of a file has been read when a text is answered', async () => {
    const { store, encoder, session, type } = begin();
    await encoder.answer(0);
    encoder.load.mockImplementation((_, progress) => {
      progress(0.5);
      return new Promise(() => {});
    });
    void session.open(new ArrayBuffer(8));
    type('two');
    await encoder.answer(1);
    expect(store.state.status).toEqual({ kind: 'loading', share: 0.5 });
  });

  it('does not complain of a text that has been replaced', async () => {
    const { store, encoder, type } = begin();
    await encoder.answer(0);
    type('two');
    type('three');
    await encoder.refuse(1, 'too odd');
    expect(store.state.status.kind).toBe('ready');
    expect(encoder.asked.at(-1)).toBe('three');
  });

  it.each(['\u200b\u200b', '\u2060 \ufeff', '\u00ad'])(
    'calls %j a text that cannot be seen',
    (text) => {
      const { store, encoder, type } = begin();
      type(text);
      expect(encoder.asked).toEqual(['one']);
      expect(store.state).toMatchObject({
        status: {
          place: 'sentence',
          message: expect.stringContaining('only invisible characters'),
        },
      });
    },
  );

  it('puts what the core says where the sentence was entered', async () => {
    const { store, encoder } = begin();
    await encoder.refuse(0, 'no such piece');
    expect(store.state.status).toEqual({
      kind: 'error',
      message: 'no such piece',
      place: 'sentence',
    });
  });

  it('says what it has said in the language that is spoken by then', async () => {
    const { store, encoder, session, type } = begin();
    await encoder.answer(0);
    const says = () => (store.state.status.kind === 'error' ? store.state.status.message : '');
    vi.stubGlobal('foveaWords', {
      de: {
        'There is no text to encode.': 'Kein Text.',
        'tensor-missing': 'Es fehlt etwas.',
        '{0} In detail, in English: {1}': '{0} Genauer, auf Englisch: {1}',
      },
    });
    type('');
    expect(says()).toBe('There is no text to encode.');
    vi.stubGlobal('foveaLanguage', 'de');
    expect(says()).toBe('Kein Text.');
    encoder.load.mockRejectedValue(new EncoderError({ code: 'tensor-missing', message: 'no E' }));
    await session.open(new ArrayBuffer(8));
    expect(says()).toBe('Es fehlt etwas. Genauer, auf Englisch: no E');
    vi.unstubAllGlobals();
    expect(says()).toBe('no E');
  });

  it('keeps the former model where a file is none', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    encoder.load.mockRejectedValue(new Error('not a model'));
    const { model, trace } = store.state;
    await session.open(new ArrayBuffer(8));
    const status = { kind: 'error', message: 'not a model', place: 'model' };
    expect(store.state).toMatchObject({ model, trace, status });
  });

  it('reads the sentence with the model that was opened', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    encoder.load.mockResolvedValue(makeModel({ name: 'other' }));
    const seen: boolean[] = [];
    const { model } = store.state;
    const before = store.state.trace;
    store.subscribe((state) => seen.push((state.model === model) === (state.trace === before)));
    await session.open(new ArrayBuffer(8));
    expect(encoder.asked).toEqual(['one', 'one']);
    expect(store.state.model).toBe(model);
    await encoder.answer(1);
    expect(store.state.model?.metadata.name).toBe('other');
    expect(seen).not.toEqual([]);
    expect(seen).not.toContain(false);
  });

  it('drops what the former model answers after another was opened', async () => {
    const { store, encoder, session, type } = begin();
    await encoder.answer(0);
    const { trace } = store.state;
    type('two');
    encoder.load.mockResolvedValue(makeModel({ name: 'other' }));
    await session.open(new ArrayBuffer(8));
    await encoder.answer(1);
    expect(store.state.trace).toBe(trace);
    expect(encoder.asked).toEqual(['one', 'two', 'two']);
    await encoder.answer(2);
    expect(store.state.model?.metadata.name).toBe('other');
    expect(store.state.trace?.encoding.text).toBe('two');
  });

  it('keeps a mask that was set while it encodes', async () => {
    const { store, encoder } = begin();
    await encoder.answer(0);
    store.dispatch({ type: 'mask', token: 0 });
    store.dispatch({ type: 'mask', token: 1 });
    await encoder.answer(1);
    expect(store.state.masked).toEqual([0, 1]);
    expect(encoder.asked).toHaveLength(3);
  });

  it('keeps the masks where the figure goes while it encodes', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    store.dispatch({ type: 'mask', token: 0 });
    session.close();
    await encoder.refuse(1, 'released');
    expect(store.state.masked).toEqual([0]);
  });

  it('asks for no parameter that the model has not', async () => {
    const { store, encoder } = begin();
    await encoder.answer(0);
    const name = 'embeddings.nothing.weight';
    store.dispatch({ type: 'cell', cell: { name, index: [0, 0] } });
    await settle();
    expect(encoder.parameter).not.toHaveBeenCalled();
    expect(store.state.status.kind).toBe('ready');
  });

  it('drops a parameter of the former model that arrives after another was opened', async () => {
    const { store, encoder, session } = begin();
    const name = 'embeddings.word_embeddings.weight';
    let arrive = (_: unknown) => {};
    encoder.parameter.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    await encoder.answer(0);
    store.dispatch({ type: 'cell', cell: { name, index: [0, 0] } });
    encoder.load.mockResolvedValue(makeModel({ name: 'other' }));
    await session.open(new ArrayBuffer(8));
    arrive({ name, shape: [1, 1], data: new Float32Array(1) });
    await settle();
    expect(store.state.parameters.size).toBe(0);
  });

  it('asks for a parameter that is refused once, until there is another trace', async () => {
    const { store, encoder } = begin();
    encoder.parameter.mockRejectedValue(new Error('gone'));
    await encoder.answer(0);
    const name = 'embeddings.word_embeddings.weight';
    store.dispatch({ type: 'cell', cell: { name, index: [0, 0] } });
    await settle();
    expect(store.state.status).toEqual({ kind: 'error', message: 'gone', place: 'model' });
    store.dispatch({ type: 'seek', time: 1.2 });
    await settle();
    expect(encoder.parameter).toHaveBeenCalledTimes(1);
    encoder.parameter.mockResolvedValue({ name, shape: [1, 1], data: new Float32Array(1) });
    store.dispatch({ type: 'mask', token: 0 });
    await encoder.answer(1);
    await settle();
    expect(encoder.parameter).toHaveBeenCalledTimes(2);
    expect(store.state.status.kind).toBe('ready');
  });

  it('says nothing more after it was closed', async () => {
    const { store, encoder, session, type } = begin();
    session.close();
    await encoder.answer(0);
    type('two');
    expect(store.state.trace).toBeNull();
    expect(encoder.asked).toEqual(['one']);
  });
});

describe('opening a model', () => {
  it('can be cancelled: the former picture stays, and nothing is reported', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    encoder.load.mockImplementation(
      (_file, _progress, signal: AbortSignal) =>
        new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('cancelled')))),
    );
    const opening = session.open(new Blob(['large']));
    expect(store.state.status).toEqual({ kind: 'loading', share: 0 });
    session.cancelOpening();
    await opening;
    expect(store.state.status).toEqual({ kind: 'ready' });
    expect(store.state.trace?.encoding.text).toBe('one');
  });

  it('says so where no other model is on its way, until it is tried again', async () => {
    const store = new Store(initialState());
    const session = new Session(store, new SlowEncoder());
    fetchModel.mockImplementation(() => new Promise(() => undefined));
    void session.fetch('model.safetensors');
    session.cancelOpening();
    expect(store.state.status).toMatchObject({ kind: 'error', place: 'model' });
    expect((store.state.status as { message: string }).message).toBe('Loading was cancelled.');
    // The page's own model goes on.
    const other = new Store(initialState());
    const own = new Session(other, new SlowEncoder());
    void own.open(new Blob(['large']));
    own.cancelOpening();
    expect(other.state.status).toEqual({ kind: 'loading' });
  });

  it('opens no model whose download was cancelled, nor one that another took the place of', async () => {
    const { store, encoder, session } = begin();
    await encoder.answer(0);
    let arrive = (_: Blob) => {};
    fetchModel.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    const fetching = session.fetch('model.safetensors');
    session.cancelOpening();
    arrive(new Blob(['late']));
    await fetching;
    expect(encoder.load).not.toHaveBeenCalled();
    expect(store.state.status).toEqual({ kind: 'ready' });

    encoder.load.mockResolvedValue(makeModel({ name: 'own' }));
    const slow = session.fetch('model.safetensors');
    const own = new Blob(['own']);
    await session.open(own);
    arrive(new Blob(['late']));
    await slow;
    expect(encoder.load.mock.calls.map(([file]) => file)).toEqual([own]);
  });

  it('ends the opening of the one before', async () => {
    const { encoder, session } = begin();
    const signals: AbortSignal[] = [];
    encoder.load.mockImplementation((_file, _progress, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    void session.open(new Blob(['a']));
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    void session.open(new Blob(['b']));
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('says what a model takes, and refuses one that a page has no memory for', async () => {
    const { store, encoder, session } = begin();
    encoder.load.mockImplementation(() => new Promise(() => undefined));
    const model = (rows: number) => {
      const header = JSON.stringify({ a: { dtype: 'F32', shape: [rows, 1000] } });
      const size = new BigUint64Array([BigInt(header.length)]);
      return new Blob([size, header]);
    };
    await session.open(model(600_000));
    expect(store.state.status).toMatchObject({
      kind: 'error',
      message: expect.stringContaining(
        'This model needs 2.4 GB of memory; a page gets at most 2.1',
      ),
    });
    expect(encoder.load).not.toHaveBeenCalled();
    void session.open(model(25_000));
    await vi.waitFor(() => expect(encoder.load).toHaveBeenCalled());
    encoder.load.mock.calls[0]?.[1]?.(0.5);
    expect(store.state.status).toEqual({ kind: 'loading', share: 0.5, memory: 1e8 });
  });
});
