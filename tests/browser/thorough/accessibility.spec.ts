import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n')}`,
  );
  expect(findings).toEqual([]);
}

// What a theme costs in contrast does not hang on the width, nor the order of parts on the theme.
for (const [colorScheme, width, height] of [
  ['light', 1440, 900],
  ['dark', 360, 740],
] as const) {
  test(`axe finds nothing, ${colorScheme}, ${width} px`, async ({ explorer, site, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.goto(site.origin);
    await explorer.root.locator('.opening .amount').first().waitFor();
    await expectNoFindings(page);
    await explorer.open(site.origin);
    await expectNoFindings(page);
  });
}

test('nor on the way back from a loss, nor where there is none', async ({
  explorer,
  site,
  page,
}) => {
  for (const [view, structure] of [
    ['attention', ''],
    ['attention-norm', ''],
    ['prediction', '&structure=softmax%3Dcolumns'],
  ]) {
    await explorer.return();
    await page.goto(`${site.origin}/#backward=1&view=${view}${structure}`);
    await explorer.root.locator('.loss').waitFor();
    await explorer.root.locator(structure ? '.loss [role=alert]' : '.loss [data-tensor]').waitFor();
    await expectNoFindings(page);
    await page.goto('about:blank');
  }
});

test('nor while the sentence is edited, a number is explained, a dialog is open', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/#why=2`);
  await explorer.button('Edit the sentence').click();
  await expectNoFindings(page);
  await explorer.button('Keys').click();
  await expectNoFindings(page);
});

test('nor in the middle of the animation', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await explorer.slider().press('ArrowLeft');
  await explorer.slider().press('ArrowLeft');
  await expectNoFindings(page);
});

test('the live region says what a word attends to', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const live = explorer.root.locator('.unseen[aria-live]');
  await explorer.words().nth(1).focus();
  await expect(live).toHaveText(/“it” attends to “animal”, /);
});

interface Stop {
  /** It had not been reached before. */
  readonly fresh: boolean;
  /** It is another one than the last time. */
  readonly moved: boolean;
  /** Arrow keys lead from it to others. */
  readonly roves: boolean;
}

/** Marks what has the focus; null where that is outside of the explorer. */
function markFocus(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const root = document.activeElement?.shadowRoot;
    const at = root?.activeElement;
    if (!at) return null;
    const fresh = !at.hasAttribute('data-reached');
    const moved = at.getAttribute('data-reached') !== 'last';
    root.querySelector('[data-reached=last]')?.setAttribute('data-reached', '');
    at.setAttribute('data-reached', 'last');
    return { fresh, moved, roves: at.hasAttribute('data-stop') };
  });
}

/** Tabs through the page, and by arrows through what shares a tab stop. */
async function walk(page: Page): Promise<void> {
  for (let stops = 0; stops < 300; stops++) {
    await page.keyboard.press('Tab');
    const at = await markFocus(page);
    if (!at) return;
    if (!at.roves || !at.fresh) continue;
    await page.keyboard.press('Home');
    await markFocus(page);
    do await page.keyboard.press('ArrowRight');
    while ((await markFocus(page))?.moved);
  }
  throw new Error('The keyboard does not leave the page');
}

/** What can be clicked and was not reached. Names on the rail are the slider's places; radios share a stop. */
function unreached(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('fovea-explorer')?.shadowRoot;
    const controls = 'button, a[href], select, input, summary, [role=slider], [role=radio]';
    return [...(root?.querySelectorAll(controls) ?? [])]
      .filter((control) => control.checkVisibility() && !control.matches('.tick'))
      .filter((control) => !control.hasAttribute('data-reached'))
      .filter((control) => !control.closest('[role=radiogroup]')?.querySelector('[data-reached]'))
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

for (const view of ['attention', 'heatmap', 'block']) {
  test(`everything that can be clicked is reached by keys: ${view}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.goto(`${site.origin}/#view=${view}`);
    await expect(explorer.root.locator('.map')).toBeVisible();
    await walk(page);
    expect(await explorer.root.locator('[data-reached]').count()).toBeGreaterThan(30);
    expect(await unreached(page)).toEqual([]);
  });
}
