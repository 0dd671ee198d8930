// Builds dist/: site/ (the page as it is served), index.html (the same page in one file, for
// opening from a disk), fovea.js (one classic script that defines <fovea-encoder>), and what that one
// loads: fovea-learn.js to train, fovea-figures.js for the figures that it does not draw itself,
// fovea-relatives.js for those of decoders, fovea-practice.js to practise, fovea-published.js for models as they are published, fovea-class.js to set work for a class, fovea-save.js to write files for the page, and a file for each other language, fovea-de.js; embed.html with embed.js, a page for frames; split/, the
// element in parts; and article.html, which is in site/ too. What other
// sites need the page hands out, so that it is in site/ and inside index.html as well. All are
// made in dist/.unfinished first, so that nothing half made can be taken for them. Pictures of what is
// built are added where there is a browser to draw them.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build, mergeConfig } from 'vite';
import config from '../vite.config.mjs';
import { buildArticle } from './article/build.mjs';
import { launchIfAny } from './lib/chromium.mjs';
import { classicScript, escaped, instead, quiet } from './lib/classic-script.mjs';
import { languages, scriptOf } from './lib/languages.mjs';
import { notices } from './lib/notices.mjs';
import { packed, packedBytes, packedInBase64, patch, withReferences } from './lib/packing.mjs';
import { projectPath } from './lib/paths.mjs';
import { makePosters } from './posters.mjs';
import { addSharePicture } from './share-picture.mjs';
import { buildSplit } from './split.mjs';
import { bytesAsText } from './vite/bytes.mjs';
import { languageModules } from './vite/languages.mjs';
import { modelCard } from './vite/model-card.mjs';
import { articleContents } from './vite/sections.mjs';
import { ownSentences } from './vite/sentences.mjs';
import { withoutIndentation } from './vite/templates.mjs';
import { viewModules } from './vite/views.mjs';

const place = projectPath('dist/.unfinished');

/** The scripts of the element and of frames, and the global that has what each exports. */
const globals = {
  fovea: 'fovea',
  'fovea-learn': 'foveaLearn',
  'fovea-figures': 'foveaFigures',
  'fovea-relatives': 'foveaRelatives',
  'fovea-practice': 'foveaPractice',
  'fovea-class': 'foveaClass',
  'fovea-published': 'foveaPublished',
  'fovea-save': 'foveaSave',
  embed: 'foveaEmbed',
};

/** A script as it may stand between <script> and </script>. */
const inElement = (script) =>
  script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** A script that runs when the parser has come to it. */
const running = (script) => `<script>${inElement(script)}</script>`;

/** A script that the page's scripts find by its id. */
const inert = (id, script) => `<script type="text/plain" id="${id}">${inElement(script)}</script>`;

/**
 * Packed text that the page's scripts find by its id, with what it has of `data-`. Chromium reads a template's text in
 * two thirds of the time of a script's.
 */
const held = (id, text, data = '') =>
  `<template id="${id}"${data && ` data-${data}`}>${text}</template>`;

const patchOf = (base) => (base ? `base="${base}"` : '');

/** web/index.html with its styles inside and without its script; `head` and `body` go at their ends. */
function filledPage(head, body) {
  const page = readFileSync(projectPath('web/index.html'), 'utf8');
  const styles = readFileSync(projectPath('web/styles.css'), 'utf8');
  const filled = page
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace('</head>', () => `${head}</head>`)
    .replace('</body>', () => `${body}</body>`);
  const shell = filled.replace(head, '').replace(body, '');
  const outside = shell.match(/<(?:script|link)[^>]* (?:src|href)="(?!data:)[^"]*"/);
  if (outside) throw new Error(`dist/index.html would refer to another file: ${outside[0]}`);
  return filled;
}

async function buildSite() {
  const page = { outDir: `${place}/site`, emptyOutDir: true };
  await build(mergeConfig(config, { ...quiet, build: page }));
}

/** A classic script of web/src for dist/index.html, as text. */
async function inPageScript(entry) {
  const lib = { entry: projectPath(`web/src/${entry}`), formats: ['iife'], name: 'fovea' };
  const alias = [
    instead('start-worker', 'start-worker-in-page'),
    instead('load-file', 'load-file-in-page'),
    instead('own-file', 'own-file-in-page'),
  ];
  const [{ output }] = await build({
    ...mergeConfig(config, { ...quiet, publicDir: false, resolve: { alias } }),
    plugins: [
      bytesAsText('base64'),
      withoutIndentation(),
      languageModules(),
      articleContents(),
      modelCard(),
      ownSentences(),
      viewModules(),
    ],
    build: { ...config.build, write: false, lib },
  });
  return escaped(output[0].code);
}

/** What the page hands out for other sites, and the files of figures. */
const inPage = [
  ...['fovea-figures.js', 'fovea-learn.js', 'fovea-relatives.js', 'fovea-practice.js'],
  ...['fovea-class.js', 'fovea-published.js', 'fovea-save.js', 'fovea.js'],
  ...['embed.html', 'embed.js'],
];

/**
 * What the picture waits for comes first: the page's script, which the browser compiles beside the parser; the core
 * and its worker, which starts while the parser reads the model. Other cores, models and files come last: nothing
 * waits for them. All is packed (lib/packing.mjs), since the browser has to decode and to parse the whole. A single
 * character beyond ASCII would double the time that decoding takes, and the memory that a script takes.
 */
async function buildSingleFile() {
  const bytes = Object.fromEntries(
    packedBytes().map(({ id, text, inBase64, base }) => [
      id,
      held(id, text, inBase64 ? 'base64' : patchOf(base)),
    ]),
  );
  const {
    'fovea-core': core,
    'fovea-core-relaxed': relaxed,
    'fovea-model': model,
    ...rest
  } = bytes;
  const languages = languageFiles.map((name) => `${name}.js`);
  const script = Buffer.from(await inPageScript('page.ts'));
  // They have messages, styles and modules of the page.
  const others = [...inPage, ...languages].map((name) => {
    const text = Buffer.from(withReferences(readFileSync(`${place}/${name}`, 'utf8')));
    return held(name, packed(patch(text, script)), patchOf('fovea-page'));
  });
  const worker = await inPageScript('model/worker-in-page.ts');
  const head = [
    ...[
      held('fovea-page', packedInBase64(script), 'base64'),
      running(await inPageScript('in-page-page.ts')),
    ],
    ...[core, relaxed, inert('fovea-worker', worker)],
    running(await inPageScript('in-page-worker.ts')),
  ].join('');
  const body = [
    ...[model, running(await inPageScript('in-page-model.ts'))],
    ...[...Object.values(rest), ...others],
  ].join('');
  writeFileSync(`${place}/index.html`, filledPage(head, body));
}

/** The element's scripts and the frame's, each as a file. */
async function buildScripts() {
  const beside = instead('load-file', 'load-file-beside');
  for (const [name, global] of Object.entries(globals)) {
    // Nothing of others is in the script of frames.
    const head = name === 'embed' ? '' : undefined;
    // Those of the other files are on the page too, whose tour hides answers.
    const alias = name === 'fovea' ? [beside, instead('veil', 'no-veil')] : [beside];
    const script = await classicScript(`${name}.ts`, global, { resolve: { alias } }, head);
    writeFileSync(`${place}/${name}.js`, script);
  }
}

/** A language's words, loaded where somebody reads in it. */
function buildLanguage(language) {
  writeFileSync(`${place}/fovea-${language}.js`, escaped(scriptOf(language)));
}

const languageFiles = languages().map((language) => `fovea-${language}`);

const browser = await launchIfAny();
if (!browser)
  console.log(
    'No Chromium was found: the page works without posters, the picture of its links, stills in the article and the space kept for figures. The next build that finds one adds them.',
  );

rmSync(place, { recursive: true, force: true });
await buildSite();
if (browser) await addSharePicture(`${place}/site`, browser);
await buildScripts();
copyFileSync(projectPath('web/embed.html'), `${place}/embed.html`);
languages().forEach(buildLanguage);
const heights = browser ? await makePosters(place, browser) : '';
/** A script with the heights of views, which were measured after it was built. */
const filled = (script) => script.replace('@fovea-sizes@', () => heights);
writeFileSync(`${place}/fovea.js`, filled(readFileSync(`${place}/fovea.js`, 'utf8')));
await buildSplit(place, filled);
await buildSingleFile();
await buildArticle(place, await inPageScript('article.ts'), inElement, browser);
await browser?.close();
writeFileSync(`${place}/third-party-notices.txt`, notices());
const scripts = [...Object.keys(globals), ...languageFiles];
const handedOut = [...scripts.map((name) => `${name}.js`), 'embed.html'];
for (const name of handedOut) copyFileSync(`${place}/${name}`, `${place}/site/${name}`);
const pages = ['site', 'split', 'posters', 'index.html', 'article.html'];
for (const name of [...pages, ...handedOut, 'third-party-notices.txt']) {
  const finished = projectPath(`dist/${name}`);
  rmSync(finished, { recursive: true, force: true });
  if (existsSync(`${place}/${name}`)) renameSync(`${place}/${name}`, finished);
}
rmSync(place, { recursive: true });
