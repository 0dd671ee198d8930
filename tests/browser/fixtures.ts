import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test as base, type Locator, type Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { strictPolicy } from '../../scripts/lib/static-server.mjs';
import { type Site, serveFolder } from './servers';

/** The explorer in a page, and what a reader does with it. */
export class Explorer {
  readonly page: Page;
  readonly root: Locator;
  /** What went wrong in the page, policy violations included. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator('fovea-explorer');
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Has been at the workbench before: no opening. */
  async return(): Promise<void> {
    await this.page.addInitScript(() => {
      try {
        localStorage.setItem('fovea-visited', '1');
      } catch {
        // A page without an origin of its own keeps nothing.
      }
    });
  }

  /** Opens the workbench, and waits for its words. */
  async open(address: string): Promise<void> {
    await this.return();
    await this.page.goto(address);
    await this.words().first().waitFor();
  }

  words(): Locator {
    return this.root.locator('.figure button.word');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  slider(): Locator {
    return this.root.getByRole('slider', { name: 'Position in the animation' });
  }

  /** Types a sentence, and waits until its words are on the stage. */
  async type(sentence: string): Promise<void> {
    await this.button('Edit the sentence').click();
    await this.root.getByRole('textbox', { name: 'Sentence' }).fill(sentence);
  }

  /** Numbers of one tensor as the stage writes them, in their order, once they stand still. */
  async numbers(tensor: string): Promise<string[]> {
    const read = () => this.root.locator(`[data-tensor="${tensor}"]`).allTextContents();
    let texts = await read();
    for (let before = ''; before !== texts.join(' '); texts = await read()) {
      before = texts.join(' ');
      await this.page.waitForTimeout(150);
    }
    return texts.map((text) => text.trim());
  }

  /** Where the reader is, from 1: [layer, head], and the word looked out from. */
  async place(): Promise<{ layer: number; head: number; token: number }> {
    const chosen = (label: string) =>
      this.root
        .getByRole('combobox', { name: label, exact: true })
        .evaluate((select: HTMLSelectElement) => select.selectedIndex);
    const [layer, head, token] = await Promise.all([
      chosen('Layer'),
      chosen('Head'),
      chosen('The word to look from'),
    ]);
    return { layer, head, token };
  }
}

interface Worlds {
  /** dist/site under a strict policy. */
  readonly site: Site;
  /** dist/fovea.js, as another origin serves it that does not say its encoding. */
  readonly scripts: Site;
}

export const test = base.extend<{ explorer: Explorer }, Worlds>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
    async ({}, use) => {
      const site = await serveFolder(projectPath('dist/site'), {
        'content-security-policy': strictPolicy,
      });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  scripts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
    async ({}, use) => {
      const site = await serveFolder(projectPath('dist'), { 'content-type': 'text/javascript' });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  explorer: async ({ page }, use) => use(new Explorer(page)),
});

/** The names of all views: each has a folder that says what it is, as what stands below one does. */
export const viewIds = (): readonly string[] =>
  readdirSync(projectPath('web/src/views')).filter((id) => {
    const meta = projectPath(`web/src/views/${id}/meta.ts`);
    return existsSync(meta) && !readFileSync(meta, 'utf8').includes('BelowMeta');
  });

/** The tag that leaves a test to `npm run check`: of those at every size, or of every kind, `npm test` runs some. */
export const thoroughUnless = (usual: boolean) => (usual ? '' : ' @thorough');

export { expect } from '@playwright/test';
