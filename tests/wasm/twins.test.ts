import type { FoveaModule } from 'fovea-wasm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Choice } from '../../web/src/state/actions';
import { formatHash, parseHash } from '../../web/src/state/url';
import {
  type CopyRow,
  copyMap,
  readouts,
  regionOf,
  shareOf,
  type Way,
  wayOf,
} from '../../web/src/state/what-if/copy-map';
import { runOf } from '../../web/src/state/what-if/history';
import { copyOf, numbersAt } from '../../web/src/state/what-if/run-text';
import { foundTwins, type Twins, twinsOf } from '../../web/src/state/what-if/twins';
import type { Handle, Scene } from '../../web/src/views/kit/scene';
import { figure as twinsView } from '../../web/src/views/twins';
import { edges, letters, meet } from './geometry';
import { type Reader, readerOf, turn } from './reader';
import { loadShipped, modelBytes } from './shipped';
import { variantBytes } from './variants';

let fovea: FoveaModule;
let reader: Reader;

async function open(choice: Choice = {}, bytes = modelBytes()): Promise<Twins> {
  reader = readerOf(fovea, bytes, { view: 'twins', layer: 1, head: 0, ...choice });
  await reader.settled();
  return twins();
}

function twins(): Twins {
  const found = twinsOf(reader.store.state);
  if (!found) throw new Error('there are no twins');
  return found;
}

function wayFrom(found: Twins): Way {
  const way = wayOf(reader.store.state, found);
  if (!way) throw new Error('there is no way to go');
  return way;
}

const it7 = 7;
const copy = (...regions: string[]) =>
  reader.store.dispatch({ type: 'run', run: { structure: '', changes: regions.map(copyOf) } });

const sceneAt = (width: number): Scene => twinsView.layout(reader.store.state, { width });
const captionAt = (width = 900) => sceneAt(width).caption.join(' ');

beforeAll(async () => {
  fovea = await loadShipped();
});

describe('tired and wide', () => {
  beforeAll(() => open());
  afterAll(() => reader.close());
  beforeEach(async () => {
    reader.store.dispatch({ type: 'run', run: { structure: '', changes: [] } });
    await reader.settled();
  });

  /** What a cell of the map says, computed by a run of its own. */
  function shareByRun({ source }: CopyRow, token: number): number {
    const { sentence } = reader.store.state;
    const way = wayFrom(twins());
    const region = regionOf(source, token);
    const change = `${region}=${numbersAt(twins().lower, region)}`;
    const { tensors, data } = reader.model.encode(sentence, { changes: [change] });
    const info = tensors.find(({ name }) => name === 'logits');
    const at = (info?.offset ?? 0) + (info?.axes[1]?.size ?? 0) * it7;
    const odds = (data[at + way.from] ?? 0) - (data[at + way.to] ?? 0);
    return (odds - way.upper) / (way.lower - way.upper);
  }

  it('differ in one word, and read otherwise at “it”', () => {
    const { upper, lower } = twins();
    const pieces = ({ encoding }: typeof upper) => encoding.tokens.map(({ piece }) => piece);
    expect(pieces(upper).slice(0, -1)).toEqual(pieces(lower).slice(0, -1));
    expect([pieces(upper).at(-1), pieces(lower).at(-1)]).toEqual(['tired', 'wide']);
    const { vocabulary = [] } = reader.store.state.model ?? {};
    const { from, to } = wayFrom(twins());
    expect([vocabulary[from], vocabulary[to]]).toEqual(['animal', 'street']);
  });

  it('have a map in which every cell is what a run with that copy reads', () => {
    const { vectors, heads } = copyMap(reader.store.state, twins());
    expect([vectors.length, heads.length]).toEqual([5, 8]);
    for (const row of [...vectors, ...heads]) {
      row.outcomes.forEach((outcome, token) => {
        if (!outcome) throw new Error('a cell is missing');
        const share = shareOf(outcome, wayFrom(twins()));
        expect(share, `${row.source.tensor} ${token}`).toBeCloseTo(shareByRun(row, token), 4);
      });
    }
  });

  it('are one and the same once every vector after a layer is copied, to the last digit', async () => {
    for (const tensor of ['embedding.output', 'layers.1.feedForward.norm']) {
      copy(tensor);
      await reader.settled();
      const { trace } = reader.store.state;
      for (const name of ['layers.2.attention.weights', 'logits'])
        expect(trace?.tensor(name).data, name).toEqual(twins().lower.tensor(name).data);
      expect(trace?.encoding.tokens.at(-1)?.piece).toBe('tired');
    }
  });

  it('open the run of a cell, write it down in a few letters, and go back', async () => {
    const button = (label: RegExp) =>
      sceneAt(900).marks.find(
        (mark): mark is Handle => mark.kind === 'handle' && label.test(mark.label),
      ) as Handle;
    const cell = button(/^Copy “it”, after layer 3: [\d.]+ of the way, reads street \.\d{3}/);
    const { action } = cell;
    const [reads] = /street \.\d{3}/.exec(cell.label) ?? [];
    if (action.kind !== 'run') throw new Error('the cell makes no copy');
    reader.store.dispatch({ type: 'run', run: action.run });
    await reader.settled();
    expect(captionAt()).toContain(`With “it” copied (after layer 3), the upper run reads ${reads}`);
    const hash = formatHash(reader.store.state);
    expect(new URLSearchParams(hash.slice(1)).get('change')).toBe(
      'layers.2.feedForward.norm[7,:]=other',
    );
    const pressed = button(/^Copy “it”, after layer 3/);
    expect(pressed.chosen).toBe(true);
    expect(pressed.action).toEqual({ kind: 'run', run: { structure: '', changes: [] } });
    reader.store.dispatch({ type: 'undo' });
    await reader.settled();
    expect(captionAt()).not.toContain('With ');
    const linked = readerOf(fovea, modelBytes(), parseHash(hash));
    await linked.settled();
    expect(linked.store.state.trace?.encoding.run).toEqual(action.run);
    expect(linked.store.state.trace?.row('logits', it7)).not.toEqual(
      twins().upper.row('logits', it7),
    );
    linked.close();
  });

  it('run alike when the structure is another, and copies go along', async () => {
    const copied = copyOf('layers.2.feedForward.norm[7,:]');
    reader.store.dispatch({ type: 'run', run: { structure: 'scale=off', changes: [copied] } });
    await reader.settled();
    const { upper, lower } = twins();
    for (const { encoding } of [upper, lower])
      expect(encoding.run).toEqual({ structure: 'scale=off', changes: [] });
    const row = (of: Twins['upper']) => of.row('layers.2.feedForward.norm', it7);
    expect(reader.store.state.trace && row(reader.store.state.trace)).toEqual(row(lower));
  });

  it('are read early by skipping the layers that follow; at last as they are', () => {
    const { state } = reader.store;
    for (const { encoding } of [twins().upper, twins().lower]) {
      const early = readouts(state, encoding.text);
      expect(early).toHaveLength(5);
      early.forEach(({ best, probability }, stage) => {
        const skipped = [0, 1, 2, 3].filter((layer) => layer >= stage);
        const structure = skipped.map((layer) => `layer@${layer}=off`).join();
        const { tensors, data } = reader.model.encode(encoding.text, { structure });
        const info = tensors.find(({ name }) => name === 'logits');
        const width = info?.axes[1]?.size ?? 0;
        const start = (info?.offset ?? 0) + width * it7;
        const logits = data.subarray(start, start + width);
        const most = Math.max(...logits);
        expect(logits.indexOf(most)).toBe(best);
        const sum = logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
        expect(probability).toBeCloseTo(1 / sum, 5);
      });
    }
    const shown = (side: string) =>
      sceneAt(900).marks.flatMap((mark) =>
        mark.kind === 'text' && mark.shows?.tensor === `read ${side}` ? [mark.text] : [],
      );
    expect(shown('upper').at(-1)).toMatch(/^animal \.9/);
    expect(shown('lower').at(-1)).toMatch(/^street \.9/);
  });

  it('every word tried in a place reads as its sentence does, and a click makes it a twin', async () => {
    const { store, model } = reader;
    store.dispatch({ type: 'try', token: 10 });
    while (!foundTwins(store.state)?.turners.length) await turn();
    const [first] = foundTwins(store.state)?.turners ?? [];
    if (!first) throw new Error('no word turns it');
    const { tensors, data } = model.encode(first.sentence, {});
    const info = tensors.find(({ name }) => name === 'logits');
    const width = info?.axes[1]?.size ?? 0;
    const start = (info?.offset ?? 0) + width * it7;
    const logits = data.subarray(start, start + width);
    const best = Math.max(...logits);
    expect(logits.indexOf(best)).toBe(first.outcome.best);
    const sum = logits.reduce((total, logit) => total + Math.exp(logit - best), 0);
    expect(first.outcome.probability).toBeCloseTo(1 / sum, 5);
    store.dispatch({ type: 'choose', choice: { other: first.sentence } });
    while (twinsOf(store.state)?.lower.encoding.text !== first.sentence) await turn();
    expect(twins().lower.encoding.tokens.at(-1)?.piece).toBe(first.word);
    expect(store.state.trying).toBe(10);
    const { tried = 0, count = 0 } = foundTwins(store.state) ?? {};
    expect(tried).toBeLessThan(count);
    store.dispatch({ type: 'try', token: null });
    expect(foundTwins(store.state)).toBeNull();
    store.dispatch({ type: 'choose', choice: { other: '' } });
    await reader.settled();
  });

  it('neither the word in focus nor a part of a word gives way to others', () => {
    for (const token of [it7, 99]) {
      reader.store.dispatch({ type: 'try', token });
      expect(foundTwins(reader.store.state)).toBeNull();
    }
    reader.store.dispatch({ type: 'try', token: null });
  });

  it.each([288, 320, 480, 560, 620, 760, 900, 1100])(
    'stay inside %s px, and write nothing over anything else',
    (width) => {
      const scene = sceneAt(width);
      for (const mark of scene.marks) {
        const [left, right] = edges(mark) ?? [0, 0];
        expect(left).toBeGreaterThanOrEqual(-4);
        expect(right).toBeLessThanOrEqual(width + 4);
      }
      const all = letters(scene);
      for (const [i, one] of all.entries()) {
        expect(one.left, one.text).toBeGreaterThanOrEqual(-2);
        expect(one.right, one.text).toBeLessThanOrEqual(width + 2);
        expect(all.slice(i + 1).find((next) => meet(one, next))?.text, one.text).toBeUndefined();
      }
    },
  );
});

it('of trophy and suitcase one head turns the pronoun alone', async () => {
  await open({
    sentence: "The trophy doesn't fit in the suitcase because it is too big",
    layer: 0,
  });
  expect(captionAt()).toContain('one copied vector turns the answer: “it” after layer 1, 2 or 3;');
  expect(captionAt()).toMatch(
    /head \d of layer 1 turns it on its own, at “\w+”: \.\d\d of the way\./,
  );
  reader.close();
});

it('nothing turns where both read alike', async () => {
  await open({ sentence: 'dog bites man', token: 1 });
  expect(captionAt()).toMatch(
    /At “bites” the runs read (\w+) \.\d+ and \1 \.\d+: nothing changes\.$/,
  );
  reader.close();
});

it('the readings that are compared can be others', async () => {
  await open({ pair: 'street animal' });
  const way = wayFrom(twins());
  expect(way.upper).toBeLessThan(0);
  expect(
    sceneAt(900).marks.some(
      (mark) => mark.kind === 'text' && mark.text.includes('from street to animal'),
    ),
  ).toBe(true);
  reader.close();
});

it('sentences of another length are no twins, and are told so', async () => {
  reader = readerOf(fovea, modelBytes(), { view: 'twins', other: 'dog bites man' });
  await reader.settled();
  expect(twinsOf(reader.store.state)).toBeNull();
  expect(captionAt()).toContain('The lower sentence has 3 tokens, the upper one 11');
  reader.store.dispatch({ type: 'run', run: { structure: '', changes: [copyOf('output[10,:]')] } });
  await reader.settled();
  expect(reader.store.state.trace?.encoding.run?.changes).toEqual([]);
  expect(runOf(reader.store.state).changes).toHaveLength(1);
  reader.close();
});

it('a model without a head has arches and distances, and no map', async () => {
  await open({ sentence: 'a b c a', other: 'a b d a' }, variantBytes('paper'));
  expect(captionAt()).toContain('This model cannot predict words.');
  reader.close();
});
