// The views of the page, as the files meta.ts in their folders describe them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath } from './paths.mjs';

/** A folder for each view; others of it, such as kit, hold no meta.ts. */
export const viewsFolder = projectPath('web/src/views');

function metaIn(path) {
  const [, data] =
    /^export const meta = (\{[\s\S]*^\}) satisfies Meta;$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (!data) throw new Error(`${path} has no “export const meta = {…} satisfies Meta;”.`);
  return new Function('later', `return ${data}`)((message) => message);
}

/** What comes before what: figures in the order of their questions, then the steps as they are computed. */
const placeOf = ({ step, place }) => [step ?? 0, place ?? 0];

function byPlace(a, b) {
  const [step, place] = placeOf(a).map((at, i) => at - placeOf(b)[i]);
  return step || place || a.id.localeCompare(b.id, 'en');
}

/** All that a folder's files meta.ts describe, with its id, the path of what draws it or null, and what is below it. */
export function viewsIn(folder = viewsFolder) {
  const described = readdirSync(folder)
    .map((id) => ({ id, path: join(folder, id, 'meta.ts') }))
    .filter(({ path }) => existsSync(path))
    .map(({ id, path }) => {
      const drawing = join(folder, id, 'index.ts');
      return { id, ...metaIn(path), path, drawing: existsSync(drawing) ? drawing : null };
    })
    .sort(byPlace);
  return described.map((view) => {
    const below = described.find((other) => other.below === view.id);
    return below ? { ...view, beneath: { id: below.id, bundle: below.bundle } } : view;
  });
}

/** Those that the address and `view` can name, and not what stands below another. */
export const namedViews = (folder) => viewsIn(folder).filter(({ below }) => below === undefined);
