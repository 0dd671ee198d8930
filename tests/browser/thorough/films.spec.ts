import type { Page } from '@playwright/test';
import type { FilmChoice } from '../../../web/src/state/numbers';
import { expect, test } from '../fixtures';

// Films of each kind: each with every size, theme and captions, and in nearly every format. What is long
// has few frames a second, as each of them takes its time.

const attention = 'view=attention&layer=3&head=6&token=8&time=6';

/** What is filmed, where it stands, and how it is asked for. */
const kinds = {
  step: [attention, { of: 'step' }],
  view: [attention, { of: 'view' }],
  film: [attention, { of: 'film' }],
  training: ['view=training', { of: 'view', steps: 3 }],
  circuit: ['view=circuit', { of: 'view' }],
} as const;

type Row = readonly [
  keyof typeof kinds,
  FilmChoice['format'],
  FilmChoice['size'],
  FilmChoice['theme'],
  fps: number,
  FilmChoice['captions'],
];

const rows: readonly Row[] = [
  ['step', 'webm', 'small', 'light', 24, 'none'],
  ['step', 'gif', '720p', 'dark', 15, 'none'],
  ['step', 'svg', '1080p', 'dark', 24, 'burnt'],
  ['step', 'webm', 'square', 'dark', 60, 'vtt'],
  ['step', 'mp4', '720p', 'dark', 30, 'burnt'],
  ['view', 'webm', '1080p', 'light', 15, 'vtt'],
  ['view', 'svg', 'small', 'light', 15, 'none'],
  ['film', 'svg', 'square', 'light', 15, 'vtt'],
  ['film', 'mp4', '1080p', 'dark', 15, 'none'],
  ['training', 'webm', '1080p', 'dark', 15, 'burnt'],
  ['training', 'mp4', 'small', 'dark', 24, 'vtt'],
  ['training', 'svg', '720p', 'light', 24, 'none'],
  ['circuit', 'mp4', 'square', 'dark', 30, 'none'],
  ['circuit', 'gif', 'small', 'light', 30, 'burnt'],
  ['circuit', 'webm', '720p', 'light', 15, 'vtt'],
  ['circuit', 'svg', '1080p', 'light', 15, 'burnt'],
];

const sizes = {
  small: [640, 360],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
  square: [1080, 1080],
} as const;

const types = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const;

/** A frame that the page has shown: its number, a picture of the stage, and its size. */
interface Held {
  readonly frame: number;
  readonly shot: string;
  readonly width: number;
  readonly height: number;
}

const uri = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** Films in the page, which is held at some frames while its picture is taken. */
async function filmed(page: Page, choice: FilmChoice) {
  const held: Held[] = [];
  const marks = [0, 0.3, 0.7, 1];
  let frames = 0;
  const stage = page.locator('fovea-explorer .view');
  await page.exposeFunction('foveaTell', async (share: number) => {
    const frame = frames++;
    if (share < (marks[0] ?? 2)) return;
    marks.shift();
    const { width, height } = (await stage.boundingBox()) ?? { width: 0, height: 0 };
    held.push({ frame, shot: uri(await stage.screenshot()), width, height });
  });
  const made = await page.evaluate((wanted) => {
    type Films = HTMLElement & {
      makeFilm(choice: FilmChoice, tell: (share: number) => Promise<void>): Promise<Blob[]>;
    };
    const { foveaTell } = globalThis as unknown as {
      foveaTell(share: number): Promise<void>;
    };
    const read = (blob: Blob) =>
      new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsDataURL(blob);
      });
    const explorer = document.querySelector('fovea-explorer') as Films;
    return explorer.makeFilm(wanted, foveaTell).then((blobs) => Promise.all(blobs.map(read)));
  }, choice);
  const [film = '', captions] = made;
  return { film, captions, frames, held };
}

interface Asked {
  readonly film: string;
  /** Pictures of a drawing at the times of the frames that were held. */
  readonly drawings: readonly string[] | null;
  readonly fps: number;
  readonly held: readonly Held[];
  /** How many lines of text may stand below. */
  readonly lines: readonly number[];
}

/**
 * In a page that may play it: the film's size and length, and how far each frame that was held is from
 * each picture of the stage, where the film has that picture.
 */
async function compared({ film, drawings, fps, held, lines }: Asked) {
  const blob = await (await fetch(film)).blob();
  const isVideo = blob.type.startsWith('video/');
  const picture = async (address: string) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  };
  const shown: CanvasImageSource[] = [];
  let [width, height, seconds] = [0, 0, 0];
  const taken = (source: CanvasImageSource, w: number, h: number) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [w, h];
    canvas.getContext('2d')?.drawImage(source, 0, 0);
    shown.push(canvas);
  };
  if (drawings) shown.push(...(await Promise.all(drawings.map(picture))));
  else if (isVideo) {
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(blob);
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    [width, height, seconds] = [video.videoWidth, video.videoHeight, video.duration];
    for (const { frame } of held) {
      // What it has sought may be shown a little later; nothing new is, where it is at that frame already.
      const shows = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      video.currentTime = (frame + 0.5) / fps;
      await new Promise((resolve) => {
        video.onseeked = resolve;
      });
      await Promise.race([shows, new Promise((resolve) => setTimeout(resolve, 500))]);
      taken(video, width, height);
    }
  } else {
    const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: blob.type });
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    let next = 0;
    for (let frameIndex = 0; frameIndex < count; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      [width, height] = [image.displayWidth, image.displayHeight];
      seconds += (image.duration ?? 0) / 1e6;
      for (; next < held.length && ((held[next]?.frame ?? 0) + 0.5) / fps < seconds; next++)
        taken(image, width, height);
      image.close();
    }
  }
  // Encoders change single pixels: a coarse grid is compared.
  const grid = 72;
  const margin = 16;
  const shots = await Promise.all(held.map(({ shot }) => picture(shot)));
  /** A part of a picture as a grid. */
  const cells = (source: CanvasImageSource, box: readonly [number, number, number, number]) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [grid, grid];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, ...box, 0, 0, grid, grid);
    return context.getImageData(0, 0, grid, grid).data;
  };
  const gapOf = (frame: CanvasImageSource, i: number) => {
    const { width: w, height: h } = held[i] as Held;
    const own = cells(shots[i] as CanvasImageSource, [0, 0, w, h]);
    const far = (found: Uint8ClampedArray) =>
      found.reduce((sum, x, k) => sum + Math.abs(x - (own[k] ?? 0)), 0) / found.length;
    if (drawings) return far(cells(frame, [0, 0, w, h]));
    const letters = Math.round(height / 30);
    const gaps = lines.map((count) => {
      const room = height - (count > 0 ? letters * 1.4 * count + letters : 0);
      const whole = [w + 2 * margin, h + 2 * margin] as const;
      const scale = Math.min(width / whole[0], room / whole[1]);
      const left = (width - whole[0] * scale) / 2;
      const top = (room - whole[1] * scale) / 2;
      const found = cells(frame, [
        ...([left + margin * scale, top + margin * scale] as const),
        ...([w * scale, h * scale] as const),
      ]);
      return far(found);
    });
    return Math.min(...gaps);
  };
  const gaps = shown.map((frame) => held.map((_, i) => gapOf(frame, i)));
  return { width, height, seconds, gaps };
}

const seconds = (stamp: string) =>
  stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const bytesOf = (address: string) => Buffer.from(address.replace(/^.*base64,/, ''), 'base64');

/** A drawing takes as long as its frames; resolves to what it shows of the stage in those that were held. */
async function drawn(page: Page, film: string, fps: number, held: readonly Held[], length: number) {
  const body = bytesOf(film);
  const svg = body.toString('utf8');
  expect(svg).not.toMatch(/<script|NaN|undefined/);
  const lengths = new Set([...svg.matchAll(/ dur="([^"]*)s"/g)].map(([, each]) => Number(each)));
  expect([...lengths]).toEqual([Number(length.toFixed(2))]);
  const address = 'http://localhost/film.svg';
  await page.route(address, (route) => route.fulfill({ contentType: types.svg, body }));
  await page.goto(address);
  const pictures: string[] = [];
  for (const { frame, width, height } of held) {
    await page.evaluate(
      (seconds) => {
        // Chromium gives each drawing in a drawing a clock of its own.
        for (const each of document.querySelectorAll('svg')) {
          each.pauseAnimations();
          each.setCurrentTime(seconds);
        }
      },
      (frame + 0.5) / fps,
    );
    pictures.push(uri(await page.screenshot({ clip: { x: 16, y: 16, width, height } })));
  }
  return pictures;
}

for (const row of rows) {
  const [kind, format, size, theme, fps, captions] = row;
  test(`a film is what the page shows: ${row.join(', ')} @thorough`, async ({ page, site }) => {
    test.setTimeout(400_000);
    const [address, how] = kinds[kind];
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
    await page.goto(`${site.origin}/#${address}`);
    await page.locator('fovea-explorer .view > *').first().waitFor();
    const choice: FilmChoice = { format, size, theme, fps, captions, ...how };
    const made = await filmed(page, choice);
    expect(made.film.startsWith(`data:${types[format]};`)).toBe(true);
    expect(made.held).toHaveLength(4);
    const { held, frames, film } = made;
    if (kind === 'film') expect(bytesOf(film).length).toBeLessThan(8_000_000);
    // A page without a policy, whose origin is one that may decode.
    const other = await page.context().newPage();
    const length = frames / fps;
    const drawings = format === 'svg' ? await drawn(other, film, fps, held, length) : null;
    const blank = 'http://localhost/blank';
    await other.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await other.goto(blank);
    const lines = captions === 'burnt' ? [2, 3, 4] : [0];
    const found = await other.evaluate(compared, { film, drawings, fps, held, lines });
    if (!drawings) {
      expect([found.width, found.height]).toEqual(sizes[size]);
      expect(Math.abs(found.seconds - length)).toBeLessThan(0.1);
    }
    // The frame is the picture that the page showed then, and none that it showed at another time.
    expect(found.gaps).toHaveLength(4);
    found.gaps.forEach((gaps, i) => {
      expect(gaps[i]).toBeLessThan(6);
      expect(gaps[i]).toBeLessThan(Math.min(...gaps) + 0.2);
    });
    if (captions !== 'vtt') return;
    const text = bytesOf(made.captions ?? '');
    const cues = [...text.toString('utf8').matchAll(/^(\S+) --> (\S+)\n(.+)$/gm)];
    expect(cues.length).toBeGreaterThan(0);
    const ends = cues.map(([, begin = '', end = '']) => [seconds(begin), seconds(end)]);
    for (const [begin = 0, end = 0] of ends) expect(end).toBeGreaterThan(begin);
    expect(ends.at(-1)?.[1]).toBeCloseTo(frames / fps, 2);
  });
}
