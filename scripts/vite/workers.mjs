import { projectPath } from '../lib/paths.mjs';

const module = JSON.stringify(projectPath('web/src/model/content-policy'));

/**
 * `?worker&inline` makes a worker of the script's text by web/src/model/content-policy.ts: Vite's own way
 * fails in pages that ask for trusted types.
 */
export function inlineWorkers() {
  return {
    name: 'fovea:inline-workers',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.endsWith('?worker&inline')) return null;
      const [text] = code.match(/^const jsContent = ".*";$/m);
      const made = `import { workerOf } from ${module};\nexport default class { constructor() { return workerOf(jsContent); } }\nexport { jsContent as script };`;
      return { code: `${text}\n${made}`, map: null };
    },
  };
}
