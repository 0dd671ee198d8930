import { describe, expect, it } from 'vitest';
import { attentionRowOf } from '../../../../web/src/views/attention/attention-row';
import { layout } from '../../../../web/src/views/attention/layout';
import type { FigureScene } from '../../../../web/src/views/attention/scene';
import { transformAt } from '../../../../web/src/views/kit/pose';
import type { RectMark, SvgMark } from '../../../../web/src/views/kit/scene';
import { attentionState, smallHeads } from './fixture';

const state = attentionState(undefined, smallHeads);
const row = attentionRowOf(state);
if (!row) throw new Error('The fixture has no row');

const all = (marks: readonly SvgMark[]): readonly SvgMark[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? [mark, ...all(mark.marks)] : [mark]));

const barsOf = ({ marks }: FigureScene): readonly RectMark[] =>
  all(marks).filter((mark) => mark.kind === 'rect' && mark.role === 'weight') as RectMark[];

/** How long every bar is at a time of the softmax step, as a share of the one that is longest. */
function lengths(scene: FigureScene, progress: number): readonly number[] {
  const drawn = barsOf(scene).map(({ width, height, keys }) => {
    const { scaleX, scaleY } = transformAt(keys, 2 + progress);
    return scene.kind === 'columns' ? height * scaleY : width * scaleX;
  });
  return drawn;
}

describe.each([
  ['columns', 1072],
  ['rows', 340],
] as const)('the bars of the softmax, as %s', (kind, width) => {
  const scene = layout(state, { width }) as FigureScene;
  const full = scene.words[0]?.bar.full ?? 0;
  const most = Math.max(...row.powers);
  /** No bar of a weight above zero is shorter than this. */
  const least = 0.8;

  it('have grown to e^s before any of them is divided', () => {
    expect(scene.kind).toBe(kind);
    for (const progress of [0.4, 0.48, 0.55])
      lengths(scene, progress).forEach((length, j) => {
        const power = ((row.powers[j] ?? 0) / most) * full;
        expect(length).toBeCloseTo(Math.max(least, power), 6);
      });
  });

  it('are on their way while they are divided, and then stand at their weights', () => {
    const [top] = [row.weights.indexOf(Math.max(...row.weights))];
    const middle = lengths(scene, 0.7)[top] ?? 0;
    expect(middle).toBeLessThan(full);
    expect(middle).toBeGreaterThan((row.weights[top] ?? 0) * full);
    for (const progress of [0.88, 1])
      lengths(scene, progress).forEach((length, j) => {
        expect(length).toBeCloseTo(Math.max(least, (row.weights[j] ?? 0) * full), 4);
      });
  });

  it('grow one after another', () => {
    const early = lengths(scene, 0.1);
    expect(early[0]).toBeGreaterThan(0);
    expect(early.at(-1)).toBe(0);
  });
});

it('both forms draw the same numbers, each at its own places', () => {
  const numbers = [1072, 340].map((width) =>
    all((layout(state, { width }) as FigureScene).marks)
      .filter((mark) => mark.kind === 'text' && mark.shows?.token !== undefined)
      .map((mark) => mark.kind === 'text' && [mark.shows, mark.text]),
  );
  expect(numbers[0]?.length).toBe(3 * row.tokens.length);
  expect(numbers[1]).toEqual(numbers[0]);
});
