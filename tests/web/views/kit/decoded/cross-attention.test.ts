// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { weight } from '../../../../../web/src/state/format';
import { figure as crossAttentionFigure } from '../../../../../web/src/views/cross-attention';
import {
  copies,
  headsQuestion,
  headsThatCopy,
} from '../../../../../web/src/views/cross-attention/caption';
import { crossRow, headsOf } from '../../../../../web/src/views/kit/decoded/words';
import { Drawn, makeTrace } from '../../figure-context';
import { answerOf, heard, rewritten, scores, source } from './answers';

vi.mock('../../../../../web/src/relatives/client', async () => {
  const { worker } = await import('./answers');
  return { relatives: () => worker };
});

const answer = answerOf(rewritten, source);
const head = { layer: 0, head: 1 };

async function drawn(settings = 'decoder=1.2', width = 640): Promise<Drawn> {
  const figure = new Drawn(
    { ...crossAttentionFigure, id: 'cross-attention' },
    makeTrace('the dog saw it and slept'),
    width,
  );
  figure.state = { ...figure.state, settings };
  figure.draw();
  await heard();
  return figure;
}

it('the matrix has the row of each word written', async () => {
  const figure = await drawn();
  const weights = answer.steps.flatMap((step) => [...crossRow(answer, step, head)]);
  const told = figure.all('.cell').map((cell) => cell.title.split(' ').at(-1));
  expect(told).toEqual(weights.map((w) => weight(w)));
  expect(figure.texts('.row-name')).toEqual(
    rewritten.map((word) => (word === '[SEP]' ? 'end' : word)),
  );
});

it('a cell is asked why, and comes to its softmax', async () => {
  const figure = await drawn('decoder=1.1');
  figure.all('.cell')[4 * source.length + 2]?.click();
  await heard();
  const powers = scores.map((score) => Math.exp(score / 2));
  const share = (powers[2] ?? 0) / powers.reduce((a, b) => a + b, 0);
  expect(figure.texts('.why.beneath h3')).toEqual([`Why ${weight(share)}?`]);
  expect(figure.state.settings).toContain('place=5');
});

it('as lists it has a line for each weight of the place, and others behind', async () => {
  const figure = await drawn('decoder=1.2,cross=lines,place=5');
  expect(figure.all('.cell')).toHaveLength(0);
  const step = answer.steps[4];
  const row = step ? [...crossRow(answer, step, head)] : [];
  expect(
    figure.all('.lines path').map((path) => Number.parseFloat(path.style.strokeWidth)),
  ).toEqual(row.map((w) => expect.closeTo(Math.max(0.6, w * 22), 1)));
  expect(figure.all('.behind path').length).toBeGreaterThan(0);
});

it('shows both where there is room', async () => {
  const figure = await drawn('', 1200);
  expect([figure.all('.cell').length > 0, figure.all('.lines path').length > 0]).toEqual([
    true,
    true,
  ]);
});

it('counts below the caption what the head does', async () => {
  const { of, all } = copies(answer, head);
  expect(all).toBe(6);
  const figure = await drawn();
  expect(figure.texts('figcaption + .about')[0]).toContain(
    `In this head, ${of} of the ${all} copied words`,
  );
});

it('the question is answered by the heads’ own rows', async () => {
  const figure = await drawn('decoder=1.2');
  expect(figure.all('.question')).toHaveLength(0);
  const found = headsThatCopy(answer, 2);
  const argmaxes = headsOf(answer.model).filter((at) => {
    const step = answer.steps[1];
    const row = step ? [...crossRow(answer, step, at)] : [];
    return source[row.indexOf(Math.max(...row))] === 'dog';
  });
  expect(found).toEqual(argmaxes);
});

it('in the tour shows the layer it asks about, without the rows asked about until the guess', async () => {
  const figure = await drawn('', 1200);
  const rows = () => figure.all('.cell').map((cell) => cell.textContent?.trim());
  const veiled = rewritten.flatMap((word, row) => (row === 3 || row === 4 ? [word] : []));
  expect(veiled).toEqual(['the', 'cat']);
  const at = { chapter: 14, answers: [] };
  figure.state = { ...figure.state, tour: at };
  figure.draw();
  const chosen = figure
    .all('.head-choice select')
    .map((menu) => Number((menu as HTMLSelectElement).value));
  expect(chosen).toEqual([answer.model.layers, 1]);
  expect(rows()).toEqual(
    rewritten.flatMap((_, row) => source.map(() => (row === 3 || row === 4 ? '?' : ''))),
  );
  expect(figure.all('.lines path')).toHaveLength(0);
  expect(figure.all('figcaption, table')).toHaveLength(0);

  figure.state = { ...figure.state, tour: { ...at, answers: [...Array(14).fill(null), 0] } };
  figure.draw();
  expect(rows().join('')).toBe('');
  expect(figure.all('.lines path')).toHaveLength(source.length);
});

it('asks where the last layer looks, and the rows of its heads have the answer', () => {
  const read = ['[CLS]', 'the', 'dog', 'saw', 'it', '[SEP]'];
  const written = answerOf(['the', 'dog', 'saw', 'dog', '[SEP]'], read);
  const { layers, heads } = written.model;
  /** Each head of a layer looks at one word alone. */
  const looking = (...at: readonly number[]) => {
    const rows = Array.from({ length: layers * heads }, (_, row) =>
      read.map((_, i) => Number(i === (at[Math.floor(row / heads)] ?? 0))),
    );
    const cross = Float32Array.from(rows.flat());
    return headsQuestion({ ...written, steps: written.steps.map((step) => ({ ...step, cross })) });
  };
  const first = Array<number>(layers - 1).fill(4);
  const asked = looking(...first, 2);
  expect(asked).toMatchObject({ options: ['“dog”', '“it”'], right: 0 });
  expect(asked?.why).toContain(`${heads} of its heads look mostly at “dog”, 0 at “it”.`);
  if (layers > 1) expect(asked?.why).toContain('In layer 1, more still look at “it”.');
  expect(asked?.why.match(/\d+/g)?.length).toBeLessThanOrEqual(3);
  expect(looking(...first, 4)?.right).toBe(1);
  expect(looking(...first, 0)).toBeNull();
});
