// dist/split: the element for those who host a folder. A small fovea.js, and beside it what it loads
// when it is wanted, each file with a hash of its content in its name.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { classicScript, instead } from './lib/classic-script.mjs';
import { elementApi } from './lib/element-api.mjs';
import { languages } from './lib/languages.mjs';
import { partsOfModel } from './lib/parted-model.mjs';
import { buildPath, projectPath } from './lib/paths.mjs';

const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

const shortHash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** Lit's styles without the rest of Lit. */
const stylesAlone = { find: /^lit$/, replacement: '@lit/reactive-element/css-tag.js' };

/** The element's code, without the core and the model. */
function figureScript() {
  const alias = [
    instead('load-file', 'load-file-split'),
    instead('connection', 'connection-split'),
    instead('start-worker', 'start-worker-split'),
    instead('core-inside', 'core-sent'),
  ];
  return classicScript('split/figure.ts', 'foveaFigure', { resolve: { alias } });
}

function firstScript(parts) {
  const attributes = elementApi().attributes.map(({ name }) => name);
  const define = {
    foveaAttributes: JSON.stringify(attributes),
    foveaPartFiles: JSON.stringify(parts),
  };
  return classicScript('split/fovea.ts', 'foveaSplit', {
    define,
    resolve: { alias: [stylesAlone] },
  });
}

/** The sentences that a reader finds on the page. */
async function presetSentences() {
  const { module } = await runnerImport(projectPath('web/src/state/presets.ts'), {
    configFile: false,
    logLevel: 'warn',
  });
  return module.presets.map(({ text }) => text);
}

/** By part: its bytes, and the name of its file before the hash. */
async function partsOf(place, filled) {
  const built = (name) => readFileSync(`${place}/${name}.js`);
  const core = (name) => readFileSync(buildPath(`wasm/${name}.wasm`));
  const model = readFileSync(projectPath('web/models/fovea-demo.safetensors'));
  const [first, rest] = partsOfModel(model, await presetSentences());
  return {
    figure: { name: 'fovea-figure.js', bytes: Buffer.from(filled(await figureScript())) },
    figures: { name: 'fovea-figures.js', bytes: built('fovea-figures') },
    relatives: { name: 'fovea-relatives.js', bytes: built('fovea-relatives') },
    practice: { name: 'fovea-practice.js', bytes: built('fovea-practice') },
    class: { name: 'fovea-class.js', bytes: built('fovea-class') },
    published: { name: 'fovea-published.js', bytes: built('fovea-published') },
    learn: { name: 'fovea-learn.js', bytes: built('fovea-learn') },
    ...Object.fromEntries(
      languages().map((each) => [
        each,
        { name: `fovea-${each}.js`, bytes: built(`fovea-${each}`) },
      ]),
    ),
    core: { name: 'fovea-core.wasm', bytes: core('fovea') },
    'core-relaxed': { name: 'fovea-core-relaxed.wasm', bytes: core('fovea_relaxed') },
    model: { name: 'fovea-demo-first.bin', bytes: first },
    'model-rest': { name: 'fovea-demo-rest.bin', bytes: rest },
  };
}

/**
 * Writes split/ into `place`, where the element's scripts are built already; `filled` puts into a
 * script what was measured after it was built.
 */
export async function buildSplit(place, filled) {
  const folder = `${place}/split`;
  mkdirSync(folder, { recursive: true });
  const hashes = {};
  const write = (file, bytes) => {
    writeFileSync(`${folder}/${file}`, bytes);
    hashes[file] = integrityOf(bytes);
  };
  const files = {};
  for (const [part, { name, bytes }] of Object.entries(await partsOf(place, filled))) {
    const file = name.replace('.', `-${shortHash(bytes)}.`);
    write(file, bytes);
    files[part] = { file, integrity: hashes[file] };
  }
  write('fovea.js', Buffer.from(filled(await firstScript(files))));
  writeFileSync(`${folder}/sri.json`, `${JSON.stringify(hashes, null, 2)}\n`);
  for (const [file, hash] of Object.entries(hashes)) console.log(`split/${file}  ${hash}`);
}
