// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { CircuitAnswer } from '../../../../web/src/relatives/protocol';
import { reduce } from '../../../../web/src/state/reduce';
import { stops } from '../../../../web/src/state/tour/stops';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { figure } from '../../../../web/src/views/circuit';
import { requestsOf } from '../../../../web/src/views/circuit/search';
import { Drawn, makeTrace } from '../figure-context';

const asked = vi.hoisted(() => ({ search: vi.fn(), share: vi.fn() }));
vi.mock('../../../../web/src/relatives/circuit', () => ({
  circuits: () => asked,
}));

const [text, twin] = ['the dog saw it', 'the cat saw it'];
const [words, all] = [4, 60]; // 3 layers of 4 heads and a network

/** Logits at the last word that say `piece`, of eight. */
const traceOf = (sentence: string, piece: number) =>
  makeTrace(sentence, [
    {
      name: 'logits',
      axes: [
        ['token', sentence.split(' ').length],
        ['piece', 8],
      ],
      values: Array.from({ length: 8 * sentence.split(' ').length }, (_, i) =>
        i % 8 === piece ? 1 : 0,
      ),
    },
  ]);

const keptAt = (...parts: readonly number[]) =>
  Array.from({ length: all }, (_, i) => (parts.includes(i) ? 1 : 0));

const answer: CircuitAnswer = {
  ...{ answer: 2, other: 3, ofText: 4, ofTwin: -6 },
  frames: [
    { kept: Array<number>(all).fill(1), share: 1 },
    { kept: keptAt(3, 19, 43), share: 0.93 },
    { kept: keptAt(3), share: 0.2 },
  ],
  found: 1,
  without: [0.7, 0.6, 0.5],
  edges: [
    { from: 3, to: 19, share: 0.3 },
    { from: 19, to: 43, share: -0.1 },
    { from: 43, to: null, share: 0.01 },
  ],
  random: [0.1, 0.3],
  rest: 0.25,
  second: null,
};

/** The figure at the last word, with the other sentence there. */
function drawn(other = twin, piece = 3): Drawn {
  const box = new Drawn(figure, traceOf(text, 2));
  box.state = reduce(box.state, { type: 'choose', choice: { other } });
  box.state = reduce(box.state, { type: 'focus', token: words - 1 });
  const request = requestsOf(box.context).find((each) => each.text === other);
  if (request)
    box.state = reduce(box.state, {
      ...{ type: 'beside', key: requestKey(request), trace: traceOf(other, piece) },
    });
  box.draw();
  return box;
}

async function found(): Promise<Drawn> {
  const box = drawn();
  await vi.waitFor(() => expect(box.all('.guess')).toHaveLength(4));
  return box;
}

async function guessed(): Promise<Drawn> {
  const box = await found();
  box.all('.guess')[0]?.click();
  return box;
}

const lit = (box: Drawn) => box.all('.nodes .node.on').map((node) => Number(node.dataset.part));

beforeEach(() => {
  asked.search.mockReset().mockResolvedValue(answer);
  asked.share.mockReset().mockResolvedValue(0.42);
});

it('lights no box before there is a guess, and then those of the circuit', async () => {
  const box = await found();
  expect(box.all('.nodes .node')).toHaveLength(all);
  expect(lit(box)).toEqual([]);
  expect(box.texts('.question p')[0]).toContain('60');
  expect(box.texts('.legend')[0]).toContain('the top row of each layer of 4 heads');
  box.all('.guess')[2]?.click();
  expect(lit(box).sort((a, b) => a - b)).toEqual([3, 19, 43]);
  expect(box.texts('.question [role=status]')[0]).toContain('The answer: fewer than 1 in 10.');
  expect(box.texts('figcaption')[0]).toContain('3 of 60 boxes');
  expect(box.texts('.meters b')).toEqual(['.93', '.20', '.25']);
  expect(asked.search).toHaveBeenCalledOnce();
  expect(asked.search.mock.calls[0]?.[1]).toEqual({
    ...{ text, twin, masked: [], token: words - 1, keep: 0.9 },
  });
});

it('lets the tour ask at which word most boxes are, and lights them once that is answered', async () => {
  const box = await found();
  const tour = { chapter: stops.indexOf('circuit'), answers: [] };
  const within = (answers: readonly (number | null)[]) => {
    const choice = { view: 'circuit', tour: { ...tour, answers } };
    box.state = reduce(box.state, { type: 'choose', choice });
    box.draw();
  };
  within([]);
  expect(box.all('.question')).toHaveLength(0);
  expect(lit(box)).toEqual([]);
  const { question } = figure.wants?.(box.context) ?? {};
  expect(question?.right).toBe(0);
  expect(question?.options).toEqual([
    'at “it”, where the answer is read',
    'at “dog”, the word that differs',
  ]);
  expect(question?.why).toContain('Of 3 boxes needed, 3 are at “it” and 0 at “dog”.');
  within([...Array(tour.chapter).fill(null), 1]);
  expect(lit(box)).toHaveLength(3);
  expect(box.all('.question')).toHaveLength(0);
});

it('draws edges as wide as what they carry, and none that carry next to nothing', async () => {
  const box = await guessed();
  const lines = box.all('.picture path').map((line) => Number(line.getAttribute('stroke-width')));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBeGreaterThan(2 * (lines[1] ?? 0));
  expect(box.all('.picture path.negative')).toHaveLength(1);
});

it('takes a box out when it is pressed, measures what is left, and puts it back', async () => {
  const box = await guessed();
  const press = () => box.all('.nodes .node[data-part="19"]')[0]?.click();
  press();
  expect(lit(box).sort((a, b) => a - b)).toEqual([3, 43]);
  await vi.waitFor(() => expect(box.texts('.meters b')[0]).toBe('.42'));
  expect(asked.share.mock.calls[0]?.[1].kept).toEqual(keptAt(3, 43));
  expect(box.all('.picture path')).toHaveLength(0);
  expect(box.state.settings).toMatch(/parts=19~/);
  press();
  expect(box.texts('.meters b')[0]).toBe('.93');
  expect(box.state.settings).not.toContain('parts');
});

it('says of a box what is left without it, and why', async () => {
  const box = await guessed();
  const hover = (part: number) =>
    box.all(`.nodes .node[data-part="${part}"]`)[0]?.dispatchEvent(new Event('pointerenter'));
  hover(19);
  expect(box.texts('.readout')[0]).toMatch(
    /^layer 1, feed-forward network at “it”: needed. Without it, 60.% of the difference is left\.$/,
  );
  box.all('.readout .asks')[0]?.click();
  // (x − t) ÷ (s − t), of t = −6 and s = 4.
  expect(box.texts('.why')[0]).toContain('0.00');
  expect(box.texts('.why')[0]).toContain('60');
  hover(0);
  expect(box.texts('.readout')[0]).toContain('holds the other sentence’s numbers');
});

it('searches anew where the slider is moved, a moment later', async () => {
  vi.useFakeTimers();
  try {
    const box = drawn();
    await vi.runAllTimersAsync();
    box.all('.guess')[0]?.click();
    const slider = box.all('.setting input')[0] as HTMLInputElement;
    for (const value of ['80', '70', '60']) {
      slider.value = value;
      slider.dispatchEvent(new Event('input'));
    }
    await vi.runAllTimersAsync();
    expect(asked.search.mock.calls.map(([, { keep }]) => keep)).toEqual([0.9, 0.6]);
  } finally {
    vi.useRealTimers();
  }
});

it('can be cancelled, and begun again', async () => {
  asked.search.mockReturnValueOnce(new Promise(() => undefined));
  const box = drawn();
  await vi.waitFor(() => expect(box.all('progress')).toHaveLength(1));
  box.all('.act')[0]?.click();
  expect(asked.search.mock.calls[0]?.[3].aborted).toBe(true);
  expect(box.texts('.act')).toEqual(['search']);
  box.all('.act')[0]?.click();
  await vi.waitFor(() => expect(box.all('.guess')).toHaveLength(4));
});

it('plays the search, round by round, until the answer falls', async () => {
  const box = await guessed();
  vi.useFakeTimers();
  try {
    box.all('.rounds .act')[0]?.click();
    expect(lit(box)).toHaveLength(all);
    await vi.advanceTimersByTimeAsync(500);
    expect(lit(box)).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(lit(box)).toEqual([3]);
    expect(box.texts('.meters b')[0]).toBe('.20');
    await vi.runAllTimersAsync();
    expect(lit(box)).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

it('says why there is no circuit', () => {
  const told = (box: Drawn) => box.texts('[role=status]')[0];
  expect(told(drawn(`${twin} too`))).toContain('This sentence has 4 tokens, the other 5.');
  expect(told(drawn(twin, 2))).toContain('gives both sentences the same answer');
  expect(told(drawn(''))).toContain('Type one like this');
  expect(asked.search).not.toHaveBeenCalled();
});

it('is filmed round by round, then the circuit with its connections, without what it is played with', async () => {
  const box = await guessed();
  const { signal } = new AbortController();
  const reel = await figure.reel?.(() => box.context, { signal });
  const lit = () => {
    box.draw();
    return box.all('.node.on[data-part]').length;
  };
  const counts = [0, 0.5, 2.3, 2.8, reel?.seconds ?? 0].map((seconds) => {
    reel?.show(seconds);
    return [lit(), box.all('.machine path').length, box.all('input, .fields').length];
  });
  expect(counts).toEqual([
    ...[
      [all, 0, 0],
      [3, 0, 0],
      [1, 0, 0],
    ],
    ...[
      [3, 2, 0],
      [3, 2, 0],
    ],
  ]);
  expect(reel?.says()).toMatch(/93\s%/);
  reel?.show(null);
  lit();
  expect(box.all('input').length).toBeGreaterThan(0);
});

it('asks for what is measured otherwise, and begins another search for it', async () => {
  const box = await guessed();
  box.context.choose({ metric: 'probability', at: 'all' });
  await vi.waitFor(() => expect(asked.search).toHaveBeenCalledTimes(2));
  expect(asked.search.mock.calls[1]?.[1]).toMatchObject({ probability: true, whole: true, twin });
  expect(box.all('.nodes .node')).toHaveLength(all / words);
  expect(box.texts('.question [role=status]')).toEqual([]);
});

it('needs no other sentence where the parts hold their means', async () => {
  const box = drawn('');
  expect(asked.search).not.toHaveBeenCalled();
  box.context.choose({ than: 'mean' });
  await vi.waitFor(() => expect(box.all('.guess')).toHaveLength(4));
  const [, { averaged, token }] = asked.search.mock.calls[0] ?? [];
  expect([averaged.length, token]).toEqual([100, words - 1]);
  box.all('.guess')[0]?.click();
  expect(box.texts('figcaption')[0]).toContain('holding their means');
});

it('has boxes at all words, and words around the one in focus, where there would be too many', () => {
  const long = Array.from({ length: 800 }, (_, i) => `w${i}`).join(' ');
  const box = new Drawn(figure, traceOf(long, 2));
  expect(box.all('.nodes .node')).toHaveLength(15);
  expect(box.all('.sentence .word').length).toBeLessThan(30);
  expect(box.texts('.twin label').join(' ')).not.toContain('at single words');
  const last = box.all('.sentence .word').at(-1);
  expect(last?.getAttribute('aria-label')).toMatch(/more words after$/);
  last?.click();
  expect(box.state.token).toBeGreaterThan(10);
  const edge = Number.parseFloat(box.all('.picture')[0]?.style.width ?? '');
  expect(edge).toBeLessThanOrEqual(640);
});
