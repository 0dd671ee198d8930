// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { weight } from '../../../../../web/src/state/format';
import { selfRow } from '../../../../../web/src/views/kit/decoded/words';
import { figure as nextWordFigure } from '../../../../../web/src/views/next-word';
import { Drawn, makeTrace } from '../../figure-context';
import { answerOf, heard, vocabulary, worker } from './answers';

vi.mock('../../../../../web/src/relatives/client', async () => {
  const { worker: shared } = await import('./answers');
  return { relatives: () => shared };
});

async function drawn(settings = 'decoder=2.1,guessed=-1.2'): Promise<Drawn> {
  const figure = new Drawn({ ...nextWordFigure, id: 'next-word' }, makeTrace('the dog slept'));
  figure.state = { ...figure.state, settings };
  figure.draw();
  await heard();
  return figure;
}

const answer = answerOf(['the', 'dog', 'was'], null);

beforeEach(() => vi.clearAllMocks());

it('begins with the sentence without its last word', async () => {
  await drawn();
  expect(worker.decode).toHaveBeenLastCalledWith(
    expect.objectContaining({ model: 'next-word', prefix: 'the dog', taken: [], steps: 0 }),
  );
});

it('the triangle has the rows of masked self-attention, and nothing above the diagonal', async () => {
  const figure = await drawn();
  const at = { layer: 1, head: 0 };
  const told = figure.all('.cell').map((cell) => cell.title.split(' ').at(-1));
  const expected = answer.steps.flatMap((step, row) =>
    [0, 1, 2].map((column) =>
      column <= row ? weight(selfRow(answer, step, at)[column] ?? 0) : 'later',
    ),
  );
  expect(told).toEqual(expected);
  expect(figure.all('.cell.shut')).toHaveLength(3);
});

it('says at the end of each row what is likeliest next', async () => {
  const figure = await drawn();
  expect(figure.texts('.ends')).toEqual(
    answer.steps.map(({ next }) => `→ ${next[0]?.token} ${weight(next[0]?.probability ?? 0, 2)}`),
  );
});

it('hides what comes next until the reader has guessed', async () => {
  const figure = await drawn('');
  expect(figure.all('.candidates, figcaption')).toHaveLength(0);
  expect(figure.texts('.ends')[2]).toBe('');
  figure.all('button.guess')[0]?.click();
  expect(figure.all('.candidates li')).toHaveLength(10);
  expect(figure.texts('.next [role=status]')[0]).toMatch(
    /^You said: .+\. (Right|The answer: .+)\. The model gives “.*” <?\d+/,
  );
});

it('tells what a guess was worth of the text that was guessed about alone', async () => {
  const figure = await drawn('');
  const button = figure.all('button.guess')[0];
  button?.focus();
  button?.click();
  expect(document.activeElement?.className).toBe('question');
  figure.context.choose({ opening: 'a cat' });
  await heard();
  expect(figure.all('.candidates li')).toHaveLength(10);
  expect(figure.texts('.next [role=status]')).toEqual([]);
});

it('a word is pressed, and taken back', async () => {
  const figure = await drawn();
  figure.all('.candidates .take')[2]?.click();
  await heard();
  const id = answer.steps[2]?.next[2]?.id ?? -1;
  expect(worker.decode).toHaveBeenLastCalledWith(
    expect.objectContaining({ prefix: 'the dog', taken: [id] }),
  );
  expect(figure.texts('.so-far')[0]).toBe(
    `the dog ${vocabulary[id] === '[CLS]' ? '[CLS]' : vocabulary[id]} …`,
  );
  figure.all('.go button')[0]?.click();
  expect(figure.state.settings).not.toContain('after');
  figure.all('.go button')[0]?.click();
  expect(figure.state.settings).toContain('opening=the');
  figure.all('.go button')[2]?.click();
  expect(figure.state.settings).toContain('opening=_');
});
