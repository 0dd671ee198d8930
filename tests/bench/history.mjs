// The ratios to other engines over time, drawn from what docs/performance.md said at each commit that
// measured them: docs/images/ratios.svg. Run by itself: node tests/bench/history.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { sheet } from './svg-plot.mjs';

const page = 'docs/performance.md';
const git = (...args) =>
  execFileSync('git', args, { cwd: projectPath(), encoding: 'utf8', maxBuffer: 2 ** 26 });

/** What stands in the cells of a row of Markdown. */
const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('**', ''));

/** The suites that have peers, what they are compared with, and the engine whose row counts. */
const suites = {
  chromium: { title: 'Chromium, to onnxruntime-web', column: /^ratio(: fovea relaxed)?$/ },
  native: { title: 'natively, to onnxruntime-node', column: /^ratio(: fovea)?$/ },
  train: { title: 'training, to PyTorch', column: /^ratio$/, row: /^fovea( relaxed)?$/ },
  start: { title: 'cold start, to onnxruntime-web', column: /^ratio$/, row: /^fovea$/ },
};

/** By what was measured, the ratio that a page of figures has for a suite. */
export function ratiosOf(text, suite) {
  const { column, row = /./ } = suites[suite];
  const [, block = ''] = text.match(new RegExp(`<!-- figures: ${suite} -->([^]*?)<!-- end`)) ?? [];
  const [head, , ...rows] = block.split('\n').filter((line) => line.startsWith('|'));
  const names = head ? cells(head) : [];
  const at = names.findIndex((name) => column.test(name));
  const name = (row) => (names[1] === 'n' ? `${row[0]}, n = ${row[1]}` : row[0]);
  return Object.fromEntries(
    rows
      .map(cells)
      .filter((each) => row.test(each[0]) && Number(each[at]) > 0)
      .map((each) => [name(each), Number(each[at])]),
  );
}

/** Commits that measured, the first one first, each with its text. */
const versions = () =>
  git('log', '--reverse', '--format=%h', '--', page)
    .trim()
    .split('\n')
    .map((commit) => ({ commit, text: git('show', `${commit}:${page}`) }));

/** Of a suite, its ratios at each commit at which they changed. */
export function history(all, suite) {
  let last = '';
  return all.flatMap(({ commit, text }) => {
    const ratios = ratiosOf(text, suite);
    const same = JSON.stringify(ratios) === last;
    last = JSON.stringify(ratios);
    return same || last === '{}' ? [] : [{ commit, ratios }];
  });
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const all = versions();
  const panels = Object.entries(suites).map(([suite, { title }]) => ({
    title,
    runs: history(all, suite),
  }));
  writeFileSync(
    projectPath('docs/images/ratios.svg'),
    sheet('Ratios to other engines by commit', panels),
  );
}
