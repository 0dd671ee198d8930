// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import {
  numbersOfHead,
  ofDistance,
  relation,
  relations,
} from '../../../../web/src/relatives/head-relations';
import type { HeadStudyAnswer } from '../../../../web/src/relatives/protocol';
import { reduce } from '../../../../web/src/state/reduce';
import { stops } from '../../../../web/src/state/tour/stops';
import { figure } from '../../../../web/src/views/corpus';
import { habits } from '../../../../web/src/views/corpus/habits';
import { Drawn, makeTrace, weightsOf } from '../figure-context';

const asked = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock('../../../../web/src/relatives/head-relations', async (original) => ({
  ...(await original<object>()),
  headStudies: () => asked,
}));

const [layers, heads] = [3, 4];
const text = 'the cat saw it';

/**
 * Heads that look at themselves, but for head 1 of layer 1, one back, and head 2 of layer 3, far away; head 2 of layer 2
 * looks far away a third of the time.
 */
function headNumbers(): Float32Array {
  const numbers = new Float32Array(layers * heads * numbersOfHead);
  for (let head = 0; head < layers * heads; head++) {
    const at = head * numbersOfHead;
    const main = head === 0 ? ofDistance(-1) : head === 9 ? relation.far : ofDistance(0);
    numbers[at + main] = 0.8;
    if (head === 5) numbers[at + relation.far] = 0.33;
    numbers[at + relation.noun] = Number.NaN;
    numbers[at + relations] = 1 + head / 10;
    numbers[at + relations + 1] = head / 100;
  }
  return numbers;
}

const sure = Array.from({ length: layers * heads }, () => [{ text: 2, spread: 0.25 }]);

const study: HeadStudyAnswer = {
  ...{ texts: 548, tokens: 6000, measured: 100, heads: headNumbers(), sure, unsure: sure },
  queries: Float32Array.from({ length: relations }, (_, i) => (i === relation.noun ? 0 : 5000)),
};

const answers: Record<string, unknown> = {
  headStudy: study,
  headArches: [
    { pieces: ['a', 'dog', 'ran'], weights: Float32Array.of(1, 0, 0, 0.9, 0.1, 0, 0, 0.5, 0.5) },
  ],
  headPlaces: {
    ...{ count: 1, mean: 0.4 },
    places: [{ text: 0, pieces: ['a', 'dog', 'ran'], query: 2, key: 1, weight: 0.77 }],
  },
};

const trace = () =>
  makeTrace(
    text,
    Array.from({ length: layers }, (_, layer) => weightsOf(layer, heads, 4, layer + 1)),
  );

async function studied(): Promise<Drawn> {
  const box = new Drawn(figure, trace());
  await vi.waitFor(() => expect(box.all('.guess')).toHaveLength(4));
  return box;
}

it('lets the tour ask whether the clearestHabit habit here is one elsewhere, and shows it once that is answered', async () => {
  const box = await studied();
  const tour = { chapter: stops.indexOf('corpus'), answers: [] };
  const within = (answers: readonly (number | null)[]) => {
    const choice = { view: 'corpus', tour: { ...tour, answers } };
    box.state = reduce(box.state, { type: 'choose', choice });
    box.draw();
  };
  within([]);
  expect(box.all('.question')).toHaveLength(0);
  expect(box.all('.card[disabled]')).toHaveLength(layers * heads);
  const { question } = figure.wants?.(box.context) ?? {};
  const [, head, habit] = /head (\S+) puts .* on (.*)\. Is it/.exec(question?.asks ?? '') ?? [];
  const at = habits.findIndex(({ name }) => name === habit);
  const bars = () => box.all('.card .bars').map((each) => each.children[at] as HTMLElement);
  expect(bars().map(({ style }) => style.height)).toEqual(Array(layers * heads).fill('0px'));
  within([...Array(tour.chapter).fill(null), 0]);
  expect(box.all('.card[disabled]')).toHaveLength(0);
  const named = box.all('.card').findIndex((card) => card.querySelector('b')?.textContent === head);
  const share = Number.parseFloat(bars()[named]?.style.height ?? '');
  expect(question?.right).toBe(share > 50 ? 0 : 1);
  expect(question?.why).toContain(`it is ${Math.round(share)}`);
});

async function guessed(): Promise<Drawn> {
  const box = await studied();
  box.all('.guess')[1]?.click();
  return box;
}

const requests = (kind: string) => asked.ask.mock.calls.filter(([each]) => each === kind);

beforeEach(() => {
  asked.ask.mockReset().mockImplementation((kind: string) => Promise.resolve(answers[kind]));
});

it('studies the page’s own sentences, and asks before it shows what each head does far away', async () => {
  const box = await studied();
  expect(requests('headStudy')).toHaveLength(1);
  const [, , { texts, effects }] = requests('headStudy')[0] ?? [];
  expect(texts.length).toBeGreaterThan(500);
  expect(effects).toBe(60);
  expect(box.all('.card[disabled]')).toHaveLength(layers * heads);
  const far = () =>
    box.all('.card .bars i:last-child').map((bar) => (bar as HTMLElement).style.height);
  expect(new Set(far())).toEqual(new Set(['0px']));
  box.all('.guess')[1]?.click();
  expect(box.texts('.question [role=status]')[0]).toContain(
    'up to a quarter. Right. 1 of 12 heads do.',
  );
  expect(box.all('.card:not([disabled])')).toHaveLength(layers * heads);
  expect(new Set(far()).size).toBeGreaterThan(1);
  expect(box.texts('figcaption')[0]).toContain('548 sentences');
});

it('puts heads that do alike side by side', async () => {
  const box = await guessed();
  expect(box.texts('.card b')[0]).toBe('1.2');
  const sections = box.all('.groups section').map((each) => each.querySelectorAll('.card').length);
  expect(sections).toEqual([10, 2]);
});

it('says a head’s numbers, each of which can be asked', async () => {
  const box = await guessed();
  box.all('.card').at(-1)?.dispatchEvent(new Event('pointerenter'));
  expect(box.texts('.readout')[0]).toContain('Layer 3, head 2: 80');
  box.all('.readout .asks')[0]?.click();
  expect(box.texts('.why')[0]).toContain('5,000');
});

it('opens a head: all its numbers, and the sentences in which it is most and least sure', async () => {
  const box = await guessed();
  box.all('.card')[0]?.click();
  expect(box.state.settings).toContain('head=1.2');
  await vi.waitFor(() => expect(box.all('.detail .arched')).toHaveLength(2));
  expect(box.texts('.detail h3')[0]).toBe('Layer 1, head 2');
  expect(box.texts('.detail td')).toContain('—');
  const [, , request] = requests('headArches')[0] ?? [];
  expect(request).toMatchObject({ layer: 0, head: 1 });
  // From “dog” to “a”, and from “ran” to “dog”.
  expect(box.all('.detail .arched')[0]?.querySelectorAll('path')).toHaveLength(2);
});

it('shows every place where a pressed word was looked at', async () => {
  const box = await guessed();
  box.all('.card')[0]?.click();
  await vi.waitFor(() => expect(box.all('.detail .arched')).toHaveLength(2));
  box.all('.detail .word')[1]?.click();
  await vi.waitFor(() => expect(box.all('.places li')).toHaveLength(1));
  expect(requests('headPlaces')[0]?.[2]).toMatchObject({ layer: 0, head: 1, piece: 'dog' });
  expect(box.texts('.places li')[0]).toContain('.77');
  expect(box.texts('.places .about')[0]).toContain('“dog” appears 1 time in these sentences.');
});

it('finds the heads that look as arches that the reader draws', async () => {
  const box = await guessed();
  const press = (word: number) => box.all('.find .word')[word]?.click();
  press(3);
  press(2);
  expect(box.state.settings).toContain('arches=4-3');
  expect(box.texts('.find select option')[0]).toContain('one word back');
  expect(box.texts('.ranked .act')[0]).toBe('1.1');
  expect(box.texts('.ranked td')[0]).toContain('.80');
  press(3);
  press(2);
  expect(box.state.settings).not.toContain('arches');
});

it('ranks by this sentence where the arches have nothing in common', async () => {
  const box = await guessed();
  for (const word of [1, 0, 2, 3]) box.all('.find .word')[word]?.click();
  expect(box.all('.find select')).toHaveLength(0);
  expect(box.all('.ranked .act')).toHaveLength(6);
});

it('studies what is pasted, and can be cancelled', async () => {
  const box = await guessed();
  asked.ask.mockReturnValue(new Promise(() => undefined));
  const field = box.all('textarea')[0] as HTMLTextAreaElement;
  field.value = 'the dog ran\nit sat';
  field.dispatchEvent(new Event('change'));
  await vi.waitFor(() => expect(box.all('progress')).toHaveLength(1));
  const [, , { texts }, { signal }] = requests('headStudy')[1] ?? [];
  expect(texts).toEqual(['the dog ran', 'it sat']);
  box.all('.fields .act')[1]?.click();
  expect(signal.aborted).toBe(true);
  expect(box.all('progress')).toHaveLength(0);
});

it('shows what the heads do in the sentence on show, until what they do in others is known', async () => {
  asked.ask.mockReturnValue(new Promise(() => undefined));
  const one = weightsOf(0, heads, 4);
  const others = [1, 2].map((layer) => weightsOf(layer, heads, 4, layer + 1));
  const box = new Drawn(figure, makeTrace(text, [one, ...others]));
  const cards = box.all('.card');
  expect(cards).toHaveLength(layers * heads);
  const bar = (i: number) =>
    Number.parseFloat(cards[2]?.querySelectorAll<HTMLElement>('.bars i')[i]?.style.height ?? '');
  const at = (query: number, key: number) => 100 * (one.values[2 * 16 + query * 4 + key] ?? 0);
  expect(bar(0)).toBeCloseTo((at(0, 0) + at(1, 1) + at(2, 2) + at(3, 3)) / 4, 0);
  expect(bar(1)).toBeCloseTo((at(1, 0) + at(2, 1) + at(3, 2)) / 3, 0);
  expect(bar(3)).toBeCloseTo((at(0, 0) + at(1, 0) + at(2, 0) + at(3, 0)) / 4, 0);
  expect(box.all('.guess')).toHaveLength(0);
});
