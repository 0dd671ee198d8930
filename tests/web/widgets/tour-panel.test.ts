// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it, vi } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { initialState } from '../../../web/src/state/reduce';
import { chapters } from '../../../web/src/state/tour/chapters';
import { tourOverview } from '../../../web/src/widgets/tour-panel';

const all = (value: number) => chapters.map(() => value);

function overview(answers: readonly (number | null)[], right: readonly number[]) {
  const acts: Action[] = [];
  const ownSentence = vi.fn();
  const tour = { chapter: chapters.length - 1, answers, right };
  const box = document.createElement('dialog');
  document.body.replaceChildren(box);
  render(
    tourOverview(initialState({ tour }), (act) => acts.push(act), ownSentence),
    box,
  );
  const buttons = (selector: string) => [...box.querySelectorAll<HTMLElement>(selector)];
  return { acts, ownSentence, buttons, texts: (s: string) => buttons(s).map((b) => b.textContent) };
}

it('at its end the tour has a score, ways to what was missed, and one thing to do next', () => {
  const right = all(0).map((_, at) => Number(at === 2 || at === 8));
  const { acts, ownSentence, buttons, texts } = overview(all(0), right);
  expect(texts('.score')).toEqual([
    `${chapters.length - 2} of ${chapters.length} guesses were right.`,
  ]);
  expect(texts('.tour-result .link')).toEqual(['3. Where it stands', '9. Many heads']);
  buttons('.tour-result .link')[1]?.click();
  expect(acts.at(-2)).toMatchObject({ choice: { view: 'concat', tour: { chapter: 8 } } });
  expect(buttons('.tour-result .next')).toHaveLength(1);
  buttons('.tour-result .next')[0]?.click();
  expect(ownSentence).toHaveBeenCalledOnce();
});

it('before that it counts what was guessed so far, and asks for nothing else', () => {
  const { texts } = overview([0, 1], [0, 0]);
  expect(texts('.score')).toEqual(['1 of 2 guesses was right.']);
  expect(texts('.tour-result .next')).toEqual([]);
  const single = (right: number) => overview([0], [right]).texts('.score');
  expect([single(0), single(1)]).toEqual([
    ['Your guess was right.'],
    ['Your guess was not right.'],
  ]);
  expect(overview([], []).texts('.tour-result')).toEqual([]);
});
