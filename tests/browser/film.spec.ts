import type { Page } from '@playwright/test';
import type { FilmChoice } from '../../web/src/state/numbers';
import { expect, test } from './fixtures';

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
    video.currentTime = video.duration - 0.1;
    await new Promise((resolve) => {
      video.onseeked = resolve;
    });
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
  test(`a film of a step ends with what the page shows then: ${format}`, async ({ page, site }) => {
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

test('the same film has the same frames, and the page is as it was', async ({ page, site }) => {
  await returning(page);
  await page.goto(`${site.origin}${address}`);
  await page.locator('fovea-explorer .view svg').first().waitFor();
  const films = [];
  for (let i = 0; i < 2; i++) films.push(await page.evaluate(filmed, choice));
  expect(films[0]).toMatch(/^data:image\/gif/);
  expect(films[1]).toBe(films[0]);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/view=attention.*time=6(&|$)/);
});

test('the dialog saves a film with its captions beside it', async ({ page, site }) => {
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
