// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { PictureAnswer, PictureRequest } from '../../../../web/src/relatives/protocol';
import { percent, weight } from '../../../../web/src/state/format';
import { valueFor } from '../../../../web/src/state/settings';
import { figure as patches } from '../../../../web/src/views/patches';
import { focusOf, sharpestHead } from '../../../../web/src/views/patches/focus';
import { guessedAbout } from '../../../../web/src/views/patches/picture';
import { Reading } from '../../../../web/src/views/patches/reading';
import { readStrokes, writeStrokes } from '../../../../web/src/views/patches/strokes';
import { Drawn, makeModel, makeTrace, numbers, weightsOf } from '../figure-context';

const [layers, heads, tokens, width, answers] = [2, 2, 37, 8, 12];

/** A pass whose numbers fit together: weights are the softmax of scores, which are q · k ÷ √dK. */
function fakeAnswer(seed = 0): PictureAnswer {
  const tensors: PictureAnswer['tensors'][number][] = [];
  const data: number[] = [];
  const add = (name: string, shape: readonly (readonly [string, number])[], values: number[]) => {
    const axes = shape.map(([axis, size]) => ({ name: axis, size }));
    tensors.push({ name, axes, offset: data.length, length: values.length });
    data.push(...values);
  };
  const rows = [['token', tokens] as const, ['model', width] as const];
  for (const [i, name] of ['tokens', 'positions', 'output'].entries())
    add(`embedding.${name}`, rows, numbers(tokens * width, i + 3));
  add(
    'patches.pixels',
    [
      ['patch', 36],
      ['pixel', 48],
    ],
    numbers(36 * 48, 2),
  );
  for (let l = 0; l < layers; l++) {
    const [query, key] = [0, 1].map((i) =>
      numbers(tokens * width, 7 * l + i + 11 + seed).map((x) => 8 * x - 4),
    );
    const dK = width / heads;
    const scores: number[] = [];
    for (let h = 0; h < heads; h++)
      for (let q = 0; q < tokens; q++)
        for (let k = 0; k < tokens; k++) {
          let sum = 0;
          for (let i = h * dK; i < (h + 1) * dK; i++)
            sum += (query?.[q * width + i] ?? 0) * (key?.[k * width + i] ?? 0);
          scores.push(sum / Math.sqrt(dK));
        }
    const weights = scores.map((score, i) => {
      const row = scores.slice(i - (i % tokens), i - (i % tokens) + tokens);
      return Math.exp(score) / row.reduce((all, each) => all + Math.exp(each), 0);
    });
    const pairs = [
      ['head', heads],
      ['query', tokens],
      ['key', tokens],
    ] as const;
    add(`layers.${l}.attention.query`, rows, query ?? []);
    add(`layers.${l}.attention.key`, rows, key ?? []);
    add(`layers.${l}.attention.scores`, pairs, scores);
    add(`layers.${l}.attention.weights`, pairs, weights);
  }
  const logits = numbers(answers, 5).map((x) => 6 * x);
  add('logits', [['answer', answers]], logits);
  const sum = logits.reduce((all, x) => all + Math.exp(x), 0);
  return {
    tensors,
    data: Float32Array.from(data),
    answers: logits.map((x) => ({ name: '', probability: Math.exp(x) / sum })),
  };
}

const asked = vi.hoisted(() => ({ requests: [] as PictureRequest[], seed: 0, info: false }));
vi.mock('../../../../web/src/relatives/client', () => ({
  relatives: () => ({
    info: () =>
      asked.info
        ? Promise.resolve({ ...makeModel({}, 2, 2), metadata: {} })
        : Promise.reject(new Error('none')),
    parameter: () => new Promise(() => {}),
    readPicture(request: PictureRequest) {
      asked.requests.push(request);
      return Promise.resolve(fakeAnswer(asked.seed));
    },
  }),
}));

const trace = makeTrace('the dog saw it', [weightsOf(0, 4, 4)]);
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

async function drawn(): Promise<Drawn> {
  const figure = new Drawn(patches, trace, 720);
  await settled();
  return figure;
}

const press = (box: HTMLElement, selector: string) =>
  box.querySelector<HTMLElement>(selector)?.click();

describe('a picture, patch by patch', () => {
  it('asks the reader first, and then tells the model’s answer with its probability', async () => {
    const { box } = await drawn();
    const reading = new Reading(fakeAnswer());
    expect(box.querySelector('.answers')).toBeNull();
    expect(box.querySelector('figcaption')).toBeNull();
    expect(box.querySelector('.told .tables')).toBeNull();
    press(box, '.question .guess');
    const share = reading.answer.answers[reading.best]?.probability ?? 0;
    expect(box.querySelector('.question [role=status]')?.textContent).toContain(percent(share));
    expect(box.querySelectorAll('.answers li')).toHaveLength(4);
  });

  it('remembers of which picture a guess was', async () => {
    const figure = await drawn();
    const { best } = new Reading(fakeAnswer());
    const said = () => figure.box.querySelector('.question [role=status]')?.textContent ?? '';
    figure.context.choose({ pictureGuess: valueFor(guessedAbout(figure.context), `${best + 1}`) });
    expect(said()).toContain('You said:');
    const thing = figure.box.querySelector<HTMLElement>('.thing');
    thing?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settled();
    expect(said()).not.toBe('');
    expect(said()).not.toContain('You said:');
  });

  it('shows the look of the patch that is chosen, and the numbers of the pass', async () => {
    const figure = await drawn();
    const reading = new Reading(fakeAnswer());
    figure.context.choose({
      ...{ picturePatch: '8', pictureLayer: '2', pictureHead: '1' },
      pictureGuess: 'shown',
    });
    const focus = focusOf(figure.context, reading);
    expect(focus).toMatchObject({ layer: 1, head: 0, token: 8 });
    const best = Math.max(...focus.row.subarray(1));
    const caption = figure.box.querySelector('figcaption')?.textContent ?? '';
    expect(caption).toContain('this patch gives');
    expect(caption).toContain(percent(best));
    expect(figure.box.querySelector('.tables')?.textContent).toContain(weight(best));
    expect(figure.box.querySelectorAll('.positions rect')).toHaveLength(36);
  });

  it('reads again what has been moved, and what belongs to another question', async () => {
    const { box } = await drawn();
    const before = asked.requests.length;
    const thing = box.querySelector<HTMLElement>('.thing');
    thing?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settled();
    expect(asked.requests.length).toBe(before + 1);
    const [last, other] = asked.requests.slice(-2).reverse();
    expect(last?.pixels).toHaveLength(24 * 24 * 3);
    expect(last?.pixels).not.toEqual(other?.pixels);
    press(box, '.questions .choice');
    await settled();
    expect(asked.requests.at(-1)?.question).toBe('odd');
  }, 20_000);

  it('keeps its head while the scene is edited, in its settings too, until another scene comes', async () => {
    const figure = await drawn();
    const sharpest = (seed: number) => sharpestHead(new Reading(fakeAnswer(seed)));
    const shown = () => {
      const [layer, head] = [...figure.box.querySelectorAll('select')].map((s) => s.value);
      return { layer: Number(layer) - 1, head: Number(head) - 1 };
    };
    const first = sharpest(0);
    expect(shown()).toEqual(first);
    const differs = ({ layer, head }: typeof first) => layer !== first.layer || head !== first.head;
    asked.seed = [1, 2, 3, 4, 5].find((seed) => differs(sharpest(seed))) ?? 0;
    expect(asked.seed).toBeGreaterThan(0);
    const thing = figure.box.querySelector<HTMLElement>('.thing');
    thing?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settled();
    expect(shown()).toEqual(first);
    expect(figure.context.choices.get('pictureLayer')).toBe(String(first.layer + 1));
    press(figure.box, '.questions .link');
    await settled();
    expect(figure.context.choices.has('pictureHead')).toBe(false);
    expect(shown()).toEqual(sharpest(asked.seed));
    asked.seed = 0;
  }, 20_000);

  it('is drawn on by keys, has the strokes in its settings, and is wiped', async () => {
    const figure = await drawn();
    const { box } = figure;
    const written = () => figure.context.choices.get('pictureDrawn') ?? '';
    const before = asked.requests.at(-1)?.pixels ?? [];
    const byText = (text: string) =>
      [...box.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    byText('draw')?.click();
    const brush = box.querySelector('.paint');
    for (const key of [' ', 'ArrowRight'])
      brush?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }));
    await settled();
    const pixels = asked.requests.at(-1)?.pixels ?? [];
    const touched = Array.from({ length: 24 * 24 }, (_, i) => i).filter(
      (i) => pixels[3 * i] !== before[3 * i],
    );
    expect(touched).toHaveLength(6);
    const strokes = readStrokes(written());
    expect([...strokes]).toEqual(touched.map((pixel) => [pixel, 0]));
    byText('wipe')?.click();
    await settled();
    expect(asked.requests.at(-1)?.pixels).toEqual(before);
    expect(written()).toBe('');
  }, 20_000);

  it('takes a picture that is dropped on it, and leaves other files to the page', async () => {
    const { box } = await drawn();
    const taken: boolean[] = [];
    box.addEventListener('drop', (event) => taken.push(event.defaultPrevented));
    for (const [name, type] of [
      ['a.png', 'image/png'],
      ['a.safetensors', ''],
    ] as const) {
      const drop = new Event('drop', { bubbles: true, cancelable: true });
      Object.assign(drop, { dataTransfer: { files: [new File(['x'], name, { type })] } });
      box.querySelector('figure')?.dispatchEvent(drop);
    }
    await settled();
    expect(taken).toEqual([true, false]);
    expect(box.querySelector('[role=alert]')?.textContent).toContain(
      'cannot read this file as a picture',
    );
  });

  it('unfolds its numbers to what they are, and a weight to its scores', async () => {
    asked.info = true;
    const figure = await drawn();
    const reading = new Reading(fakeAnswer());
    press(figure.box, '.question .guess');
    press(figure.box, '.answers .asks');
    await settled();
    const best = reading.answer.answers[reading.best]?.probability ?? 0;
    expect(figure.texts('.why.beneath h3')).toEqual([`Why ${percent(best).replace(/\s/, ' ')}?`]);
    press(figure.box, 'figcaption .asks');
    const { row } = focusOf(figure.context, reading);
    const most = Math.max(...row.subarray(1));
    expect(figure.texts('.why.beneath h3')).toEqual([`Why ${weight(most)}?`]);
    expect(figure.texts('.why.beneath .name')[0]).toMatch(
      /^weight of the patch in row .* for the question/,
    );
    press(figure.box, '.powers .operand');
    expect(figure.texts('.why.beneath .name')[0]).toContain(
      'score of the question for the question',
    );
    asked.info = false;
  });
});

it('strokes are read from a text as they were written, whatever the text', () => {
  const strokes = new Map([
    [0, 0],
    [1, 5],
    [300, 3],
    [575, 2],
  ]);
  expect([...readStrokes(writeStrokes(strokes))]).toEqual([...strokes]);
  expect(writeStrokes(new Map())).toBe('');
  expect(writeStrokes(new Map([[575, 5]])).length).toBe(288);
  expect(readStrokes('ä-_99'.repeat(900)).size).toBe(0);
});
