// The figures of docs/performance.md: tables of the benchmark's records, and what they were measured
// on, between the page's markers.
import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { median } from './rounds.mjs';

const page = projectPath('docs/performance.md');

const digits = (value) => (value < 10 ? 2 : value < 100 ? 1 : 0);
const number = (value) => (value === undefined ? '' : value.toFixed(digits(Math.abs(value))));
const ratio = (value) => (value === undefined ? '' : value.toFixed(2));
/** `+ 0` makes 0 of -0. */
const percent = (value) => (value === undefined ? '' : `${Math.round(value) + 0} %`);

/** `columns` are [heading, row → text]. */
function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([heading]) => heading)),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}

/** Records by model and length: {model, n, of: engine → record}. */
function byLength(records) {
  const rows = new Map();
  for (const record of records) {
    const { model, n, engine } = record;
    const key = `${model} ${n}`;
    if (!rows.has(key)) rows.set(key, { model, n, engines: {} });
    rows.get(key).engines[engine] = record;
  }
  return [...rows.values()].map(({ engines, ...row }) => ({
    ...row,
    of: (engine) => engines[engine] ?? {},
  }));
}

/** Fovea first, its peer's time beside it, then the ratios of the `others`. */
const forwardTable = (records, { fovea, peer, others, changing }) =>
  table(
    [
      ['model', ({ model }) => model],
      ['n', ({ n }) => n],
      [`${peer}, ms`, ({ of }) => number(of(peer).ms)],
      [`${fovea}, ms`, ({ of }) => number(of(fovea).ms)],
      ['GFLOP/s', ({ of }) => number(of(fovea).gflops)],
      ['of the limit', ({ of }) => percent(of(fovea).percentOfLimit)],
      [`ratio: ${fovea}`, ({ of }) => `**${ratio(of(fovea).ratio)}**`],
      ...others.map((name) => [name, ({ of }) => ratio(of(name).ratio)]),
      ['capturing costs', ({ of }) => percent(of(`${fovea}, all layers captured`).captureCost)],
      ...(changing ? [['a change costs', ({ of }) => percent(of(changing).captureCost)]] : []),
    ],
    byLength(records),
  );

const startTable = (records) =>
  table(
    [
      ['', ({ engine }) => engine],
      ['first result, ms', ({ ms }) => number(ms)],
      ['ratio', ({ ratio: value }) => ratio(value)],
      [
        'done after, ms',
        ({ marks = {} }) =>
          Object.entries(marks)
            .map(([name, ms]) => `${name} ${number(ms)}`)
            .join(', '),
      ],
    ],
    records.filter(({ megabytes }) => megabytes === undefined),
  );

const loadingTable = (records) =>
  table(
    [
      ['', ({ engine }) => engine],
      ['file, MB', ({ fileMegabytes }) => number(fileMegabytes)],
      ['loaded after, ms', ({ ms }) => number(ms)],
      ['peak memory, MB', ({ megabytes }) => number(megabytes)],
      ['times the file', ({ timesFile }) => ratio(timesFile)],
      ['whole process, MB', ({ processMegabytes }) => number(processMegabytes)],
    ],
    records.filter(({ megabytes }) => megabytes !== undefined),
  );

const trainTable = (records) =>
  table(
    [
      ['engine', ({ engine }) => engine],
      ['a step, ms', ({ ms }) => number(ms)],
      ['tokens a second', ({ tokensPerSecond }) => tokensPerSecond.toFixed(0)],
      ['ratio', ({ ratio: value }) => ratio(value)],
      ['times one', ({ ofOneThread }) => ratio(ofOneThread)],
    ],
    records,
  );

const framesTable = (records) =>
  table(
    [
      ['', ({ engine }) => engine],
      ['ms', ({ ms }) => number(ms)],
      ['ratio', ({ ratio: value }) => ratio(value)],
      ['frames in time', ({ inTime }) => percent(inTime && 100 * inTime)],
      ['main thread, ms a frame', ({ task }) => number(task)],
    ],
    records,
  );

const longTable = (records) =>
  table(
    [
      ['tokens', ({ n }) => n],
      ['longest task, ms', ({ ms }) => number(ms)],
      ['of', ({ engine }) => engine.replace('page: ', '')],
    ],
    records,
  );

const bertTable = (records) =>
  table(
    [
      ['tokens', ({ n }) => n],
      ['text to picture, ms', ({ textMs }) => number(textMs)],
      ['longest task, ms', ({ ms, of }) => `${number(ms)} (${of})`],
      ['of the views, median', ({ tasks }) => number(median(tasks.map(({ ms }) => ms)))],
      ['key to frame, ms', ({ keyMs }) => number(keyMs)],
      ['frames a second', ({ framesPerSecond }) => number(framesPerSecond)],
      [
        'memory, at most, MB',
        ({ megabytes, peakMegabytes }) => `${number(megabytes)}, ${number(peakMegabytes)}`,
      ],
    ],
    records,
  );

const sentencesTable = (records) =>
  table(
    [
      ['engine', ({ engine }) => engine],
      ['32 texts, ms', ({ ms }) => number(ms)],
      ['tokens a second', ({ tokensPerSecond }) => tokensPerSecond.toFixed(0)],
      ['ratio', ({ ratio: value }) => ratio(value)],
    ],
    records,
  );

const integersTable = (records) =>
  table(
    [
      ['', ({ engine }) => engine],
      ['model', ({ model }) => model],
      ['n', ({ n }) => n],
      ['F32, ms', ({ scalarMs }) => number(scalarMs)],
      ['integers, ms', ({ ms }) => number(ms)],
      ['times as fast', ({ ratio: value }) => `**${ratio(value)}**`],
      ['outputs differ by, of the largest', ({ difference }) => difference.toExponential(0)],
    ],
    records,
  );

/** By suite, then by marker, what is made of the suite's records. */
const figures = {
  chromium: {
    chromium: (records) =>
      forwardTable(records, {
        fovea: 'fovea relaxed',
        peer: 'onnxruntime-web',
        others: ['fovea relaxed, F32 file', 'fovea plain', 'tfjs-wasm'],
      }),
  },
  native: {
    native: (records) =>
      forwardTable(records, {
        fovea: 'fovea',
        peer: 'onnxruntime-node',
        others: ['eigen', 'pytorch'],
        changing: 'fovea, captured and changed',
      }),
  },
  start: { start: startTable, loading: loadingTable },
  train: { train: trainTable },
  frames: { frames: framesTable },
  long: { long: longTable },
  bert: { bert: bertTable },
  sentences: { sentences: sentencesTable },
  integers: { integers: integersTable },
  growth: { growth: () => '' },
};

/**
 * Replaces what stands between `<!-- figures: MARKER -->` and `<!-- end -->` for the markers of one
 * suite, whose records these are; `machine` says what they were measured on.
 */
export function writeFigures(suite, records, machine) {
  let text = readFileSync(page, 'utf8');
  for (const [marker, tableOf] of Object.entries(figures[suite])) {
    const place = new RegExp(`(<!-- figures: ${marker} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`docs/performance.md has no place for ${marker}`);
    const parts = [tableOf(records), `Measured on ${machine}.`].filter((part) => part !== '');
    text = text.replace(place, (_, begin, end) => `${begin}${parts.join('\n\n')}\n${end}`);
  }
  writeFileSync(page, text);
}
