import { expect, test } from './fixtures';

/** Farthest that an object may move in a second, in pixels: 48 from frame to frame, 60 a second. */
const fastest = 48 * 60;
/** Farthest that it may be from where it was when another view comes on the stage. */
const seam = 3;

interface Jump {
  readonly time: string;
  readonly object: string;
  readonly pixels: number;
}

/** What was seen of a whole play of the timeline, step after step. */
interface Report {
  readonly jumps: readonly Jump[];
  readonly seams: readonly Jump[];
  /** Objects other than words that were in the last frame of a view and in the first of the next. */
  readonly kept: readonly string[];
  readonly frames: number;
  /** Frames without the words. */
  readonly wordless: readonly string[];
}

/**
 * Frames come when the test says so. Places are those of elements, which stand still while a canvas is
 * in their place: there is none.
 */
function takeFrames(): void {
  Reflect.deleteProperty(window, 'OffscreenCanvas');
  const asked = new Map<number, FrameRequestCallback>();
  let id = 0;
  let now = 0;
  window.requestAnimationFrame = (callback) => {
    asked.set(++id, callback);
    return id;
  };
  window.cancelAnimationFrame = (request) => void asked.delete(request);
  const next = (milliseconds: number) => {
    now += milliseconds;
    const due = [...asked.values()];
    asked.clear();
    for (const callback of due) callback(now);
    return now;
  };
  Object.assign(window, { next });
}

/** Plays every step from the first to the last, frame by frame, and notes where each object is. */
async function playAll(limits: { bound: number; seam: number; rate: number }): Promise<Report> {
  const next = Reflect.get(window, 'next') as (milliseconds: number) => number;
  const host = document.querySelector('fovea-explorer') as HTMLElement & {
    updateComplete: Promise<boolean>;
  };
  const root = host.shadowRoot as ShadowRoot;
  const begun = new WeakMap<Animation, number>();
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
  const slider = () => root.querySelector('.knob') as HTMLElement;
  const shown = () => root.querySelector('.view > *')?.getAttribute('data-view') ?? 'attention';

  /** One frame: animations of the page stand where they would be by the time that has passed. */
  const frame = async () => {
    const now = next(1000 / limits.rate);
    await host.updateComplete;
    for (const animation of root.getAnimations()) {
      if (!begun.has(animation)) begun.set(animation, now);
      animation.pause();
      const at = now - (begun.get(animation) ?? now);
      const end = Number(animation.effect?.getComputedTiming().endTime);
      if (at < end) animation.currentTime = at;
      else animation.finish();
    }
    await new Promise((done) => setTimeout(done));
  };
  const places = () => {
    const objects = [...root.querySelectorAll<HTMLElement>('.view [data-object]')];
    return new Map(
      objects.flatMap((object) => {
        const { left, top, width, height } = object.getBoundingClientRect();
        const name = object.dataset.object ?? '';
        return width > 0 ? [[name, [left + width / 2, top + height / 2]] as const] : [];
      }),
    );
  };

  const report = {
    jumps: [] as Jump[],
    seams: [] as Jump[],
    kept: [] as string[],
    frames: 0,
    wordless: [] as string[],
  };
  press('Home');
  for (let i = 0; i < 30; i++) await frame();
  const end = Number(slider().getAttribute('aria-valuemax'));
  let before = places();
  let view = shown();
  for (let step = 0; step < end; step++) {
    press('ArrowRight');
    for (let i = 0; i < 200; i++) {
      await frame();
      const after = places();
      const time = slider().getAttribute('aria-valuenow') ?? '';
      const turned = shown() !== view;
      view = shown();
      for (const [object, [x = 0, y = 0]] of after) {
        const [a, b] = before.get(object) ?? [];
        if (a === undefined || b === undefined) continue;
        const pixels = Math.round(Math.hypot(x - a, y - b));
        if (turned && !object.startsWith('word ')) report.kept.push(`${time}: ${object}`);
        if (turned && pixels > limits.seam) report.seams.push({ time, object, pixels });
        if (pixels > limits.bound) report.jumps.push({ time, object, pixels });
      }
      if (![...after.keys()].some((name) => name.startsWith('word '))) report.wordless.push(time);
      report.frames++;
      before = after;
      if (time === String(step + 1) && i > 30) break;
    }
  }
  return report;
}

for (const { width, rate } of [
  { width: 1280, rate: 30 },
  { width: 390, rate: 20 },
])
  test(`no object jumps from frame to frame, from the first step to the last: ${width} px @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await explorer.open(`${site.origin}/#view=attention`);
    await page.evaluate(takeFrames);
    const { jumps, seams, kept, frames, wordless } = await page.evaluate(playAll, {
      bound: fastest / rate,
      ...{ seam, rate },
    });
    expect(frames).toBeGreaterThan(17 * 0.8 * rate);
    expect(jumps).toEqual([]);
    expect(seams).toEqual([]);
    expect(wordless).toEqual([]);
    // The strip of the word in focus is one object from the embedding to the prediction.
    const steps = new Set(kept.map((each) => Math.ceil(Number.parseFloat(each))));
    const all = [3, 4, 5, 9, 10, 11, 12, 13, 14, 15, 16, 17];
    expect(all.filter((step) => !steps.has(step))).toEqual([]);
    // From Q K V all three of its strips go on to the scores.
    const toScores = kept.filter((each) => Math.ceil(Number.parseFloat(each)) === 5).join();
    for (const tensor of ['query', 'key', 'value']) expect(toScores).toContain(`.${tensor} `);
    expect(explorer.complaints).toEqual([]);
  });
