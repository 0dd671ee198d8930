import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

const name = 'fovea-model-card';

/** Below this share of right answers a kind of sentence counts as hard. */
const hard = 0.85;

/**
 * The kinds of sentences that are hard for the shipped model, the hardest first, by its card: by the table whose rows are a
 * kind, the share by the output with its interval, that by the head, and an example; and by the sentence above it, "26 of
 * each kind". A kind's name has hyphens.
 */
export function hardKinds(card) {
  const [, of] = card.match(/(\d+) of each kind/) ?? [];
  const rows = [...card.matchAll(/^\| ([a-z ]+) \| (\.\d+) \(\.\d+ to \.\d+\) \|/gm)];
  const kinds = rows.filter(([, kind]) => kind !== 'all');
  if (!of || kinds.length === 0) throw new Error('web/models/README.md has no table by kind');
  return kinds
    .filter(([, , share]) => share < hard)
    .sort(([, , a], [, , b]) => a - b)
    .map(([, kind, share]) => ({
      kind: kind.replaceAll(' ', '-'),
      of: Number(of),
      right: Math.round(of * share),
    }));
}

/** `import { card } from 'fovea-model-card'`: the shipped model's name, and what it misreads. */
export const modelCard = () => ({
  name: 'fovea:model-card',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load(id) {
    if (id !== `\0${name}`) return null;
    const text = readFileSync(projectPath('web/models/README.md'), 'utf8');
    const card = { name: text.match(/^# (\S+)/)[1], hard: hardKinds(text) };
    return `export const card = ${JSON.stringify(card)};`;
  },
});
