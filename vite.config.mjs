import { buildPath, projectPath } from './scripts/lib/paths.mjs';
import { bytesAsText } from './scripts/vite/bytes.mjs';
import { givenModules } from './scripts/vite/given-modules.mjs';
import { languageModules } from './scripts/vite/languages.mjs';
import { modelCard } from './scripts/vite/model-card.mjs';
import { articleContents } from './scripts/vite/sections.mjs';
import { ownSentences } from './scripts/vite/sentences.mjs';
import { withoutIndentation } from './scripts/vite/templates.mjs';
import { tightenedScripts } from './scripts/vite/terser.mjs';
import { viewModules } from './scripts/vite/views.mjs';
import { inlineWorkers } from './scripts/vite/workers.mjs';

/** The page. scripts/build-web.mjs makes the single file and the element from it. */
export default {
  root: projectPath('web'),
  base: './',
  resolve: {
    alias: [
      { find: /^fovea-wasm$/, replacement: buildPath('wasm/fovea.js') },
      { find: /^fovea-wasm\/binary/, replacement: buildPath('wasm/fovea.wasm') },
      { find: /^fovea-wasm\/relaxed/, replacement: buildPath('wasm/fovea_relaxed.wasm') },
      { find: /^fovea-learn-wasm$/, replacement: buildPath('wasm/fovea_learn.js') },
      { find: /^fovea-learn-wasm\/binary/, replacement: buildPath('wasm/fovea_learn.wasm') },
      {
        find: /^fovea-learn-wasm\/relaxed/,
        replacement: buildPath('wasm/fovea_learn_relaxed.wasm'),
      },
      { find: /^fovea-relatives-wasm$/, replacement: buildPath('wasm/fovea_relatives.js') },
      {
        find: /^fovea-relatives-wasm\/binary/,
        replacement: buildPath('wasm/fovea_relatives.wasm'),
      },
      { find: /^fovea-published-wasm$/, replacement: buildPath('wasm/fovea_published.js') },
      {
        find: /^fovea-published-wasm\/binary/,
        replacement: buildPath('wasm/fovea_published.wasm'),
      },
      {
        find: /^fovea-published-wasm\/relaxed/,
        replacement: buildPath('wasm/fovea_published_relaxed.wasm'),
      },
    ],
  },
  plugins: [
    bytesAsText(),
    withoutIndentation(),
    inlineWorkers(),
    languageModules(),
    articleContents(),
    modelCard(),
    ownSentences(),
    viewModules(),
  ],
  worker: {
    format: 'iife',
    rolldownOptions: { checks: { pluginTimings: false } },
    plugins: () => [bytesAsText(), givenModules(), tightenedScripts()],
  },
  server: { fs: { allow: [projectPath()] } },
  build: {
    target: 'es2022',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
};
