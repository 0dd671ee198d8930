// The tables of docs/performance.md, written from the benchmark's records between its markers.
import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';

const page = projectPath('docs/performance.md');

const digits = (value) => (value < 10 ? 2 : value < 100 ? 1 : 0);
const number = (value) => (value === undefined ? '' : value.toFixed(digits(Math.abs(value))));
const ratio = (value) => (value === undefined ? '' : value.toFixed(2));
const percent = (value) => (value === undefined ? '' : `${value.toFixed(0)} %`);

/** `columns` are [heading, row → text]. */
function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([heading]) => heading)),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}

/** The records of a suite by model and length: {model, n, of: engine → record}. */
function byLength(records, suite) {
  const rows = new Map();
  for (const record of records.filter((each) => each.suite === suite)) {
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
const forwardTable = (records, suite, { fovea, peer, others }) =>
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
    ],
    byLength(records, suite),
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
    records.filter(({ suite }) => suite === 'start'),
  );

const trainTable = (records) =>
  table(
    [
      ['engine', ({ engine }) => engine],
      ['a step, ms', ({ ms }) => number(ms)],
      ['tokens a second', ({ tokensPerSecond }) => tokensPerSecond.toFixed(0)],
      ['ratio', ({ ratio: value }) => ratio(value)],
    ],
    records.filter(({ suite }) => suite === 'train'),
  );

const framesTable = (records) =>
  table(
    [
      ['', ({ engine }) => engine],
      ['ms', ({ ms }) => number(ms)],
      ['frames in time', ({ inTime }) => percent(inTime && 100 * inTime)],
    ],
    records.filter(({ suite }) => suite === 'frames'),
  );

const tables = {
  chromium: (records) =>
    forwardTable(records, 'chromium', {
      fovea: 'fovea relaxed',
      peer: 'onnxruntime-web',
      others: ['fovea relaxed, F32 file', 'fovea plain', 'tfjs-wasm'],
    }),
  native: (records) =>
    forwardTable(records, 'native', {
      fovea: 'fovea',
      peer: 'onnxruntime-node',
      others: ['eigen', 'pytorch'],
    }),
  start: startTable,
  train: trainTable,
  frames: framesTable,
};

/** Replaces what stands between `<!-- figures: SUITE -->` and `<!-- end -->`. */
export function writeTables(records) {
  const text = readFileSync(page, 'utf8').replace(
    /(<!-- figures: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, suite, end) => `${begin}${tables[suite](records)}\n${end}`,
  );
  writeFileSync(page, text);
}
