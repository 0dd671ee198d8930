import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { nativeTrace } from './native-trace';

/** A word that no list of everyday words has, in letters. */
const made = 'zxqvkw';

/** How many pieces a text has, by the native program. */
const pieces = (text: string): number => nativeTrace(text).tensor('embedding.tokens').shape[0] ?? 0;

const addressOf = (origin: string, sentence: string): string =>
  `${origin}/#sentence=${encodeURIComponent(sentence)}&view=attention`;

test('a word that must be spelled is bracketed and named; too many of them cast doubt', async ({
  explorer,
  site,
}) => {
  const one = `the dog chased the cat because it was ${made}`;
  expect(pieces(one)).toBeGreaterThan(9);
  await explorer.open(addressOf(site.origin, one));
  const notes = explorer.root.locator('.messages .remark');
  await expect(notes).toHaveText([
    `This model does not know “${made}”: it spells it out, and may misread it.`,
  ]);
  const bracket = explorer.root.locator('.figure .marks > path[stroke="var(--ink-2)"]').first();
  const box = async (place: ReturnType<typeof explorer.words>) => {
    const at = await place.boundingBox();
    if (!at) throw new Error('nothing drawn');
    return at;
  };
  const [first, last, over] = [
    await box(explorer.words().nth(8)),
    await box(explorer.words().last()),
    await box(bracket),
  ];
  expect(over.x).toBeGreaterThan(first.x);
  expect(over.x + over.width).toBeLessThan(last.x + last.width);
  expect(over.x).toBeLessThan(first.x + first.width / 2);
  expect(over.x + over.width).toBeGreaterThan(last.x + last.width / 2);

  const prediction = explorer.root.locator('.prediction');
  await expect(prediction).toContainText('Trained to name what a pronoun stands for');
  await expect(prediction).not.toContainText('Do not trust');
  await explorer.type(`${made} chased the cat`);
  const doubt = 'Do not trust the prediction here: the model does not know 1 of 4 words.';
  await expect(notes.first()).not.toHaveText(doubt);
  await explorer.root
    .getByRole('textbox', { name: 'Sentence' })
    .fill(`${made} chased cats ${made}`);
  await expect(notes.first()).toContainText(
    /^Do not trust the prediction here: the model does not know [23] of 4/,
  );
  // Above the probabilities.
  await expect(prediction).toContainText(/Do not trust.*%/s);
});

/** How far the words are scrolled sideways, and whether the focus word lies inside. */
const scrolled = (page: Page) =>
  page.locator('fovea-explorer').evaluate((explorer) => {
    const scroll = explorer.shadowRoot?.querySelector('.scroll.wide');
    const word = scroll?.querySelector('.word.focus');
    if (!scroll || !word) return null;
    const [frame, at] = [scroll.getBoundingClientRect(), word.getBoundingClientRect()];
    return { left: scroll.scrollLeft, inside: at.left >= frame.left && at.right <= frame.right };
  });

test('the focus word is scrolled into sight, and then the reader scrolls @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1000, height: 800 });
  const long = 'the old man saw the small dog and the big cat near the house because it was cold';
  const last = pieces(long);
  await explorer.open(`${addressOf(site.origin, long)}&token=${last}`);
  await expect.poll(async () => (await scrolled(page))?.inside).toBe(true);
  expect((await scrolled(page))?.left).toBeGreaterThan(0);
  const hidden = explorer.root.locator('.scroll.wide');
  await hidden.evaluate((scroll) => scroll.scrollTo({ left: 0, behavior: 'instant' }));
  await page.keyboard.press(']');
  expect((await scrolled(page))?.left).toBe(0);
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
});

test('a typed sentence of a kind that the model misreads is told of before the answer, once', async ({
  explorer,
  site,
}) => {
  const known = 'the man helped the woman because she was tired';
  const warning = /^The model may misread this: in a test it got \d+ of 40 such sentences right\./;
  await explorer.open(addressOf(site.origin, known));
  const notes = explorer.root.locator('.messages .remark');
  await expect(notes).toHaveText([warning]);
  await explorer.type('the cat chased the mouse because it was hungry');
  await expect(notes).toHaveCount(0);
});

test('the tree of a weight says nothing of numbers that open, as none in it does', async ({
  explorer: { root },
  explorer,
  site,
}) => {
  await explorer.open(`${site.origin}/#view=softmax&time=6.99&token=8&why=1`);
  const tree = root.locator('.why svg[role="img"]').first();
  await expect(tree).toContainText(/scaled/);
  await expect(tree.locator('button, a, [role="button"], [tabindex]')).toHaveCount(0);
  await expect(tree).not.toContainText(/opens|click|press/i);
  await expect(tree).not.toHaveAttribute('aria-label', /opens|click|press/i);
});
