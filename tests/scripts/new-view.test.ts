import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type InlineConfig, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceOf } from '../../scripts/lib/element-reference.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { namedViews } from '../../scripts/lib/views.mjs';
import { viewModules } from '../../scripts/vite/views.mjs';
import page from '../../vite.config.mjs';
import type * as Search from '../../web/src/element/find/search';
import type * as Reduce from '../../web/src/state/reduce';
import type * as Timeline from '../../web/src/state/timeline';
import type * as Views from '../../web/src/state/views';
import type * as Needs from '../../web/src/state/what-if/wants';
import type * as Registry from '../../web/src/views/registry';
import type * as ArticleLink from '../../web/src/widgets/controls';
import { makeModel, makeTrace } from '../web/fixtures';

/** All that is written for a step, for a figure of another file, and for what is below it, besides the German. */
const written = {
  'example-step/meta.ts': `import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('An example of a step'),
  answer: later('It shows the word in focus.'),
  words: 'sample specimen',
  section: 'sum',
  tick: later('example'),
  step: 85,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.attention.output'],
} satisfies Meta;
`,
  'example-step/index.ts': `export const figure = (m) => ({
  marks: [],
  bottom: 20,
  caption: [m.word, 'Its number.'],
  chosen: [],
});
`,
  'example-figure/meta.ts': `import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('An example of a figure'),
  question: later('What is an example?'),
  answer: later('It is one of many.'),
  group: later('What is it?'),
  place: 105,
  words: 'paradigm',
  section: 'softmax',
  choice: later('example'),
  bundle: 'figures',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;
`,
  'example-figure/index.ts': `export const figure = {
  styles: [],
  draw: () => 'drawn',
  speech: () => '',
};
`,
  'example-below/meta.ts': `import type { BelowMeta as Meta } from '../../state/views';

export const meta = {
  below: 'example-figure',
  bundle: 'figures',
} satisfies Meta;
`,
  'example-below/index.ts': `export const figure = { draw: () => 'drawn below' };
`,
};

const folder = mkdtempSync(join(tmpdir(), 'fovea-views-'));
let server: ViteDevServer;

const load = async <Module>(path: string): Promise<Module> =>
  (await server.ssrLoadModule(path)) as Module;
const source = <Module>(path: string) => load<Module>(projectPath(`web/src/${path}`));

beforeAll(async () => {
  for (const name of readdirSync(projectPath('web/src/views')))
    symlinkSync(projectPath(`web/src/views/${name}`), join(folder, name));
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = {
    ...page,
    plugins: [
      viewModules(folder),
      ...page.plugins.filter((plugin: { name: string }) => plugin.name !== 'fovea:views'),
    ],
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  };
  server = await createServer(config as unknown as InlineConfig);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('a step that is one folder', { timeout: 60_000 }, () => {
  it('is on the timeline, in its place', async () => {
    const { timeline, spanOf } = await source<typeof Timeline>('state/timeline.ts');
    const at = timeline.findIndex(({ id }) => id === 'example-step');
    expect(timeline.slice(at - 1, at + 2).map(({ id }) => id)).toEqual([
      ...['sum', 'example-step', 'concat'],
    ]);
    expect(timeline[at]).toEqual({ id: 'example-step', name: 'example', view: 'example-step' });
    expect(spanOf('example-step')).toEqual({ begin: at, end: at + 1 });
  });

  it('has its parameters, and is drawn', async () => {
    const { initialState, reduce } = await source<typeof Reduce>('state/reduce.ts');
    const { neededParameters } = await source<typeof Needs>('state/what-if/wants.ts');
    const { stepViews } = await source<typeof Registry>('views/registry.ts');
    const model = makeModel();
    const start = reduce(initialState(), { type: 'model', model, trace: makeTrace('a b') });
    const state = reduce(start, { type: 'go', step: 'example-step', layer: 1 });
    expect(neededParameters(state)).toEqual([
      'encoder.layer.1.attention.output.dense.weight',
      'encoder.layer.1.attention.output.dense.bias',
    ]);
    const view = stepViews.find(({ id }) => id === 'example-step');
    expect(view?.layout(state, { width: 600 })).toMatchObject({
      title: 'An example of a step',
      caption: ['a', 'Its number.'],
    });
  });

  it('is found, documented, linked to the article, and measured', async () => {
    const { search } = await source<typeof Search>('element/find/search.ts');
    expect(search('specimen')[0]).toMatchObject({
      target: { view: 'example-step' },
      answer: 'It shows the word in focus.',
    });
    expect(referenceOf(folder)).toContain('"example-step", "concat"');
    const { articleLink } = await source<typeof ArticleLink>('widgets/controls.ts');
    expect(articleLink('example-step', '').values).toContain('article.html#sum');
    expect(namedViews(folder).map(({ id }) => id)).toContain('example-step');
  });
});

describe('a figure that is one folder', { timeout: 60_000 }, () => {
  it('is in its file, and in no other', async () => {
    const filesWith = async (id: string) => {
      const files = ['drawn', 'learn', 'figures', 'relatives'];
      const all = await Promise.all(
        files.map(async (file) => {
          const text = (await server.pluginContainer.load(`\0fovea-views/${file}`)) as {
            code: string;
          };
          return text.code.includes(`'${id}':`) ? [file] : [];
        }),
      );
      return all.flat();
    };
    expect(await filesWith('example-figure')).toEqual(['figures']);
    expect(await filesWith('example-step')).toEqual(['drawn']);
    expect(await filesWith('training')).toEqual(['learn']);
    expect(await filesWith('decoder')).toEqual(['relatives']);
    const { figures } = await load<{ figures: Record<string, { draw(): string }> }>(
      'fovea-views/figures',
    );
    expect(figures['example-figure']?.draw()).toBe('drawn');
    expect(figures['example-below']?.draw()).toBe('drawn below');
    expect(figures['head-roles']).toBeDefined();
    expect(figures['heads-more']).toBe(figures['head-roles']);
  });

  it('is a view that the switch, the list and the search have', async () => {
    const { viewOf } = await source<typeof Views>('state/views.ts');
    expect(viewOf('example-figure')).toEqual({
      ...{ id: 'example-figure', title: 'An example of a figure' },
      ...{ bundle: 'figures', still: true, of: 'text' },
      beneath: { id: 'example-below', bundle: 'figures' },
    });
    expect(viewOf('example-below')).toBeUndefined();
    const { found } = await load<{ found: Record<string, object> }>('fovea-views/questions');
    expect(found['example-figure']).toEqual({
      ...{ choice: 'example', question: 'What is an example?', answer: 'It is one of many.' },
      ...{ group: 'What is it?', place: 105, words: 'paradigm', section: 'softmax', says: true },
    });
    const { stageFor } = await source<typeof Registry>('views/registry.ts');
    expect(stageFor('example-figure')?.view).toBe('example-figure');
    const { groups, search } = await source<typeof Search>('element/find/search.ts');
    expect(groups().get('What is it?')?.slice(0, 2)).toEqual(['gaze', 'example-figure']);
    expect(search('paradigm')[0]).toMatchObject({ title: 'What is an example?' });
  });

  it('is documented, linked to the article, and measured', async () => {
    expect(referenceOf(folder)).toContain('"example-figure" (What is an example?)');
    const { articleLink } = await source<typeof ArticleLink>('widgets/controls.ts');
    expect(articleLink('example-figure', '').values).toContain('article.html#softmax');
    expect(namedViews(folder).map(({ id }) => id)).toContain('example-figure');
  });
});
