import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonWithNumpy } from '../../scripts/lib/python.mjs';
import { type Answer, answerTo } from '../../web/src/numbers/answer';
import { scriptOf } from '../../web/src/numbers/numpy';
import { workbookOf } from '../../web/src/numbers/workbook';
import type { Cell } from '../../web/src/state/dataflow/cell';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

// What is asked of the files: they compute in double precision, the core in single.
const tolerance = 1e-5;

const python = pythonWithNumpy();
const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync);

let folder = '';
let cases: ReadonlyMap<string, Known>;

const letters = 'a b [PAD] a d';
const structures = [
  ['paper', ''],
  ['bert', ''],
  ['pre_gelu_tanh_causal', ''],
  ['pre_relu_learned_padding', 'mask=padding,scale@0=0.7,residual@1=off,residual@0=normed'],
  ['paper', 'softmax=columns,mask=leaky,embedding_scale=off'],
  ['bert', 'softmax=unshifted,mask=causal,heads@1=reshaped,output@0=off'],
  ['paper', 'norm_axis=tokens,heads=reshaped,scale=3'],
  ['paper', 'scale@1=3,layer@0=off,activation@1=silu'],
] as const;

const asked: readonly (readonly [name: string, cell: Cell])[] = [
  ['shipped', { name: 'logits', index: [7, 142] }],
  ['shipped', { name: 'layers.1.attention.weights', index: [5, 7, 1] }],
  ...structures.map(
    ([model, structure]) => [`${model} ${structure}`, { name: 'output', index: [1, 3] }] as const,
  ),
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-answers-'));
  const fovea = await loadShipped();
  const sentence = "The animal didn't cross the street because it was too tired";
  cases = new Map([
    ['shipped', know(fovea, modelBytes(), sentence)],
    ...structures.map(
      ([model, structure]) =>
        [`${model} ${structure}`, know(fovea, variantBytes(model), letters, structure)] as const,
    ),
  ]);
});

afterAll(() => rmSync(folder, { recursive: true }));

function answer(name: string, cell: Cell) {
  const { info, trace, parameters } = cases.get(name) as Known;
  return answerTo({ model: info, trace, cell }, (of) => {
    const found = parameters.get(of);
    if (!found) throw new Error(`no ${of}`);
    return found;
  });
}

const closeTo = (found: number, expected: number) =>
  expect(Math.abs(found - expected) / Math.max(1, Math.abs(expected))).toBeLessThan(tolerance);

describe.each(asked)('why a number of %s', (name, cell) => {
  it.skipIf(!python)('NumPy computes it again from the script alone', async () => {
    const found = await answer(name, cell);
    const path = join(folder, 'why.py');
    writeFileSync(path, scriptOf(found));
    closeTo(Number(execFileSync(String(python), [path], { encoding: 'utf8' })), found.value);
  });
});

/** The answer with the numbers of its steps wrong: what is right in the file then was computed there. */
const blanked = (found: Answer): Answer => ({
  ...found,
  steps: found.steps.map((step) =>
    step.formula.kind === 'ids' ? step : { ...step, data: new Float32Array(step.data.length) },
  ),
});

/** The first sheet of each workbook as CSV, recalculated, with all digits. */
function recalculated(paths: readonly string[]): readonly string[] {
  const format = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false';
  const profile = `-env:UserInstallation=file://${folder}/office`;
  const args = [profile, '--headless', '--convert-to', format, '--outdir', folder, ...paths];
  execFileSync(String(office), args, { stdio: 'ignore' });
  return paths.map((path) => readFileSync(path.replace('.xlsx', '.csv'), 'utf8'));
}

it.skipIf(!office)(
  'LibreOffice computes each again from the formulas @thorough',
  async () => {
    const answers = await Promise.all(asked.map(([name, cell]) => answer(name, cell)));
    const paths = await Promise.all(
      answers.map(async (found, i) => {
        const path = join(folder, `why-${i}.xlsx`);
        writeFileSync(path, await workbookOf(blanked(found)));
        return path;
      }),
    );
    recalculated(paths).forEach((text, i) => {
      const [, line = ''] = text.split('\n');
      closeTo(Number(line.split(',')[1]), answers[i]?.value ?? Number.NaN);
    });
  },
  300_000,
);
