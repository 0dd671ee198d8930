import { namedViews, viewsFolder, viewsIn } from '../lib/views.mjs';

const prefix = 'fovea-views';

/** What the page alone knows: what it says to whoever looks for a view, and what it puts beside it. */
const ofPage = [
  'question',
  'answer',
  'group',
  'place',
  'words',
  'section',
  'choice',
  'says',
  'ownTexts',
];

/** What of a view is of the page alone, or is not. */
const part = (view, isOfPage) =>
  Object.fromEntries(Object.entries(view).filter(([key]) => ofPage.includes(key) === isOfPage));

const found = (view) => [view.id, part(view, true)];

/** What fovea.js knows of a view. */
const known = ({ path, drawing, step, ...view }) => part(view, false);

const exported = (name, value) => `export const ${name} = ${JSON.stringify(value)};\n`;

/** `figures`, by its id what draws a view; and `steps`, what shows one of several steps alone. */
function drawings(views, all) {
  const own = views.filter(({ drawing }) => drawing);
  const several = own.filter(({ id }) => all.some(({ figure }) => figure === id));
  const names = own.flatMap(({ id, formerly }, i) =>
    [id, formerly ?? []].flat().map((name) => `'${name}': f${i}`),
  );
  return [
    ...own.map(({ drawing }, i) => `import { figure as f${i} } from '${drawing}';`),
    ...several.map(({ drawing }, i) => `import { steps as s${i} } from '${drawing}';`),
    `export const figures = { ${names.join(', ')} };`,
    `export const steps = [${several.map((_, i) => `...s${i}`).join(', ')}];`,
  ].join('\n');
}

function moduleOf(name, folder) {
  const all = viewsIn(folder);
  if (name === '') return exported('views', namedViews(folder).map(known));
  if (name === 'questions') {
    const asked = namedViews(folder).sort((a, b) => (a.place ?? 1e9) - (b.place ?? 1e9));
    return exported('found', Object.fromEntries(asked.map(found)));
  }
  const bundle = name === 'drawn' ? undefined : name;
  return drawings(
    all.filter((view) => view.bundle === bundle),
    all,
  );
}

/**
 * What the files meta.ts in the folders of web/src/views say: `views` of fovea-views, `found` of
 * fovea-views/questions; and what draws them, as fovea-views/drawn for fovea.js, and by the name of
 * another file, as fovea-views/figures.
 */
export function viewModules(folder = viewsFolder) {
  return {
    name: 'fovea:views',
    resolveId: (id) => (id.split('/')[0] === prefix ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      for (const { path } of viewsIn(folder)) this.addWatchFile(path);
      const code = moduleOf(id.slice(prefix.length + 2), folder);
      return { code, moduleSideEffects: false };
    },
  };
}
