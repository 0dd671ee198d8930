// Fovea beside other engines in one page of headless Chromium.
import { withPages } from './pages.mjs';
import { flops, lengthsOf } from './peer-models.mjs';
import { say } from './progress.mjs';
import { captureCost, compare } from './rounds.mjs';
import { Time } from './time.mjs';

const peer = 'onnxruntime-web';

const openEngines = (page, model) =>
  page.evaluate(
    async ([name, vocabulary]) => {
      globalThis.bench = await import('./page-rounds.mjs');
      globalThis.engines = await globalThis.bench.open(name, vocabulary);
      return globalThis.bench.capturing;
    },
    [model.name, model.config.vocab_size],
  );

const measure = (page, n, milliseconds) =>
  page.evaluate(
    ([length, most]) => globalThis.bench.measure(globalThis.engines, length, most),
    [n, milliseconds],
  );

export const chromium = (browser, models, milliseconds) =>
  withPages(browser, async (open) => {
    const records = [];
    const time = new Time(milliseconds, models.flatMap(lengthsOf).length);
    for (const model of models) {
      const page = await open();
      const capturing = await openEngines(page, model);
      for (const n of lengthsOf(model)) {
        say(`chromium: ${model.name}, n = ${n}`);
        const { times, limits } = await measure(page, n, time.share());
        const cost = captureCost(times, 'fovea relaxed', capturing);
        for (const result of compare(times, peer, { flops: flops(model.config, n), limits }))
          records.push({
            ...{ suite: 'chromium', model: model.name, n, ...result },
            ...(result.engine === capturing && { captureCost: cost }),
          });
      }
      await page.context().close();
    }
    return records;
  });
