// The first command where no browser is to be found: the page is built, served, and works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launchChromium } from './chromium.mjs';
import { projectPath } from './paths.mjs';

/** Starts `npm start` where CHROMIUM names nothing; resolves to the address that it tells. */
async function start() {
  const server = spawn(process.execPath, [projectPath('scripts/start.mjs')], {
    env: { ...process.env, CHROMIUM: '/none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (text) => {
    said += text;
  });
  for await (const line of createInterface(server.stdout)) {
    said += `${line}\n`;
    const [address] = line.match(/http:\S+/) ?? [];
    if (address) return { server, address, said };
  }
  throw new Error(`npm start ended without a browser:\n${said}`);
}

/** Waits for the page's opening and for a figure of the article, which has words for its pictures. */
async function open(address) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.locator('fovea-explorer .opening .amount').first().waitFor();
    await page.goto(`${address}article.html`);
    await page.locator('.text-picture, fovea-encoder').first().waitFor();
    if (errors.length > 0) throw new Error(`the page built without a browser: ${errors[0]}`);
  } finally {
    await browser.close();
  }
}

/** Builds the page anew, without a browser, and opens what is served. */
export async function withoutBrowser() {
  rmSync(projectPath('dist'), { recursive: true, force: true });
  const { server, address, said } = await start();
  try {
    if (said.match(/No Chromium was found/g)?.length !== 1)
      throw new Error(`npm start should say once that there are no pictures:\n${said}`);
    if (existsSync(projectPath('dist/posters'))) throw new Error('a browser was found after all');
    await open(address);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
  return { passed: 1 };
}
