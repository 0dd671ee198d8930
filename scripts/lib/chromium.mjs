import { existsSync } from 'node:fs';

/** Where a Chromium is looked for: one without windows first, which opens a page in two fifths of the time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The machine's Chromium, as Playwright and Puppeteer launch it. CHROMIUM names another. */
export const chromium = {
  get executablePath() {
    return process.env.CHROMIUM ?? places.find(existsSync) ?? '/usr/bin/chromium';
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

export const hasChromium = () => existsSync(chromium.executablePath);

/** Playwright's Chromium, loaded when it is wanted: the commands install it first. */
export async function playwrightChromium() {
  return (await import('@playwright/test')).chromium;
}

/** Launches the browser. */
export const launchChromium = async () => (await playwrightChromium()).launch(chromium);

/** Launches it; undefined where there is none, or one that does not start. */
export async function launchIfAny() {
  return hasChromium() ? launchChromium().catch(() => undefined) : undefined;
}
