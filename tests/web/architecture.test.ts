import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The rooms of web/src, and the rooms, packages and other folders that each may import from. */
const mayUse: Record<string, readonly string[]> = {
  words: [],
  model: ['words', 'fovea-wasm', '../models'],
  learn: ['words', 'model', 'fovea-learn-wasm'],
  relatives: ['words', 'model', 'state', 'fovea-relatives-wasm', '../models'],
  published: ['words', 'model', 'relatives', 'state', 'fovea-published-wasm'],
  state: ['words', 'model', 'learn', 'fovea-views', 'fovea-model-card'],
  render: ['words', 'model', 'state', 'lit', 'fovea-languages'],
  widgets: ['words', 'model', 'state', 'render', 'lit', 'fovea-views/questions'],
  views: [
    ...['words', 'model', 'learn', 'relatives', 'published', 'state', 'render', 'widgets', 'lit'],
    'fovea-views/drawn',
    'fovea-languages',
    ...['numbers', 'fovea-sentences'],
  ],
  film: ['words', 'model', 'state', 'gifenc', 'mediabunny'],
  numbers: ['words', 'model', 'state', 'fflate', 'hucre'],
  picture: ['words', 'model', 'state', 'render', 'widgets', 'views'],
  // The other files are loaded, not made part of the first.
  element: [
    ...['words', 'model', 'learn', 'state', 'render', 'widgets', 'views', 'picture', 'lit'],
    ...[
      'fovea-learn',
      'fovea-figures',
      'fovea-relatives',
      'fovea-practice',
      'fovea-class',
      'fovea-published',
      'fovea-save',
      'fovea-languages',
      'fovea-sections',
    ],
    ...['fovea-views/questions', 'minisearch'],
  ],
  split: ['model', 'render', 'element', 'lit'],
};

/** Files below a folder of the project, as paths from that folder. */
const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    ending.test(path),
  );

const read = (folder: string, path: string) => readFileSync(join(root, folder, path), 'utf8');

/** What a file in web/src imports: paths from web/src, and packages by their names. */
const importsOf = (path: string) =>
  [...read('web/src', path).matchAll(/\b(?:from\s+|import\s+|import\(\s*)'([^'\n]+)'/g)].map(
    ([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name),
  );

/** The room, the package, or the folder outside web/src that an import is of. */
const sourceOf = (target: string) =>
  /^(?:fovea-views\/\w+|(?:\.\.\/)*[^/?]+)/.exec(target)?.[0] ?? target;

const rooms = readdirSync(join(root, 'web/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('the rooms', () => {
  it.each(rooms)('%s imports from its own room and those beneath it alone', (room) => {
    const allowed = [room, ...(mayUse[room] ?? [])];
    const strays = filesOf(`web/src/${room}`, /\.ts$/).flatMap((file) =>
      importsOf(`${room}/${file}`)
        .filter((target) => !allowed.includes(sourceOf(target)))
        .map((target) => `${room}/${file} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  it('are all known', () => {
    expect(Object.keys(mayUse).sort()).toEqual([...rooms].sort());
  });

  it('only the workers, and what npm gives to programs, create and delete the core’s objects', () => {
    const users = filesOf('web/src', /\.ts$/).filter((file) =>
      /\.delete\(\)/.test(read('web/src', file)),
    );
    expect(
      users.filter(
        (file) =>
          !/^((model|learn|relatives|published)\/worker|(loaded-encoder|decoder)\.ts$)/.test(file),
      ),
    ).toEqual([]);
  });
});

const viewFiles = filesOf('web/src/views', /\.ts$/).map((file) => `views/${file}`);

const folders = new Set(
  viewFiles.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1]),
);

/** The folder of a view that a path is in. Null for what all views share. */
const viewOf = (path: string) => {
  const [, folder] = path.split('/');
  return folder && folder !== 'kit' && folders.has(folder) ? folder : null;
};

describe('the views', () => {
  const imports = viewFiles.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

  it('do not import one another', () => {
    const strays = imports.filter(({ file, target }) => {
      const own = viewOf(file);
      const other = viewOf(target);
      const shared = own === null && !file.startsWith('views/kit/');
      return target.startsWith('views/') && other !== null && other !== own && !shared;
    });
    expect(strays.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('say what they are without any code that draws', () => {
    const metas = viewFiles.filter((file) => file.endsWith('/meta.ts'));
    expect(new Set(metas.flatMap(importsOf))).toEqual(new Set(['state/views', 'words/msg']));
  });

  it('are seen through by the test above', () => {
    expect(viewOf('views/tokens')).toBe('tokens');
    expect(viewOf('views/attention/caption')).toBe('attention');
    expect(viewOf('views/kit/marks')).toBeNull();
    expect(viewOf('views/registry')).toBeNull();
    expect(imports.length).toBeGreaterThan(100);
  });
});

/** Of each file in web/src, those that it imports from, for their types alone too. */
const importGraph = () => {
  const files = filesOf('web/src', /\.ts$/).map((file) => file.replace(/\.ts$/, ''));
  const known = new Set(files);
  const fileOf = (target: string) =>
    [target, `${target}/index`].find((path) => known.has(path)) ?? [];
  return new Map(files.map((file) => [file, importsOf(`${file}.ts`).flatMap(fileOf)]));
};

/** All files that a file needs, one after another. */
function reach(graph: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of graph.get(file) ?? []) follow(next);
  };
  follow(from);
  return found;
}

/** A way from a file back to itself; null where there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return null;
}

describe('imports', () => {
  it('go in no circle', () => {
    const graph = importGraph();
    expect(graph.get('element/session')).toContain('element/inquiry');
    expect(circleIn(graph)).toBeNull();
  });

  it('are followed until they come back', () => {
    const graph = new Map([
      ['page', ['view', 'words']],
      ['view', ['words', 'state']],
      ['state', ['view']],
    ]);
    expect(circleIn(graph)).toEqual(['view', 'state', 'view']);
    graph.set('state', ['words']);
    expect(circleIn(graph)).toBeNull();
  });
});

describe('a figure of somebody else’s page', () => {
  it.each(['fovea', 'split/fovea', 'split/figure'])(
    '%s brings nothing of Fovea’s own page',
    (entry) => {
      const files = reach(importGraph(), entry);
      expect(files).toContain('render/motion');
      const own = ['explorer', 'page', 'page-keys', 'find/find-dialog'].map(
        (file) => `element/${file}`,
      );
      expect(
        [...own, 'state/tour/chapters/index', 'views/attention/opening'].filter((file) =>
          files.has(file),
        ),
      ).toEqual([]);
    },
  );

  it('is seen through by the test above', () => {
    expect(reach(importGraph(), 'page')).toContain('state/tour/chapters/index');
  });
});

describe('the core', () => {
  const sources = ['core/include', 'core/src'].flatMap((folder) =>
    filesOf(folder, /\.(h|cpp)$/).map((path) => ({ path, text: read(folder, path) })),
  );

  /** Where a model is read from a path, which the wasm builds leave out; where threads begin, and what they share. */
  const atItsEdge: Record<string, RegExp> = {
    'files or streams': /(file_source\.(h|cpp)|fovea\/model_file\.h)$/,
    threads: /^(threads|kernel_choice)\.cpp$/,
  };

  it.each([
    ['Emscripten', /#include [<"]emscripten/],
    ['threads', /#include <(thread|mutex|future|atomic)>/],
    [
      'files or streams',
      /#include <(fstream|iostream|filesystem)>|\b(fopen|printf|fprintf|puts)\(/,
    ],
    ['the trainer', /#include "fovea\/train\//],
  ])('knows nothing of %s', (what, forbidden) => {
    const found = sources.filter(
      ({ path, text }) => !atItsEdge[what]?.test(path) && forbidden.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('names every type that a macro changes after the build', () => {
    const changed = /FOVEA_ENCODER_ALONE|kWithVariants|\bVariantList<[^()]+;/;
    const inNamespace = /inline namespace FOVEA_BUILD \{[\s\S]*?\} {2}\/\/ namespace FOVEA_BUILD/g;
    const typesIn = (text: string) =>
      text.match(/^(?:struct|class) \w+[^;]*? \{\n[\s\S]*?^\};/gm) ?? [];
    const headers = sources.filter(({ path }) => path.startsWith('fovea/'));
    const changedIn = (texts: readonly string[]) =>
      texts
        .flatMap(typesIn)
        .filter((type) => changed.test(type))
        .map((type) => type.slice(0, type.indexOf(' {')));
    expect(changedIn(headers.map(({ text }) => text.replace(inNamespace, '')))).toEqual([]);
    expect(changedIn(headers.map(({ text }) => text)).length).toBeGreaterThan(8);
  });

  it('is there to be looked at', () => {
    expect(sources.length).toBeGreaterThan(20);
  });
});
