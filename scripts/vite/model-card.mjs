import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

const name = 'fovea-model-card';

/** Below this share of right answers a kind of sentence counts as hard. */
const hard = 0.85;

/** The rows of a table by kind: those that `pattern` finds, with the kind's cases, and the number of them that are right. */
const rowsOf = (card, pattern, counts) =>
  [...card.matchAll(pattern)]
    .filter(([, kind]) => !kind.startsWith('all'))
    .map(([, kind, share]) => ({ kind: kind.replace(/,? /g, '-'), ...counts(Number(share)) }));

const sum = (rows, kind) =>
  rows
    .filter((row) => row.kind === kind)
    .reduce((all, row) => ({ kind, of: all.of + row.of, right: all.right + row.right }));

/**
 * The kinds of sentences that are hard for the shipped model, the hardest first, by both tables of its card by kind: that of
 * "26 of each kind", whose rows are a kind, the share by the output with its interval, that by the head, and an example; and
 * that of the sentences set aside, headed "right of 14", whose rows are a kind and four counts. A kind's name has hyphens.
 */
export function hardKinds(card) {
  const [, each] = card.match(/(\d+) of each kind/) ?? [];
  const [, aside] = card.match(/\| right of (\d+),/) ?? [];
  const kinds = [
    ...rowsOf(card, /^\| ([a-z ]+) \| ([\d.]+) \([\d.]+ to [\d.]+\) \|/gm, (share) => ({
      of: Number(each),
      right: Math.round(each * share),
    })),
    ...rowsOf(card, /^\| ([a-z, ]+) \| (\d+)(?: \| \d+){3} \|/gm, (right) => ({
      of: Number(aside),
      right,
    })),
  ];
  if (!each || !aside || kinds.length === 0)
    throw new Error('web/models/README.md has no tables by kind');
  return [...new Set(kinds.map(({ kind }) => kind))]
    .map((kind) => sum(kinds, kind))
    .filter(({ of, right }) => right < hard * of)
    .sort((a, b) => a.right / a.of - b.right / b.of);
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
