import { existsSync } from 'node:fs';

/** Chromium without windows: a page opens in two fifths of the processor time. */
const shell = '/usr/bin/chromium-headless-shell';

/** The distribution's Chromium, as Playwright and Puppeteer launch it. CHROMIUM names another. */
export const chromium = {
  get executablePath() {
    return process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
  },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
