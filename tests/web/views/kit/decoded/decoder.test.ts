// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { weight } from '../../../../../web/src/state/format';
import { figure as decoderFigure } from '../../../../../web/src/views/decoder';
import { crossRow, selfRow } from '../../../../../web/src/views/kit/decoded/words';
import { Drawn, makeTrace } from '../../figure-context';
import { answerOf, heard, rewritten, source, vocabulary, worker } from './answers';

vi.mock('../../../../../web/src/relatives/client', async () => {
  const { worker: shared } = await import('./answers');
  return { relatives: () => shared };
});

const text = 'the dog saw it and slept';
const answer = answerOf(rewritten, source);

/** The figure with the first head chosen, at a place. */
async function drawn(settings = 'decoder=1.1,place=5'): Promise<Drawn> {
  const figure = new Drawn({ ...decoderFigure, id: 'decoder' }, makeTrace(text));
  figure.state = { ...figure.state, settings };
  figure.draw();
  await heard();
  return figure;
}

const head = { layer: 0, head: 0 };
const words = (figure: Drawn) => figure.texts('.written li');

beforeEach(() => vi.clearAllMocks());

describe('a place of the decoder', () => {
  it('has the weights of its rows beside the words, and what is likeliest as bars', async () => {
    const figure = await drawn();
    const step = answer.steps[4];
    if (!step) throw new Error('no step');
    const cross = [...crossRow(answer, step, head)];
    expect(figure.all('.read li').map((each) => each.title)).toEqual(
      source.map(
        (token, i) =>
          `${{ '[CLS]': 'start', '[SEP]': 'end' }[token] ?? token}: ${weight(cross[i] ?? 0)}`,
      ),
    );
    const self = [...selfRow(answer, step, head)];
    expect(self).toHaveLength(5);
    expect(figure.texts('.written .asks')).toEqual(
      self.filter((w) => w >= 0.005).map((w) => weight(w, 2)),
    );
    expect(figure.texts('.candidates .asks')).toEqual(
      step.next.map(({ probability }) => weight(probability)),
    );
    expect(figure.all('.columns .lines path')).toHaveLength(source.length);
  });

  it('shows the words before it, and goes back to them', async () => {
    const figure = await drawn();
    expect(words(figure).map((each) => each.split(' ')[0])).toEqual([
      'start',
      'the',
      'dog',
      'saw',
      'the',
      '?',
    ]);
    figure.all('.written .word')[1]?.click();
    expect(words(figure)).toHaveLength(3);
    figure.all('.go button')[2]?.click();
    expect(words(figure)).toHaveLength(4);
    figure.all('.go button')[0]?.click();
    expect(figure.state.settings).toContain('place=2');
  });

  it('begins with the first word; in the tour where other words were written than read', async () => {
    const figure = await drawn('');
    expect(words(figure)).toHaveLength(2);
    expect(figure.texts('figcaption')[0]).toContain('With nothing written yet, ');
    expect(figure.texts('.lead')[0]).toContain('one word at a time');
    figure.state = { ...figure.state, tour: { chapter: 13, answers: [] } };
    figure.draw();
    expect(words(figure)).toHaveLength(6);
    expect(figure.texts('figcaption')[0]).toContain('the most probable word is “cat”');
  });

  it('says what was exchanged once it stands there, by the numbers', async () => {
    const figure = await drawn('decoder=1.1,place=8');
    expect(figure.texts('.about')[0]).toContain('Where the sentence has “it”, it wrote “the cat”.');
    expect(figure.texts('figcaption')[0]).toContain('the end is most probable');
  });

  it('plays to the end at once where motion is reduced', async () => {
    const figure = await drawn();
    figure.all('.go button')[1]?.click();
    expect(figure.state.settings).toContain('place=8');
  });
});

describe('a word that the reader takes', () => {
  it('is put there, and the decoder goes on from it', async () => {
    const figure = await drawn();
    figure.all('.candidates .take')[3]?.click();
    await heard();
    const id = answer.steps[4]?.next[3]?.id ?? -1;
    const before = answer.steps.slice(0, 4).map((step) => step.id);
    expect(worker.decode).toHaveBeenLastCalledWith(
      expect.objectContaining({ source: text, taken: [...before, id] }),
    );
    expect(words(figure)[5]).toContain(vocabulary[id]);
    figure.all('.go button')[0]?.click();
    expect(figure.texts('figcaption')[0]).toContain(
      `you chose “${vocabulary[id]}”, the model’s first choice is “cat”`,
    );
  });

  it('that is the likeliest changes nothing but the place', async () => {
    const figure = await drawn();
    figure.all('.candidates .take')[0]?.click();
    expect(figure.state.settings).toMatch(/^decoder=1\.1,place=6,of=\w+$/);
  });

  it('counts for its sentence alone', async () => {
    const figure = await drawn('taken=2.3.4');
    figure.state = { ...figure.state, trace: makeTrace('the cat slept') };
    figure.draw();
    await heard();
    expect(worker.decode).toHaveBeenLastCalledWith(
      expect.objectContaining({ source: 'the cat slept', taken: [] }),
    );
  });
});

it('says why there is nothing to be seen', async () => {
  worker.decode.mockRejectedValueOnce(new Error('The decoder stopped.'));
  const figure = await drawn();
  expect(figure.texts('[role=status]')).toEqual(['The decoder stopped.']);
});

it('has chosen words in a link for the sentence that they were chosen for', async () => {
  const figure = await drawn();
  figure.all('.candidates .take')[3]?.click();
  const { settings } = figure.state;
  const opened = new Drawn({ ...decoderFigure, id: 'decoder' }, makeTrace('the cat slept'));
  opened.state = { ...opened.state, settings };
  opened.draw();
  expect(worker.decode).toHaveBeenLastCalledWith(
    expect.objectContaining({ source: 'the cat slept', taken: [] }),
  );
});

it('asks its question of the tour beside the figure, not in it', async () => {
  const figure = await drawn('');
  figure.state = { ...figure.state, tour: { chapter: 13, answers: [] } };
  figure.draw();
  expect(figure.texts('.tour, .question')).toEqual([]);
});
