import puppeteer from 'puppeteer-core';
import { programs } from '../../scripts/lib/other-browsers.mjs';
import { smokeTest } from './smoke';

smokeTest('Firefox', async () => {
  const executablePath = programs('firefox')[0];
  if (!executablePath) throw new Error('Firefox is not installed');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // As readers have it: a file may not read its neighbours.
    extraPrefsFirefox: { 'security.fileuri.strict_origin_policy': true },
  });
  const page = await browser.newPage();
  return {
    open: async (address) => {
      await page.goto(address);
    },
    evaluate: (expression) => page.evaluate(expression) as Promise<never>,
    close: () => browser.close(),
  };
});
