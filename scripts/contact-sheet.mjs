// `npm run contact-sheet [-- WIDTH]`: frames of every step of the timeline, as the page draws them at
// that width, in one picture: a row for each step, from its beginning to its end at speed 1.
import { mkdirSync } from 'node:fs';
import { chromium as playwright } from '@playwright/test';
import { buildWeb } from './lib/build.mjs';
import { chromium } from './lib/chromium.mjs';
import { buildPath, projectPath } from './lib/paths.mjs';
import { exitOnError } from './lib/stages.mjs';
import { folderServer, listen } from './lib/static-server.mjs';

/** Places in a step, and the width of its frames on the sheet. */
const places = [0.02, 0.25, 0.5, 0.75, 1];
const frameWidth = 320;

/** Every frame as a data URI, row by row. */
async function frames(page, origin) {
  await page.goto(`${origin}/#time=0&view=tokens`);
  const slider = page.getByRole('slider', { name: 'Position in the animation' });
  await slider.waitFor();
  const steps = Number(await slider.getAttribute('aria-valuemax'));
  const rows = [];
  for (let step = 0; step < steps; step++) {
    const row = [];
    for (const place of places) {
      const hash = `#time=${(step + place).toFixed(2)}`;
      await page.evaluate((to) => location.assign(to), hash);
      await page.waitForTimeout(400);
      row.push(`data:image/png;base64,${(await page.screenshot()).toString('base64')}`);
    }
    rows.push(row);
  }
  return rows;
}

const sheet = (rows) =>
  `<body style="margin:8px;background:#fff;font:12px sans-serif">${rows
    .map((row, step) => {
      const images = row.map((uri) => `<img src="${uri}" width="${frameWidth}">`).join(' ');
      return `<p style="margin:4px 0;white-space:nowrap">${step + 1} ${images}</p>`;
    })
    .join('')}</body>`;

async function makeSheet(width) {
  await buildWeb();
  const server = folderServer(projectPath('dist/site'));
  const origin = await listen(server);
  const browser = await playwright.launch(chromium);
  try {
    const context = { viewport: { width, height: 800 }, reducedMotion: 'no-preference' };
    const rows = await frames(await browser.newPage(context), origin);
    const page = await browser.newPage({
      viewport: { width: places.length * (frameWidth + 8) + 48, height: 800 },
    });
    await page.setContent(sheet(rows));
    mkdirSync(buildPath(''), { recursive: true });
    await page.screenshot({ path: buildPath('contact-sheet.png'), fullPage: true });
  } finally {
    await browser.close();
    server.close();
  }
  console.log(buildPath('contact-sheet.png'));
}

await exitOnError(async () => {
  const [argument = '1280'] = process.argv.slice(2);
  const width = Number(argument);
  if (!Number.isInteger(width) || width < 320)
    throw new Error(`${argument}: must be a width in pixels from 320 on`);
  await makeSheet(width);
});
