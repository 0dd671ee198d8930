import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { FilmChoice } from '../../web/src/state/numbers';
import { expect, test, thoroughUnless } from './fixtures';

test.use({ viewport: { width: 1280, height: 800 } });

type Films = HTMLElement & { makeFilm(choice: FilmChoice): Promise<readonly Blob[]> };

interface Asked {
  /** The film, as a data URI. */
  readonly address: string;
  /** A picture of the stage, and its size. */
  readonly shot: string;
  readonly box: { readonly width: number; readonly height: number };
}

const address = '/#view=attention&layer=3&head=6&token=8&time=6';

/** Has been at the workbench before: no opening. */
const returning = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));

const choice: FilmChoice = {
  ...{ size: 'small', theme: 'light', fps: 15, captions: 'none', of: 'step', format: 'gif' },
};

/** A film of what is on the stage as a data URI; null where there is no encoder for it. */
async function filmed(choice: FilmChoice) {
  const explorer = document.querySelector('fovea-explorer') as Films;
  const [film] = await explorer.makeFilm(choice).catch((error: Error) => {
    if (/cannot encode/.test(error.message)) return [];
    throw error;
  });
  if (!film) return null;
  return new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(film);
  });
}

/** How many frames of a GIF differ from those before: each has a block that says how long it stands. */
async function framesOf(gif: string): Promise<number> {
  const bytes = atob(gif.replace(/^.*base64,/, ''));
  return bytes.split('\x21\xf9\x04').length - 1;
}

/** Of a film, in a page that may play it: its size, and how far its first and last frames are from a picture of the stage. */
async function compared({ address, shot, box }: Asked) {
  const film = await (await fetch(address)).blob();
  // Encoders change single pixels: a coarse grid is compared.
  const [columns, rows] = [64, 36];
  const grid = (draw: (context: CanvasRenderingContext2D) => void) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [columns, rows];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, columns, rows);
    draw(context);
    return context.getImageData(0, 0, columns, rows).data;
  };
  const ofGif = async (isLast: boolean) => {
    const decoder = new ImageDecoder({ data: await film.arrayBuffer(), type: film.type });
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
    return (await decoder.decode({ frameIndex: isLast ? count - 1 : 0 })).image;
  };
  const ofVideo = async (isLast: boolean) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(film);
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    if (!isLast) return video;
    const shown = () => grid((context) => context.drawImage(video, 0, 0, columns, rows)).join();
    const first = shown();
    video.currentTime = video.duration - 0.1;
    await new Promise((resolve) => {
      video.onseeked = resolve;
    });
    // On a busy machine the frame may come later than the event.
    for (let i = 0; i < 50 && shown() === first; ++i)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return video;
  };
  const image = new Image();
  image.src = shot;
  await image.decode();
  const margin = 16;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const scale = Math.min(columns / width, rows / height);
  const [left, top] = [(columns - width * scale) / 2, (rows - height * scale) / 2];
  const expected = grid((context) => {
    const place = [left + margin * scale, top + margin * scale] as const;
    context.drawImage(image, ...place, box.width * scale, box.height * scale);
  });
  const gap = async (isLast: boolean) => {
    const frame = await (film.type === 'image/gif' ? ofGif : ofVideo)(isLast);
    const found = grid((context) => context.drawImage(frame, 0, 0, columns, rows));
    return found.reduce((sum, x, i) => sum + Math.abs(x - (expected[i] ?? 0)), 0) / found.length;
  };
  return { size: film.size, first: await gap(false), last: await gap(true) };
}

for (const format of ['gif', 'webm', 'mp4'] as const)
  test(`a film of a step ends with what the page shows then: ${format}${thoroughUnless(format === 'mp4')}`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await returning(page);
    await page.goto(`${site.origin}${address}`);
    const stage = page.locator('fovea-explorer .view');
    await stage.locator('svg').first().waitFor();
    await page.waitForTimeout(600);
    const box = (await stage.boundingBox()) ?? { width: 0, height: 0 };
    const shot = `data:image/png;base64,${(await stage.screenshot()).toString('base64')}`;
    const film = await page.evaluate(filmed, { ...choice, format });
    test.skip(film === null, 'this Chromium has no encoder for it');
    // A page without a policy, whose origin is one that may decode.
    const other = await page.context().newPage();
    const blank = 'http://localhost/blank';
    await other.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await other.goto(blank);
    const found = await other.evaluate(compared, { address: film ?? '', shot, box });
    expect(found.size).toBeLessThan(2_000_000);
    expect(found.last).toBeLessThan(4);
    expect(found.first).toBeGreaterThan(found.last + 0.3);
  });

test('the same film has the same frames, from before the first computation on, and the page is as it was @thorough', async ({
  page,
  site,
}) => {
  await returning(page);
  await page.goto(`${site.origin}${address}`, { waitUntil: 'commit' });
  await page.waitForFunction(() =>
    document.querySelector('fovea-explorer')?.shadowRoot?.querySelector('.view'),
  );
  const films = [];
  for (let i = 0; i < 2; i++) films.push(await page.evaluate(filmed, choice));
  expect(films[0]).toMatch(/^data:image\/gif/);
  expect(films[1]).toBe(films[0]);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/view=attention.*time=6(&|$)/);
});

test('a GIF is packed in a worker, which ends with it, and with what is cancelled @thorough', async ({
  page,
  site,
}) => {
  // Nothing is painted in a worker of its own.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'OffscreenCanvas'));
  await returning(page);
  await page.goto(`${site.origin}${address}`);
  await page.locator('fovea-explorer .view svg').first().waitFor();
  const before = page.workers().length;
  await page.getByRole('button', { name: 'Embed' }).click();
  for (const [name, value] of Object.entries({ format: 'gif', size: 'small', of: 'step' }))
    await page.locator(`dialog.embed select.${name}`).selectOption(value);
  const start = page.getByRole('button', { name: 'save the film' });
  const starting = page.waitForEvent('worker');
  await start.click();
  await starting;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.workers().length).toBe(before);
  await expect(page.locator('dialog.embed [role=alert]')).toHaveCount(0);
  const waiting = page.waitForEvent('download');
  await start.click();
  expect((await waiting).suggestedFilename()).toBe('fovea.gif');
  await expect.poll(() => page.workers().length).toBe(before);
});

for (const [view, steps] of [
  ['circuit', undefined],
  ['training', 3],
] as const)
  test(`${view} is filmed as it plays, the same frames each time, and then is as it was @thorough`, async ({
    page,
    site,
  }) => {
    await returning(page);
    await page.goto(`${site.origin}/#view=${view}`);
    const stage = page.locator(`fovea-explorer .view fovea-${view}`);
    await expect(stage.locator('button').first()).toBeVisible();
    const wanted = { ...choice, fps: 2, of: 'view', ...(steps ? { steps } : {}) } as const;
    const films = [];
    for (let i = 0; i < 2; i++) films.push((await page.evaluate(filmed, wanted)) ?? '');
    expect(films[0]).toMatch(/^data:image\/gif/);
    expect(films[1]).toBe(films[0]);
    expect(await page.evaluate(framesOf, films[0] ?? '')).toBeGreaterThan(3);
    await expect(stage.locator('button').first()).toBeVisible();
  });

test('the dialog saves a film with its captions beside it @thorough', async ({ page, site }) => {
  await returning(page);
  await page.goto(`${site.origin}${address}`);
  await page.locator('fovea-explorer .view svg').first().waitFor();
  await page.getByRole('button', { name: 'Embed' }).click();
  await page.locator('select.format').selectOption('gif');
  await page.locator('select.size').selectOption('small');
  await page.locator('select.fps').selectOption('15');
  await page.locator('select.captions').selectOption('vtt');
  await page.locator('select.of').selectOption('step');
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'save the film' }).click();
  await expect.poll(() => names.sort(), { timeout: 60_000 }).toEqual(['fovea.gif', 'fovea.vtt']);
});

test('the steps of a view are slides, which keys turn and a printer puts on a page each @thorough', async ({
  page,
  site,
}) => {
  await returning(page);
  await page.goto(`${site.origin}${address}`);
  await page.locator('fovea-explorer .view svg').first().waitFor();
  await page.getByRole('button', { name: 'Embed' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'save its steps as slides' }).click();
  const path = await (await waiting).path();
  const deck = await page.context().newPage();
  const complaints: string[] = [];
  deck.on('console', (message) => complaints.push(message.text()));
  deck.on('pageerror', ({ message }) => complaints.push(message));
  const text = readFileSync(path, 'utf8');
  await deck.route('http://localhost/deck', (route) =>
    route.fulfill({ contentType: 'text/html', body: text }),
  );
  await deck.goto('http://localhost/deck');
  const slides = deck.locator('section');
  await expect(slides).toHaveCount(5);
  await expect(slides.nth(3).locator('h2')).toHaveText('Softmax: scores to weights');
  for (let i = 0; i < 3; i++) await deck.keyboard.press('ArrowRight');
  await expect(slides.nth(3)).toBeInViewport({ ratio: 0.95 });
  await deck.keyboard.press('n');
  await expect(slides.nth(3).locator('details p')).toContainText('time=');
  await deck.keyboard.press('Home');
  await expect(slides.nth(0)).toBeInViewport({ ratio: 0.95 });
  const pdf = (await deck.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(5);
  expect(complaints).toEqual([]);
});

/** How far two pictures are from each other, on a coarse grid. */
async function gapOf(pictures: readonly string[]): Promise<number> {
  const [columns, rows] = [64, 36];
  const [a, b] = await Promise.all(
    pictures.map(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [columns, rows];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0, columns, rows);
      return context.getImageData(0, 0, columns, rows).data;
    }),
  );
  const own = [...(a ?? [])];
  return own.reduce((sum, x, i) => sum + Math.abs(x - (b?.[i] ?? 0)), 0) / own.length;
}

const uri = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

for (const theme of ['light', 'dark'] as const)
  test(`an animated SVG plays without scripts, and ends with what the page shows: ${theme}${thoroughUnless(theme === 'light')}`, async ({
    page,
    site,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await returning(page);
    await page.goto(`${site.origin}${address}`);
    const stage = page.locator('fovea-explorer .view');
    await stage.locator('svg').first().waitFor();
    await page.waitForTimeout(600);
    const box = (await stage.boundingBox()) ?? { width: 0, height: 0 };
    const shot = uri(await stage.screenshot());
    const wanted: FilmChoice = { ...choice, theme, format: 'svg' };
    const film = (await page.evaluate(filmed, wanted)) ?? '';
    const svg = Buffer.from(film.replace(/^.*base64,/, ''), 'base64').toString('utf8');
    expect(svg).not.toMatch(/<script|NaN|undefined/);
    const scriptless = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 800 },
    });
    const player = await scriptless.newPage();
    await player.route('http://localhost/film.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    );
    await player.goto('http://localhost/film.svg');
    const clip = { x: 16, y: 16, width: box.width, height: box.height };
    const gaps: number[] = [];
    const next = async () => {
      gaps.push(await page.evaluate(gapOf, [shot, uri(await player.screenshot({ clip }))]));
      return Math.min(...gaps);
    };
    await expect.poll(next, { timeout: 20_000, intervals: [100] }).toBeLessThan(1);
    for (let i = 0; i < 20; i++) await next();
    expect(Math.max(...gaps)).toBeGreaterThan(Math.min(...gaps) + 0.2);
    await scriptless.close();
  });
