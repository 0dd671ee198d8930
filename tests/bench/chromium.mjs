// Fovea beside other engines in one page of headless Chromium.
import { withPages } from './pages.mjs';
import { flops, lengthsOf } from './peer-models.mjs';
import { say } from './progress.mjs';
import { captureCost, compare } from './rounds.mjs';

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

const measure = (page, n) =>
  page.evaluate((length) => globalThis.bench.measure(globalThis.engines, length), n);

export const chromium = (browser, models) =>
  withPages(browser, async (open) => {
    const records = [];
    for (const model of models) {
      const page = await open();
      const capturing = await openEngines(page, model);
      for (const n of lengthsOf(model)) {
        say(`chromium: ${model.name}, n = ${n}`);
        const { times, limits } = await measure(page, n);
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
