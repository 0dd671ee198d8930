// @vitest-environment happy-dom
import { pairs } from 'fovea-sentences';
import { beforeEach, expect, it, vi } from 'vitest';
import { figure } from '../../../../web/src/views/circuit';
import { Drawn, makeTrace } from '../figure-context';

const asked = vi.hoisted(() => ({ pair: vi.fn() }));
vi.mock('../../../../web/src/relatives/circuit', () => ({ circuits: () => asked }));

const [layers, heads, roles] = [3, 4, 5];
const count = pairs.filter((line) => !line.startsWith('[')).length / 2;

/** A circuit of two parts: head 2 of layer 1 at the pronoun, and the network of layer 3 at the noun for a kind. */
function answerTo({ one }: { readonly one: string }) {
  const found = new Float32Array(layers * (heads + 1) * roles);
  found[1 * roles + 2] = 1;
  found[(2 * (heads + 1) + heads) * roles] = one.includes('they') ? 1 : 0;
  const reads = new Float32Array(layers * heads * roles * roles).fill(Number.NaN);
  reads[(1 * roles + 2) * roles + 4] = 0.75;
  return { kept: 2, nodes: 40, found, reads };
}

function drawn(): Drawn {
  const box = new Drawn(figure, makeTrace('the dog saw it', []));
  box.context.choose({ over: 'pairs' });
  return box;
}

const press = (box: Drawn, text: string) =>
  box
    .all('button')
    .find((each) => each.textContent === text)
    ?.click();

async function through(box: Drawn): Promise<void> {
  press(box, `search the circuits of ${count} pairs`);
  await vi.waitFor(() => expect(box.texts('.fields span')).toContain(`${count} of ${count} pairs`));
}

const nodeAt = (box: Drawn, index: number) => box.all(`.roles [data-part="${index}"]`)[0];

beforeEach(() => {
  asked.pair.mockReset().mockImplementation((_, pair) => Promise.resolve(answerTo(pair)));
});

it('searches no pair before it is asked to, and then each once', async () => {
  const box = drawn();
  expect(box.all('.roles .node')).toHaveLength(layers * (heads + 1) * roles);
  expect(asked.pair).not.toHaveBeenCalled();
  await through(box);
  expect(asked.pair).toHaveBeenCalledTimes(count);
  expect(new Set(asked.pair.mock.calls.map(([, { one }]) => one)).size).toBe(count);
  expect(asked.pair.mock.calls[0]?.[1].keep).toBe(0.9);
});

it('says how often a part is in the circuit, and what it reads', async () => {
  const box = drawn();
  await through(box);
  expect(nodeAt(box, 7)?.getAttribute('aria-label')).toMatch(
    /^layer 1, head 2, at the pronoun: 100\s%$/,
  );
  const circuits = /^(\d+) of \1 pairs.*have 5\s%/.exec(box.texts('figcaption')[0] ?? '')?.[1];
  expect(box.texts('.strongest li')).toEqual([
    `layer 1, head 2, at the pronoun: in ${circuits} of ${circuits} circuits. It attends most, with .75, to any other word.`,
  ]);
});

it('tells what differs for another kind', async () => {
  const box = drawn();
  await through(box);
  expect(box.all('h4')).toHaveLength(1);
  box.context.choose({ kind: 'they' });
  expect(box.texts('h4')[1]).toBe('What differs for “they”');
  expect(box.texts('.strongest').at(-1)).toContain(
    'layer 3, feed-forward network, at what the pronoun means: in 100 % of circuits, for “it” in 0 %',
  );
});

it('stops where it is cancelled, goes on from there, and leaves out what is not read rightly', async () => {
  const box = drawn();
  let give = (_: null) => {};
  asked.pair.mockResolvedValue(null);
  asked.pair.mockResolvedValueOnce(null);
  asked.pair.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  );
  press(box, `search the circuits of ${count} pairs`);
  await vi.waitFor(() => expect(asked.pair).toHaveBeenCalledTimes(2));
  press(box, 'cancel');
  give(null);
  await Promise.resolve();
  expect(box.texts('.fields span')).toContain(`1 of ${count} pairs`);
  press(box, 'go on');
  await vi.waitFor(() => expect(box.texts('.fields span')).toContain(`${count} of ${count} pairs`));
  expect(asked.pair).toHaveBeenCalledTimes(count + 1);
  expect(box.all('figcaption')).toHaveLength(0);
});

it('lists the sentences in which the box pressed is needed, and leads to the circuit of each', async () => {
  const box = drawn();
  await through(box);
  box.context.choose({ kind: 'they' });
  const network = (2 * (heads + 1) + heads) * roles;
  nodeAt(box, network)?.click();
  const they = pairs.slice(pairs.indexOf('[they]') + 1).filter((_, i) => i % 2 === 0);
  const plain = (marked: string) => marked.replaceAll(/[~+-](?=\w)/g, '');
  expect(box.texts('.needed li')).toEqual(they.map(plain));
  expect(box.texts('.needed h4')[0]).toContain(`Why ${they.length} of ${they.length}? layer 3`);
  nodeAt(box, 0)?.click();
  expect(box.texts('.needed')).toEqual([
    'layer 1, head 1, at what the pronoun means: in no circuit.',
  ]);
  nodeAt(box, network)?.click();
  box.all('.needed button')[1]?.click();
  const { sentence, other } = box.context.state;
  const at = pairs.indexOf(they[1] ?? '');
  expect([sentence, other]).toEqual([they[1], pairs[at + 1]].map((each) => plain(each ?? '')));
  expect(box.context.choices.get('over')).toBeUndefined();
});
