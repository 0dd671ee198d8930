// How time and memory of a forward pass grow with the tokens n and with the width d, natively.
import { writeFileSync } from 'node:fs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { growthPlots } from './growth-plots.mjs';
import { say } from './progress.mjs';

const powers = (from, to) =>
  Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

const lengths = powers(16, 4096);
const widths = powers(64, 1024);
/** What the other axis stands at. */
const fixed = { d: 512, n: 128 };
/** The traces of more tokens take gigabytes. */
const longestCaptured = 1024;

async function measure(d, n, capture) {
  const output = await run([buildPath('release/fovea_growth'), `${d}`, `${n}`, capture]);
  return { d, n, ...JSON.parse(output) };
}

async function measureAll(points, capture) {
  const measured = [];
  for (const { d, n } of points) {
    say(`growth: d = ${d}, n = ${n}`);
    measured.push(await measure(d, n, capture));
  }
  return measured;
}

const byLength = lengths.map((n) => ({ d: fixed.d, n }));
const byWidth = widths.map((d) => ({ d, n: fixed.n }));

/** Draws docs/images/growth-*.svg. */
export async function growth() {
  const captured = byLength.filter(({ n }) => n <= longestCaptured);
  const measured = {
    byLength: await measureAll(byLength, 'none'),
    byWidth: await measureAll(byWidth, 'none'),
    captured: {
      byLength: await measureAll(captured, 'all'),
      byWidth: await measureAll(byWidth, 'all'),
    },
  };
  writeFileSync(buildPath('bench-growth.json'), `${JSON.stringify(measured, null, 2)}\n`);
  for (const [name, svg] of Object.entries(growthPlots(measured)))
    writeFileSync(projectPath(`docs/images/${name}.svg`), svg);
}
