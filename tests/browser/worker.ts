import type { Page } from '@playwright/test';

/** Has the page's worker, which is made of a Blob, begin with a script. */
export async function prependToWorker(page: Page, script: string): Promise<void> {
  await page.addInitScript((first) => {
    globalThis.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        super(options.type?.startsWith('text/javascript') ? [first, ...parts] : parts, options);
      }
    };
  }, script);
}
