import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test, thoroughUnless } from './fixtures';

const sizes = [
  [1280, 800],
  [390, 740],
] as const;

/** Tablets and half windows, where the workbench has a form of its own. */
const between = [
  [1024, 768],
  [768, 1024],
] as const;

/** Opens the page as a reader who has never been there. */
async function arrive({ page, root }: Explorer, address: string): Promise<void> {
  await page.goto(address);
  await root.locator('.opening button.word').first().waitFor();
}

async function expectOnScreen(page: Page, what: Locator, name: string): Promise<void> {
  const box = await what.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box, name).not.toBeNull();
  if (!box) return;
  expect(box.x, `${name}, left`).toBeGreaterThanOrEqual(0);
  expect(box.y, `${name}, top`).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, `${name}, right`).toBeLessThanOrEqual(width);
  expect(box.y + box.height, `${name}, bottom`).toBeLessThanOrEqual(height);
}

for (const [width, height] of [...sizes, ...between]) {
  test.describe(`the first minute at ${width} × ${height}${thoroughUnless(width === 390)}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    test('everything is to be seen without scrolling', async ({ explorer, site, page }) => {
      await arrive(explorer, site.origin);
      const { root } = explorer;
      await expect(root.getByRole('heading', { level: 1 })).toHaveText('What does it mean here?');
      const parts: Record<string, Locator> = {
        question: root.getByRole('heading', { level: 1 }),
        lead: root.locator('.lead'),
        guess: root.locator('.guess'),
        swap: explorer.button(/^swap for/),
        tour: explorer.button('Start the tour'),
        film: explorer.button(/^Watch \(/),
        field: root.getByRole('textbox'),
        read: explorer.button('Read it'),
        promise: root.locator('form .fine'),
        workbench: explorer.button('Open the workbench'),
        learning: explorer.button('Watch it learn'),
      };
      for (const [name, part] of Object.entries(parts)) await expectOnScreen(page, part, name);
      for (const word of await explorer.words().all())
        await expectOnScreen(page, word.locator('.piece'), (await word.textContent()) ?? '');
      const scrolls = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      });
      expect(scrolls).toEqual([0, 0]);
      expect(explorer.complaints).toEqual([]);
    });

    test('the first three keys reach the tour, the film and the field', async ({
      explorer,
      site,
      page,
    }) => {
      await arrive(explorer, site.origin);
      const stops = [
        explorer.button('Start the tour'),
        explorer.button(/^Watch \(/),
        explorer.root.getByRole('textbox'),
      ];
      for (const stop of stops) {
        await page.keyboard.press('Tab');
        await expect(stop).toBeFocused();
      }
    });

    test('a word swapped turns the arches', async ({ explorer, site }) => {
      await arrive(explorer, site.origin);
      const most = explorer.root.locator('.amount.most');
      const before = await most.getAttribute('data-token');
      await explorer.button(/^swap for/).click();
      await expect(explorer.words().last()).toHaveText('wide');
      await expect(most).not.toHaveAttribute('data-token', before ?? '');
      await explorer.button(/^swap for/).click();
      await expect(most).toHaveAttribute('data-token', before ?? '');
    });
  });
}

test('the shares and the guess are those that the workbench writes', async ({ explorer, site }) => {
  await arrive(explorer, site.origin);
  const { root } = explorer;
  const guess = await root.locator('.guess b').textContent();
  const most = root.locator('.amount.most');
  const [key, share] = [await most.getAttribute('data-token'), await most.textContent()];
  await explorer.button('Open the workbench').click();
  await expect(root.locator('.prediction .piece').first()).toHaveText(guess ?? '');
  const weight = root.locator(`.shares [data-token="${key}"] span`);
  const percent = Number(share?.replace(/[^\d.]/g, ''));
  const away = async () => {
    const written = Number((await weight.textContent())?.replace(/[<>]/, '0'));
    return Math.abs(100 * written - percent);
  };
  await expect.poll(away).toBeLessThanOrEqual(1);
});

test('the browser’s Back leads to the opening, and the wordmark too', async ({
  explorer,
  site,
  page,
}) => {
  await arrive(explorer, site.origin);
  const question = explorer.root.getByRole('heading', {
    level: 1,
    name: 'What does it mean here?',
  });
  await explorer.button('Open the workbench').click();
  await expect(explorer.slider()).toBeVisible();
  expect(page.url()).toContain('#');
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goForward();
  await expect(explorer.slider()).toBeVisible();
  await explorer.button(/^Fovea/).click();
  await expect(question).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test('a returning reader and a link with a state are at the workbench at once', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(`${site.origin}/#sentence=dog+bites+man`);
  await expect(explorer.words()).toHaveText(['dog', 'bites', 'man']);
  await expect(explorer.slider()).toBeVisible();
  await page.goto('about:blank');
  await arrive(explorer, site.origin);
  await explorer.button('Open the workbench').click();
  await page.goto('about:blank');
  await page.goto(site.origin);
  await expect(explorer.slider()).toBeVisible();
});

test('a browser that keeps nothing shows the opening', async ({ explorer, site, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await arrive(explorer, site.origin);
  await explorer.button('Open the workbench').click();
  await expect(explorer.slider()).toBeVisible();
  expect(explorer.complaints).toEqual([]);
});

test('Play on a fresh page begins at the beginning', async ({ explorer, site, page }) => {
  await arrive(explorer, site.origin);
  await page.keyboard.press('Space');
  await expect(explorer.button('Pause')).toBeVisible();
  expect(Number(await explorer.slider().getAttribute('aria-valuenow'))).toBeLessThan(3);
});

test('the film, the tour and a typed sentence begin from the opening', async ({
  explorer,
  site,
  page,
}) => {
  await arrive(explorer, site.origin);
  await explorer.button(/^Watch \(/).click();
  await expect(explorer.root.locator('.film p')).toHaveText(/\S/);
  await page.goBack();
  await explorer.button('Start the tour').click();
  await expect(explorer.root.locator('.tour h2')).toBeVisible();
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`the film is one picture and one sentence at ${width} px, and leads on at its end`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { root } = explorer;
    for (const time of [1, 3, 6, 8, 9, 13, 16, 16.5, 17]) {
      await page.goto(`${site.origin}/#view=film&time=${time}`);
      await expect(root.locator('.film p')).toHaveText(/\S/);
      const picture = root.locator('.filmed svg');
      await expectOnScreen(page, picture, `picture at ${time}`);
      await expectOnScreen(page, root.locator('.film p'), `sentence at ${time}`);
      await expect(root.locator('.map-area, .side, .views, canvas')).toHaveCount(0);
      const answer = picture.getByText('97.0 %');
      await expect(answer).toHaveCount(time === 16.5 ? 1 : 0);
    }
    await expect(root.locator('.filmed').getByText('street', { exact: true }).last()).toBeVisible();
    await expect(root.locator('.film p')).toContainText('now the answer is “street”');
    for (const name of ['Start the tour', 'Watch it learn', 'Type your own sentence'])
      await expectOnScreen(page, explorer.button(name), name);
    await explorer.button('Type your own sentence').click();
    await expect(root.getByRole('textbox')).toBeFocused();
    expect(explorer.complaints).toEqual([]);
  });

for (const [width, height] of [
  [768, 1024],
  [1024, 768],
  [1920, 1080],
] as const)
  test(`the film has the page for itself at ${width} × ${height}${thoroughUnless(width === 1024)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { root } = explorer;
    await page.goto(`${site.origin}/#view=film&time=17`);
    const sentence = root.locator('.film p');
    await expect(sentence).toHaveText(/\S/);
    await expectOnScreen(page, root.locator('.filmed svg'), 'picture');
    await expectOnScreen(page, sentence, 'sentence');
    await expectOnScreen(page, explorer.button('Watch it learn'), 'the last button');
    const tops = await root
      .locator(':is(.filmed svg, .film p, .film-ends, .time)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    for (const [i, part] of tops.entries())
      expect(part.top).toBeGreaterThanOrEqual((tops[i - 1]?.bottom ?? 0) - 1);
  });

for (const [width, height] of [
  [320, 640],
  [667, 375],
  [844, 390],
] as const)
  test(`the film fits a small phone: ${width} × ${height} @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const language of ['en', 'de'])
      for (const time of [1, 7, 8, 9, 13, 16.5, 17]) {
        await page.goto(`${site.origin}/?${language}#view=film&time=${time}&lang=${language}`);
        await expect(explorer.root.locator('.film p')).toHaveText(/\S/);
        const beyond = await page.evaluate(
          () => document.documentElement.scrollHeight - innerHeight,
        );
        expect(beyond, `${language} at ${time}`).toBeLessThanOrEqual(1);
        if (time < 17) continue;
        const last = explorer.root.locator('.film-ends button').last();
        await expectOnScreen(page, last, `the last button in ${language}`);
      }
  });

test('of a sentence too long for the opening and the film, the words that do not fit are counted @thorough', async ({
  explorer,
  site,
  page,
}) => {
  const long =
    'the neighbourhood committee thanked the photographer because it was happy'.replaceAll(
      ' ',
      '+',
    );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.origin}/#opening&sentence=${long}`);
  const { root } = explorer;
  const beyond = root.locator('.opening').getByText(/^\d+ more$/);
  await expect(beyond).toHaveCount(1);
  await expectOnScreen(page, beyond, 'the words beyond');
  await expectOnScreen(page, explorer.words().last(), 'the last word');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${site.origin}/?${width}#view=film&time=7&sentence=${long}`);
    await expect(root.locator('.film p')).toHaveText(/\S/);
    await expect(
      root
        .locator('.filmed')
        .getByText(/^\d+ more$/)
        .first(),
    ).toBeVisible();
    await expectOnScreen(page, root.locator('.filmed svg'), `the film at ${width}`);
    await expectOnScreen(page, root.locator('.film p'), `its sentence at ${width}`);
  }
});

const own = 'the cat chased the mouse because it was hungry';

async function read({ root }: Explorer, text: string): Promise<void> {
  await root.getByRole('textbox').fill(text);
  await root.getByRole('textbox').press('Enter');
}

test('a typed sentence is answered where it was typed, at its pronoun, with a swap that turns it', async ({
  explorer,
  site,
  page,
}) => {
  await arrive(explorer, site.origin);
  const { root } = explorer;
  const question = root.getByRole('heading', { level: 1 });
  const answer = root.locator('.guess b');
  await explorer.words().first().click();
  await expect(question).toHaveText('What does the look at?');
  await expect(root.locator('.lead')).toContainText('the model can only repeat “the”');
  await read(explorer, own);
  await expect(question).toHaveText('What does it mean here?');
  await expect(answer).toHaveText('cat');
  await expect(page).toHaveTitle(`“${own}”: how a Transformer reads it`);
  await root.locator('button.swap').click();
  await expect(answer).not.toHaveText('cat');
  const turned = await answer.textContent();
  // The first reading is what this one is held against now.
  await expect.poll(() => page.url()).toMatch(/#opening&sentence=.*&other=.*hungry&token=7/);
  const link = page.url();
  await root.locator('button.swap').click();
  await expect(answer).toHaveText('cat');
  expect(explorer.complaints).toEqual([]);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(answer).toHaveText(turned ?? '');
  await expect(root.locator('button.swap')).toBeVisible();
  await read(explorer, own);
  await expect(answer).toHaveText('cat');
  await page.goBack();
  await expect(answer).toHaveText(turned ?? '');
});

test('the browser’s Back leads from a typed sentence to the first one and its pronoun', async ({
  explorer,
  site,
  page,
}) => {
  await arrive(explorer, site.origin);
  const question = explorer.root.getByRole('heading', { level: 1 });
  const answer = explorer.root.locator('.guess b');
  await read(explorer, 'the boy said that he was tired');
  await expect(question).toHaveText('What does he mean here?');
  await expect(answer).toHaveText('boy');
  const field = explorer.root.locator('#own');
  await page.goBack();
  await expect(question).toHaveText('What does it mean here?');
  await expect(answer).toHaveText('animal');
  await expect(field, 'says what is read, as the page does').toHaveValue('');
  await page.goForward();
  await expect(question).toHaveText('What does he mean here?');
  await expect(field).toHaveValue('the boy said that he was tired');
  await explorer.button('Open the workbench').click();
  await expect(explorer.slider()).toBeVisible();
  await page.goBack();
  await expect(question).toHaveText('What does he mean here?');
  await expect(answer).toHaveText('boy');
});

for (const [width, height] of sizes)
  test(`the guess, the caption and the swap do not meet at ${width} px, whichever word is asked`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(explorer, site.origin);
    for (const word of await explorer.words().all()) {
      await word.click();
      const boxes = await explorer.root
        .locator('.opening :is(.about, .of-what, .guess b, .change, .swap .pill)')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(0, i)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1);
        }
    }
  });

test('whatever word is pressed is answered in a sentence, and leads to the pronoun', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arrive(explorer, site.origin);
  const { root } = explorer;
  const lead = root.locator('.lead');
  const most = root.locator('.amount.most');
  const first = await lead.textContent();
  for (const word of await explorer.words().all()) {
    const piece = (await word.textContent())?.trim();
    if (piece === 'it') continue;
    await word.click();
    await expect(root.getByRole('heading', { level: 1 })).toHaveText(`What does ${piece} look at?`);
    const said = (await lead.textContent()) ?? '';
    expect(said.toLowerCase()).toContain(`${piece}” looks most at`);
    expect(said).toContain(`(${await most.textContent()})`);
  }
  await explorer.button('Ask about “it”').click();
  await expect(root.getByRole('heading', { level: 1 })).toHaveText('What does it mean here?');
  await expect(lead).toHaveText(first?.trim() ?? '');
  await read(explorer, own);
  await expect(lead).toContainText('The model takes “it” to mean “cat”');
  await expect(lead).toContainText(`“cat” (${await most.textContent()})`);
});

test('“Watch it learn” trains at once the encoder that the strip was recorded from @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await arrive(explorer, site.origin);
  const { root } = explorer;
  await expect(root.locator('.recorded .frame')).toHaveCount(10);
  await explorer.button('Watch it learn').click();
  await expect(root.getByText(/^step \d+ of 3,000$/)).toBeVisible();
  await expect(root.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.goBack();
  await expect(explorer.button('Watch it learn')).toBeVisible();
});

test('a sentence that the model cannot read well is answered with a warning', async ({
  explorer,
  site,
}) => {
  await arrive(explorer, site.origin);
  await read(explorer, 'xylofrabous blorbs quixotify zyzzyvas');
  await expect(explorer.root.locator('.opening + .messages')).toContainText(/\S/);
});

/** Presses what opens the workbench, and compares the words' places before with those of the first frame. */
const firstFrame = (root: Locator) =>
  root.evaluate(async (explorer) => {
    const within = explorer.shadowRoot as ShadowRoot;
    const places = () =>
      [...within.querySelectorAll('.view button.word .piece')].map((piece) => {
        const { left, top, width, height } = piece.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      });
    const before = places();
    within.querySelector<HTMLElement>('.open')?.click();
    await Reflect.get(explorer, 'updateComplete');
    const moving = within.getAnimations();
    for (const animation of moving) animation.pause();
    const seek = (time: number) => {
      for (const animation of moving) animation.currentTime = time;
      return places();
    };
    const [first, last] = [seek(0), seek(480)];
    const apart = (a: typeof before, b: typeof before) =>
      Math.max(...a.map(([x, y], i) => Math.hypot(x - (b[i]?.[0] ?? 0), y - (b[i]?.[1] ?? 0))));
    const ends = moving.map(({ effect }) => Number(effect?.getComputedTiming().endTime));
    return { jump: apart(first, before), way: apart(last, before), end: Math.max(...ends) };
  });

for (const [width, height] of sizes) {
  test(`the words move from the opening to the workbench at ${width} px @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await arrive(explorer, site.origin);
    await page.waitForTimeout(800);
    const { jump, way, end } = await firstFrame(explorer.root);
    // Half a pixel: letters of another size are rounded otherwise.
    expect(jump).toBeLessThan(0.5);
    expect(way).toBeGreaterThan(20);
    expect(end).toBeLessThanOrEqual(480);
  });
}
