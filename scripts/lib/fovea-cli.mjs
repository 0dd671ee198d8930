#!/usr/bin/env node
// `fovea` of the npm package: writes the answer to a "why?" as a file. Stands beside core.js there.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Encoder } from './core.js';
import { answerAs } from './numbers.js';

const help = `usage: fovea why CELL [options]

Writes why a number of a run is what it is, back to the embedding table. CELL is a
tensor and a place in it, counted from 1, as in the page's addresses:
layers.2.attention.weights:6,8,2 is head 6's weight of word 2 for word 8 in layer 3.

  --sentence TEXT   what is read
  --format FORMAT   csv, the products; xlsx, live formulas; py, a NumPy script (default: csv)
  --out FILE        (default: standard output; for xlsx why.xlsx)
  --model FILE      a model file (default: the model of the package)
  --structure TEXT  options that differ from the model's own: scale=off,norm=pre
  --change TEXT     a change on the way; may be repeated
`;

const formats = ['csv', 'xlsx', 'py'];

const options = Object.fromEntries(
  ['sentence', 'format', 'out', 'model', 'structure'].map((name) => [name, { type: 'string' }]),
);

function cellOf(text) {
  const [, name, places] = /^([a-zA-Z][\w.]*):(\d+(?:,\d+)*)$/.exec(text) ?? [];
  if (!name) throw new Error(`${text}: is not a cell such as layers.2.attention.weights:6,8,2`);
  return { name, index: places.split(',').map((place) => Number(place) - 1) };
}

async function why(text, { format = 'csv', out, ...of }) {
  if (!formats.includes(format))
    throw new Error(`--format ${format}: is not ${formats.join(', ')}`);
  const own = fileURLToPath(new URL('../../web/models/fovea-demo.safetensors', import.meta.url));
  const encoder = await Encoder.load(await readFile(of.model ?? own));
  const sentence = of.sentence ?? "The animal didn't cross the street because it was too tired";
  const trace = encoder.encode(sentence, { structure: of.structure, changes: of.change });
  const asked = { model: encoder.info, trace, cell: cellOf(text) };
  const blob = await answerAs(format, asked, (name) => encoder.parameter(name));
  const file = out ?? (format === 'xlsx' ? 'why.xlsx' : undefined);
  const bytes = Buffer.from(await blob.arrayBuffer());
  if (file) await writeFile(file, bytes);
  else process.stdout.write(bytes);
}

try {
  const { values, positionals } = parseArgs({
    options: { ...options, change: { type: 'string', multiple: true }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [command, text] = positionals;
  if (values.help || command !== 'why' || !text) {
    process.stdout.write(help);
    process.exitCode = values.help ? 0 : 2;
  } else await why(text, values);
} catch (error) {
  process.stderr.write(`fovea: ${error.message}\n`);
  process.exitCode = 1;
}
