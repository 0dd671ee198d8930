import lighthouse, { type Flags, type Result } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { chromium } from '../../../scripts/lib/chromium.mjs';
import { expect, test } from '../fixtures';

const categories = ['accessibility', 'best-practices'];

async function examine(address: string, flags: Flags): Promise<Result> {
  const browser = await puppeteer.launch(chromium);
  try {
    const page = await browser.newPage();
    const wanted = { ...flags, onlyCategories: categories };
    const result = await lighthouse(address, wanted, undefined, page);
    if (!result) throw new Error('Lighthouse gave no result');
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** What costs points, in words. */
function findings({ audits, categories: scored }: Result): string[] {
  return Object.values(scored)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title, details }) => `${id}: ${title} ${JSON.stringify(details)}`);
}

for (const [page, formFactor, width, height] of [
  ['index.html', 'desktop', 1350, 940],
  ['index.html', 'mobile', 412, 823],
  ['article.html', 'mobile', 412, 823],
] as const) {
  test(`Lighthouse gives ${page} 100 and 100, ${formFactor}, ${width} px`, async ({ site }) => {
    const mobile = formFactor === 'mobile';
    const screenEmulation = { mobile, width, height, deviceScaleFactor: 1, disabled: false };
    const report = await examine(`${site.origin}/${page}`, { formFactor, screenEmulation });
    expect(findings(report)).toEqual([]);
    const scores = Object.values(report.categories).map(({ id, score }) => [id, score]);
    expect(scores).toEqual(categories.map((id) => [id, 1]));
  });
}
