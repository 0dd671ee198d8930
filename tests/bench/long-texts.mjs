// The longest task of the page's main thread on long texts, in headless Chromium, with a model file
// that `fovea init` makes: of opening the model, entering the text, choosing another head, layer and
// word, and each view.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { say } from './progress.mjs';

const page = pathToFileURL(projectPath('dist/index.html')).href;
const explorer = 'fovea-explorer';

/** Four layers of four heads, so that at 1,024 tokens the weights alone are 16 million numbers. */
const config = {
  model_type: 'bert',
  hidden_size: 64,
  num_hidden_layers: 4,
  num_attention_heads: 4,
  intermediate_size: 128,
  max_position_embeddings: 1024,
  hidden_act: 'gelu',
};

const letters = [...'abcdefgh'];
const words = letters.flatMap((a) => letters.map((b) => a + b));

/** A text of n tokens, [CLS] and [SEP] among them. */
const textOf = (n) => Array.from({ length: n - 2 }, (_, i) => words[(i * 7) % 64]).join(' ');

/** Writes the model file, and returns its path. */
export async function longTextModel() {
  const folder = buildPath('bench-long-texts');
  mkdirSync(folder, { recursive: true });
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...words];
  const file = (name) => `${folder}/${name}`;
  writeFileSync(file('vocab.txt'), `${vocabulary.join('\n')}\n`);
  const made = { ...config, vocab_size: vocabulary.length };
  writeFileSync(file('config.json'), JSON.stringify(made));
  const out = file('model.safetensors');
  const files = ['--config', file('config.json'), '--vocab', file('vocab.txt'), '--out', out];
  await run([buildPath('release/fovea'), 'init', ...files]);
  return out;
}

/** The longest task of a page's main thread in a trace of Chromium: its processor time, in milliseconds. */
export function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace);
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const threads = new Set(main.map(({ pid, tid }) => `${pid}.${tid}`));
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid}.${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Resolves when nothing has changed in the page for a quarter of a second. */
export const drawn = () =>
  new Promise((resolve) => {
    const still = { at: performance.now() };
    const root = document.querySelector('fovea-explorer').shadowRoot;
    new MutationObserver(() => {
      still.at = performance.now();
    }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = () => {
      if (performance.now() - still.at > 250) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

export const steps = [
  'tokens',
  'embedding',
  'position',
  'projections',
  'scores',
  'scale',
  'softmax',
]
  .concat(['sum', 'concat', 'output', 'attention-norm', 'expand', 'activate', 'compress'])
  .concat(['feed-forward-norm', 'stack', 'prediction', 'attention', 'block', 'heatmap', 'heads']);

/** Shows a view at the end of what it plays. */
export const show = (id) => {
  const { store } = document.querySelector('fovea-explorer').figure;
  store.dispatch({ type: 'go', step: id, layer: 1 });
  store.dispatch({ type: 'choose', choice: { view: id } });
};

/** The actions of a reader with a long text, by name. */
const actions = (tab) => [
  ['head', () => tab.keyboard.press(']')],
  ['layer', () => tab.keyboard.press('}')],
  ['word', () => tab.evaluate(click, 5)],
  ...steps.map((view) => [`view ${view}`, () => tab.evaluate(show, view)]),
];

const click = (place) =>
  document
    .querySelector('fovea-explorer')
    .shadowRoot.querySelectorAll('.figure button.word')
    [place].click();

/** True when the text's trace is there. */
export const isThere = (count) =>
  document.querySelector('fovea-explorer').figure.state.trace?.encoding.tokens.length === count;

/**
 * With a text of n tokens, the action with the longest task: {action, ms}. The model is
 * the file at `model`; typing the text is one of the actions.
 */
export async function longestTaskOf(browser, model, n) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#view=attention`);
  const root = tab.locator(explorer);
  await root.locator('.figure button.word').first().waitFor();
  await tab.evaluate(drawn);
  const measured = [];
  const measure = async (action, act) => {
    await browser.startTracing(tab, { categories: ['disabled-by-default-devtools.timeline'] });
    await act();
    await tab.evaluate(drawn);
    measured.push({ action, ms: longestTask(await browser.stopTracing()) });
  };
  await measure('model', () => root.locator('input[type=file]').first().setInputFiles(model));
  await root.getByRole('button', { name: 'Edit the sentence' }).click();
  const field = root.getByRole('textbox', { name: 'Sentence' });
  await measure('text', async () => {
    await field.fill(textOf(n));
    await tab.waitForFunction(isThere, n);
  });
  await measure('done', () => field.press('Enter'));
  for (const [action, act] of actions(tab)) await measure(action, act);
  await tab.close();
  return measured.reduce((longest, each) => (each.ms > longest.ms ? each : longest));
}

/** A record for each length. */
export async function longTexts(browser) {
  const model = await longTextModel();
  const records = [];
  for (const n of [16, 512, 1024]) {
    say(`long: ${n} tokens`);
    const { action, ms } = await longestTaskOf(browser, model, n);
    records.push({ suite: 'long', model: 'generated', n, engine: `page: ${action}`, ms });
  }
  return records;
}
