// The page with a model of BERT-base's shape that `fovea init` makes, in headless Chromium: how long
// a text takes, the longest task of going through all views, from a key to the frame, how evenly it
// plays, and the memory of the page's process.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { drawn, isThere, longestTask, show, steps } from './long-texts.mjs';
import { say } from './progress.mjs';
import { median } from './rounds.mjs';

const page = pathToFileURL(projectPath('dist/index.html')).href;

const config = {
  model_type: 'bert',
  hidden_size: 768,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  intermediate_size: 3072,
  vocab_size: 30522,
  max_position_embeddings: 512,
  type_vocab_size: 2,
  hidden_act: 'gelu',
  masked_word_head: true,
};

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** So many words of letters: a, b, …, aa, ab, … */
function wordsOf(count) {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const words = [...letters];
  for (let i = 0; words.length < count; i++)
    for (const letter of letters) words.push(words[i] + letter);
  return words.slice(0, count);
}

const words = wordsOf(config.vocab_size - special.length);

/** Writes the model file, a random one, and returns its path. */
export async function bertModel() {
  const folder = buildPath('bench-bert');
  mkdirSync(folder, { recursive: true });
  const file = (name) => `${folder}/${name}`;
  writeFileSync(file('vocab.txt'), `${[...special, ...words].join('\n')}\n`);
  writeFileSync(file('config.json'), JSON.stringify(config));
  const out = file('model.safetensors');
  const files = ['--config', file('config.json'), '--vocab', file('vocab.txt'), '--out', out];
  await run([buildPath('release/fovea'), 'init', ...files, '--dtype', 'bf16']);
  return out;
}

/** A text of n tokens, [CLS] and [SEP] among them. */
export const textOf = (n, from = 0) =>
  Array.from({ length: n - 2 }, (_, i) => words[700 + (((from + i) * 37) % 29_000)]).join(' ');

const figures = ['what-if', 'effects', 'twins', 'masks', 'matrix', 'feed-forward', 'gaze'].concat([
  'routing',
  'recurrence',
  'embedding-map',
  'residual',
  'norms',
  'cost',
  'bench',
]);

export const hasModel = (layers) =>
  document.querySelector('fovea-explorer').figure.state.model?.config.num_hidden_layers === layers;

const read = (text) => {
  document.querySelector('fovea-explorer').figure.store.dispatch({ type: 'sentence', text });
};

/** Milliseconds from a key of the page to the frame after it, in the page. */
const keyToFrame = (key) =>
  new Promise((resolve) => {
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });

/** Milliseconds between the frames of so many seconds. */
const frameTimes = (seconds) =>
  new Promise((resolve) => {
    const times = [];
    const frame = (start, before) => (now) => {
      times.push(now - before);
      if (now - start > 1000 * seconds) resolve(times);
      else requestAnimationFrame(frame(start, now));
    };
    requestAnimationFrame((now) => requestAnimationFrame(frame(now, now)));
  });

/** Megabytes of a status line of the page's process; undefined where the system has none. */
export async function megabytes(browser, line) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8').match(`${line}:\\s+(\\d+)`)?.[1]);
  return Math.max(...sizes.map(Number)) / 1000;
}

async function keyTimes(tab) {
  const times = [];
  for (let i = 0; i < 7; i++) {
    times.push(await tab.evaluate(keyToFrame, ']'));
    await tab.evaluate(drawn);
  }
  return median(times);
}

async function playing(tab) {
  await tab.evaluate(show, 'attention');
  const place = tab
    .locator('fovea-explorer')
    .getByRole('slider', { name: 'Position in the animation' });
  await place.press('Home');
  await tab.evaluate(drawn);
  await tab.keyboard.press('Space');
  const times = await tab.evaluate(frameTimes, 5);
  await tab.keyboard.press('Space');
  return 1000 / (times.reduce((sum, ms) => sum + ms) / times.length);
}

/** The longest task of each thing that a reader does. */
async function tasks(browser, tab, actions) {
  const measured = [];
  for (const [action, act] of actions) {
    await browser.startTracing(tab, { categories: ['disabled-by-default-devtools.timeline'] });
    await act();
    await tab.evaluate(drawn);
    measured.push({ action, ms: longestTask(await browser.stopTracing()) });
  }
  return measured.toSorted((a, b) => b.ms - a.ms);
}

/** What a text of n tokens costs. */
async function measure(browser, model, n) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#view=attention`);
  const root = tab.locator('fovea-explorer');
  await root.locator('.figure button.word').first().waitFor();
  let textMs = 0;
  const opening = [
    [
      'model',
      async () => {
        await root.locator('input[type=file]').first().setInputFiles(model);
        await tab.waitForFunction(hasModel, config.num_hidden_layers, { timeout: 120_000 });
      },
    ],
    [
      'text',
      async () => {
        const start = performance.now();
        await tab.evaluate(read, textOf(n));
        await tab.waitForFunction(isThere, n, { timeout: 120_000 });
        textMs = performance.now() - start;
      },
    ],
  ];
  const views = [...steps, ...figures].map((view) => [view, () => tab.evaluate(show, view)]);
  const ordered = await tasks(browser, tab, [...opening, ...views]);
  await tab.evaluate(show, 'attention');
  await tab.evaluate(drawn);
  const record = {
    ...{ suite: 'bert', model: 'BERT-base', n, engine: 'page', textMs },
    ...{ ms: ordered[0].ms, of: ordered[0].action, tasks: ordered },
    keyMs: await keyTimes(tab),
    framesPerSecond: await playing(tab),
    megabytes: await megabytes(browser, 'VmRSS'),
    peakMegabytes: await megabytes(browser, 'VmHWM'),
  };
  await tab.close();
  return record;
}

/** A record for each length, each in a browser of its own: memory once had is not given back. */
export async function bert(launch) {
  const model = await bertModel();
  const records = [];
  for (const n of [128, 512]) {
    say(`bert: ${n} tokens`);
    const browser = await launch();
    records.push(await measure(browser, model, n));
    await browser.close();
  }
  return records;
}
