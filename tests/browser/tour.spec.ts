import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { nativeTrace, showcaseHead } from './native-trace';

type Place = Awaited<ReturnType<Explorer['place']>>;

const tired = "The animal didn't cross the street because it was too tired";
const words = tired.toLowerCase().split(' ');
const count = 17;

/** What axe finds in the panel: the page around it has tests of its own. */
async function expectNoFindings(page: Page): Promise<void> {
  const panel = { fromShadowDom: ['fovea-explorer', '.tour'] as [string, string] };
  const { violations } = await new AxeBuilder({ page }).include(panel).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`)).toEqual(
    [],
  );
}

test('the tour asks, waits for a guess, and shows the answer', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  await explorer.button('Tour').click();
  const tour = explorer.root.locator('.tour');
  await expect(explorer.root.locator('.progress')).toContainText(`Chapter 1 of ${count}`);
  await expect(explorer.root.locator('figure.step')).toHaveAttribute('data-view', 'tokens');

  await explorer.button('All chapters').click();
  await explorer.root.getByRole('dialog').getByRole('button', { name: 'One word changes' }).click();
  await expect(tour.locator('h2')).toHaveText('One word changes');
  await tour.getByRole('button', { name: 'At “street”' }).click();
  await expect(tour.getByRole('status')).toContainText(
    /^(Right|Not this time)\. It looks most at “/,
  );
  await expect(explorer.words().last()).toHaveText('wide');
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await explorer.words().first().click();
  await expect(tour).toBeVisible();
  await explorer.button('Leave the tour').click();
  await expect(tour).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});

/** The right option of the open chapter, and what it is read off, by the core's own numbers. */
function expected(chapter: number, options: readonly string[], place: Place): string | null {
  const trace = nativeTrace(tired);
  const row = (tensor: string) =>
    trace.row(`layers.${place.layer}.attention.${tensor}`, place.head, place.token);
  const top = (values: readonly number[]) => values.indexOf(Math.max(...values));
  if (chapter === 5) {
    const best = top(row('scores'));
    return options.find((option) => option.includes(`“${words[best]}”`)) ?? null;
  }
  if (chapter === 7) {
    const lead = (values: readonly number[]) => {
      const order = [...values].sort((a, b) => b - a);
      const [first = 0, second = 0] = order;
      return (first - second) / (first - (order.at(-1) ?? 0));
    };
    return options[lead(row('weights')) > lead(row('scores')) ? 0 : 1] ?? null;
  }
  if (chapter === 11) {
    const name = `layers.${place.layer}.feedForward.hidden`;
    const [one, other] = ['animal', 'street'].map((word) =>
      trace.row(name, words.indexOf(word)).map((unit) => unit > 0),
    ) as [boolean[], boolean[]];
    const both = one.filter((on, unit) => on && other[unit]).length;
    const count = (units: boolean[]) => units.filter(Boolean).length;
    return options[both > Math.min(count(one), count(other)) / 2 ? 0 : 1] ?? null;
  }
  return null;
}

/** All that the page says and draws in words, and what its canvases are called. */
const everythingSaid = (page: Page): Promise<string> =>
  page.locator('fovea-explorer').evaluate((host) => {
    const root = document.createElement('div');
    for (const child of host.shadowRoot?.children ?? []) root.append(child.cloneNode(true));
    for (const hidden of root.querySelectorAll('[inert], dialog, style')) hidden.remove();
    const named = [...root.querySelectorAll('[aria-label], [aria-valuetext], [title]')];
    const names = named.map((each) =>
      ['aria-label', 'aria-valuetext', 'title'].map((name) => each.getAttribute(name)).join(' '),
    );
    return `${root.textContent} ${names.join(' ')}`;
  });

test('every chapter hides, takes a guess and tells what the core computes @thorough', async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  const place = await explorer.place();
  await explorer.button('Tour').click();
  const tour = explorer.root.locator('.tour');
  for (let chapter = 1; chapter <= count; chapter++) {
    await expect(explorer.root.locator('.progress')).toContainText(`Chapter ${chapter} of`);
    const group = tour.getByRole('group').getByRole('button');
    await expect(group).not.toHaveCount(0);
    const options = (await group.locator('span').allTextContents()).map((text) => text.trim());
    // The figures after the encoder show numbers of their own, and not those that are asked about.
    const ofEncoder = chapter <= 13;
    if (ofEncoder)
      await expect(
        explorer.root.locator('.prediction, .reading, .formula, .told, .heads'),
      ).toHaveCount(0);
    if (ofEncoder && chapter !== 8)
      expect(await everythingSaid(page)).not.toMatch(/(?<!\d)\.\d{3}\b|bits/);
    const right = expected(chapter, options, place);
    const guess = options.indexOf(right ?? options[0] ?? '');
    if (chapter % 2 === 0) await page.keyboard.press(String(guess + 1));
    else await group.nth(guess).click();
    const answer = tour.getByRole('status');
    await expect(answer).toContainText(right ? /^Right\. \S/ : /^(Right|Not this time)\. \S/);
    await expect(group.nth(guess)).toHaveAttribute('aria-pressed', 'true');
    await expect(tour.locator('.option.right')).toHaveCount(1);
    await expect(tour.locator('.changed')).toContainText('What changed:');
    await expect(tour.getByRole('button', { name: 'back to the chapter' })).toHaveCount(0);
    if (chapter % 4 === 1) await expectNoFindings(page);
    if (chapter < count) await tour.getByRole('button', { name: 'Next chapter' }).click();
  }
  await tour.getByRole('button', { name: 'What to remember' }).click();
  const end = explorer.root.locator('dialog.chapters');
  await expect(end.locator('.overview small')).toHaveCount(count);
  await expect(end.locator('.score')).toContainText(`of ${count} guesses were right.`);
  await end.getByRole('button', { name: 'Now try a sentence of your own' }).click();
  await expect(explorer.root.locator('#own')).toBeFocused();
  expect(explorer.complaints).toEqual([]);
});

/** A chapter at 1280 × 800, in which nothing moves. */
async function openStill({ page }: Explorer, address: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address);
}

test('the picture shows the heads and the words that an answer speaks of', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  const tour = root.locator('.tour');
  await openStill(explorer, `${site.origin}/#tour=12`);
  await tour.getByRole('group').getByRole('button').first().click();
  await expect(tour.getByRole('status')).toContainText('In layer');
  const told = (await tour.getByRole('status').textContent()) ?? '';
  const heads = [...told.matchAll(/head (\d+), .*? gives \d+\s% to (“\w+”)/gi)];
  expect(heads).toHaveLength(2);
  for (const [, head, word] of heads)
    await expect(root.locator('.view')).toContainText(
      new RegExp(`head ${head}\\s*gives\\s*${word}`),
    );

  await page.goto(`${site.origin}/?units#tour=11`);
  await expect(tour.locator('h2')).toContainText('Each word by itself');
  const names = root.locator('.view').getByText(/^“(animal|street)”$/);
  await expect(names).toHaveCount(0);
  await tour.getByRole('group').getByRole('button').first().click();
  await expect(names).toHaveText(['“animal”', '“street”']);
});

test('the chapter about scale shows the weights with the division and without it', async ({
  explorer,
  site,
}) => {
  const { root } = explorer;
  const tour = root.locator('.tour');
  const { layer, head } = showcaseHead();
  const row = nativeTrace(tired).row(`layers.${layer}.attention.weights`, head, 7);
  const most = Math.max(...row);
  await openStill(explorer, `${site.origin}/#tour=6`);
  const picture = root.locator('.view');
  await expect(tour.locator('.question')).toHaveText(/largest weight/);
  await expect(picture.getByText('?', { exact: true })).not.toHaveCount(0);
  await expect(picture.locator('[data-tensor="axis"]')).toHaveCount(0);
  await tour.getByRole('group').getByRole('button').first().click();
  await expect(tour.getByRole('status')).toContainText((100 * most).toFixed(0));
  await expect(picture).toContainText('softmax without it');
  const bars = picture
    .locator('[data-tensor="axis"]')
    .getByText(most.toFixed(3).slice(1), { exact: true });
  await expect(bars).toBeVisible();
  await expect(tour.getByRole('button', { name: 'back to the chapter' })).toHaveCount(0);
});

test('the decoder’s chapter shows the sentence that its answer is about @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/#tour=14`);
  const { root } = explorer;
  const tour = root.locator('.tour');
  const asked = 'If the last word were “wide”, what would it write instead of “it”?';
  await expect(tour.locator('.question')).toHaveText(asked);
  await tour.getByRole('button', { name: '“The street”' }).click();
  await expect(tour.getByRole('status')).toContainText('Right. With “wide” it writes “the street”');
  await expect(tour.locator('.question')).toHaveText(asked);
  const figure = root.locator('fovea-decoder');
  await expect(figure.getByRole('textbox')).toHaveValue(/wide$/);
  await expect(figure.locator('figcaption')).toContainText('the most probable word is “street”');
  await page.reload();
  await expect(tour.getByRole('status')).toContainText('Right. With “wide” it writes “the street”');
  await expect(tour.getByRole('button', { name: 'back to the chapter' })).toHaveCount(0);
});

test('question, choices and verdict are in sight at 1280 × 800 while the picture plays @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const chapter of [1, 5, 7, 8, 12]) {
    await page.goto(`${site.origin}/#tour=${chapter}`);
    const tour = explorer.root.locator('.tour');
    await tour.getByRole('group').getByRole('button').first().click();
    await expect(tour.locator('.option.right')).toBeInViewport({ ratio: 1 });
    for (const part of ['.question', '.options', '.answer', '.on.next'])
      await expect(tour.locator(part)).toBeInViewport({ ratio: 0.99 });
    const bottom = (await tour.locator('.on.next').boundingBox()) ?? { y: 0, height: 0 };
    const time = await explorer.root.locator('.time').boundingBox();
    expect(bottom.y + bottom.height).toBeLessThanOrEqual(time?.y ?? 0);
  }
});

test('the reader may go elsewhere, comes back, and leaves by Escape', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#tour=5&time=4.02`);
  const tour = explorer.root.locator('.tour');
  const back = tour.getByRole('button', { name: 'back to the chapter' });
  await tour.getByRole('button', { name: 'Show me without guessing' }).click();
  await expect(tour.getByRole('button', { name: 'Next chapter' })).toBeFocused();
  await expect(back).toHaveCount(0);
  await explorer.root.getByRole('radio', { name: 'all heads' }).click();
  await back.click();
  await expect(tour.getByRole('button', { name: 'Next chapter' })).toBeFocused();
  await expect(explorer.words().first()).toBeVisible();
  await expect(back).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await expect(explorer.button('Tour')).toBeFocused();
});

test('a reload keeps what was answered', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/#tour=7`);
  const tour = explorer.root.locator('.tour');
  await tour.getByRole('group').getByRole('button').nth(1).click();
  const verdict = (await tour.getByRole('status').textContent()) ?? '';
  await expect(page).toHaveURL(/tour=7\.------1/);
  await page.reload();
  await expect(tour.getByRole('status')).toHaveText(verdict);
  await expect(tour.getByRole('group').getByRole('button').nth(1)).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an address opens a chapter', async ({ explorer, site, page }) => {
  await page.goto(`${site.origin}/#tour=11&view=activate`);
  await expect(explorer.root.locator('.tour h2')).toContainText('Each word by itself');
  await expect(explorer.root.locator('figure.step')).toHaveAttribute('data-view', 'activate');
});

test('a chapter alone in an address opens its picture', async ({ explorer, site, page }) => {
  await page.goto(`${site.origin}/#tour=3`);
  await expect(explorer.root.locator('.progress')).toContainText('Chapter 3 of');
  await expect(explorer.root.locator('figure.step')).toHaveAttribute('data-view', 'position');
});

test('the keys that a query is to meet are seen before the guess, what they score is not', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(`${site.origin}/#tour=5`);
  const { root } = explorer;
  await expect(root.locator('.tour h2')).toContainText('Query meets key');
  // Beside those of the words, the heading's.
  await expect(root.locator('.view [data-role="key"]')).toHaveCount(12);
  await expect(root.locator('.view [data-role="score"]')).toHaveCount(0);
});

/** By chapter: the marks that stand for what is asked, and a word of the evidence. */
const asked: readonly (readonly [chapter: number, marks: number, evidence: string])[] = [
  [2, 0, 'row 142 × √128'],
  [3, 0, 'x = e + p'],
  [4, 0, 'q 9'],
  [9, 7, 'head 8'],
  [11, 0, 'ReLU'],
  [12, 4 * words.length, 'sun'],
  [13, 0, 'animal'],
];

test('evidence is seen before the guess: no place is empty but what is asked', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [chapter, marks, evidence] of asked) {
    await page.goto(`${site.origin}/?${chapter}#tour=${chapter}`);
    const view = explorer.root.locator('.view');
    await expect(view).toContainText(evidence);
    await expect(view.locator('text', { hasText: /^\?$/ })).toHaveCount(marks);
    await expect(view.locator('rect[fill="var(--sheet)"], rect.sheet')).toHaveCount(0);
  }
});

test('on a phone question and verdict stay while the picture is looked at', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto(`${site.origin}/#tour=7&time=6.02`);
  const tour = explorer.root.locator('.tour');
  const option = tour.getByRole('group').getByRole('button').first();
  await option.click();
  await expect(option).toBeFocused();
  await expect(tour.locator('.question')).toBeInViewport();
  await expect(tour.getByRole('status')).toBeInViewport();
  const stage = await explorer.root.locator('.view').boundingBox();
  expect(stage?.y).toBeLessThan(400);
});

test('on a phone the tour has its own sentence: none is offered to edit', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.return();
  await page.goto(`${site.origin}/#tour=2`);
  await expect(explorer.root.locator('.tour h2')).toHaveText('An embedding for each word');
  await expect(explorer.button('Edit the sentence')).toHaveCount(0);
  await explorer.button('Leave the tour').click();
  await expect(explorer.button('Edit the sentence')).toHaveCount(1);
});

test('Back, the page’s and the browser’s, goes a chapter back; leaving keeps the place', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#tour=5`);
  const tour = explorer.root.locator('.tour');
  const heading = tour.locator('h2');
  const progress = explorer.root.locator('.progress');
  await tour.getByRole('group').getByRole('button').first().click();
  await tour.getByRole('button', { name: 'Next chapter' }).click();
  await expect(progress).toContainText('Chapter 6 of');
  await page.goBack();
  await expect(progress).toContainText('Chapter 5 of');
  await expect(tour.getByRole('status')).toContainText(/^(Right|Not this time)/);
  await page.goForward();
  await expect(progress).toContainText('Chapter 6 of');
  await tour.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(progress).toContainText('Chapter 5 of');
  await expect(heading).toBeFocused();

  await explorer.button('Leave the tour').click();
  await expect(tour).toHaveCount(0);
  await page.goto(`${site.origin}/?again#view=heads`);
  await explorer.button('Tour').click();
  await expect(progress).toContainText('Chapter 5 of');
  await expect(tour.getByRole('status')).toContainText(/^(Right|Not this time)/);
  expect(explorer.complaints).toEqual([]);
});
