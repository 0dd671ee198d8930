import { sections } from 'fovea-sections';
import { found } from 'fovea-views/questions';
import MiniSearch from 'minisearch';
import { chapters } from '../../state/tour/chapters';
import { viewOf } from '../../state/views';
import { type SwitchId, switches } from '../../state/what-if/switches';
import { termId, termName, terms } from '../../widgets/terms';
import { spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';

/** Where an answer is. */
export type Target =
  | { readonly view: string }
  | { readonly chapter: number }
  | { readonly switch: SwitchId }
  /** A place of the article. */
  | { readonly article: string };

/** What can be found. */
export interface Entry {
  readonly id: string;
  readonly target: Target;
  /** A question where there is one. */
  readonly title: string;
  /** What it is: the figure's title, or of what kind. */
  readonly kind: string;
  readonly answer: string;
  /** Words that people use for it. */
  readonly words: string;
}

const entry = (
  target: Target,
  title: string,
  kind: string,
  { answer = '', words = '' } = {},
): Entry => ({ id: JSON.stringify(target), target, title, kind, answer, words });

/** The questions that figures answer, by what a reader wants: each heading with its views. */
export function groups(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const [id, { group }] of Object.entries(found))
    if (group) all.set(group, [...(all.get(group) ?? []), id]);
  return all;
}

export function viewEntry(id: string): Entry {
  const { title } = viewOf(id) ?? { title: id };
  const { question, answer = '', words } = found[id] ?? {};
  const [first, kind] = question ? [question, msg(title)] : [title, msg`a step`];
  return entry({ view: id }, msg(first), kind, { answer: msg(answer), words });
}

/** What people call the views that a section is about. */
const wordsOfSection = (id: string): string =>
  Object.values(found)
    .filter(({ section }) => section === id)
    .map(({ words = '' }) => words)
    .join(' ');

const entries = (): readonly Entry[] => [
  ...Object.keys(found).map(viewEntry),
  ...chapters.map(({ title, recap }, at) =>
    entry({ chapter: at }, msg(title), msg`chapter ${at + 1} of the tour`, { answer: msg(recap) }),
  ),
  ...switches.map(({ id, title }) => entry({ switch: id }, msg(title), msg`a switch`)),
  ...terms.map(([word, meaning]) =>
    entry({ article: termId(word) }, termName(msg(word)), msg`a term`, {
      answer: msg(meaning),
    }),
  ),
  ...sections.map(({ id, title }) =>
    entry({ article: id }, title, msg`in the article`, { words: wordsOfSection(id) }),
  ),
];

/** Words that stand in every question, and say nothing of what it is about. */
const empty =
  /^(?:a|an|and|are|as|at|be|by|can|do|does|for|from|has|have|how|i|in|is|it|its|me|my|not|of|on|or|so|that|the|their|them|then|there|they|this|to|was|we|what|when|where|which|who|why|will|with|you|your)$/;

/** English endings: “heads”, “dividing” and “divided” find what “head” and “divide” find. */
const stem = (word: string): string =>
  word.length < 5
    ? word.replace(/(?<=[^su])s$/, '')
    : word.replace(/(?:ations?|ings?|ies|ed|es|e|s|y)$/, '');

/** What is compared: without case, marks, subscripts and ending; null for what says nothing. */
function processTerm(term: string): string | null {
  const plain = term
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}_]/gu, '');
  return empty.test(plain) ? null : stem(plain);
}

function indexOf(all: readonly Entry[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'words', 'answer', 'kind'],
    // “√dₖ” is one word, “multi-head” two.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_√]+/u).filter(Boolean),
    processTerm,
    searchOptions: {
      boost: { title: 3, words: 3, kind: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      // Figures answer; the rest leads on.
      boostDocument: (id) => (String(id).startsWith('{"view"') ? 2 : 1),
    },
  });
  index.addAll(all);
  return index;
}

const indices = new Map<string, { index: MiniSearch<Entry>; all: ReadonlyMap<string, Entry> }>();

/** Entries in the order of how well they fit what was typed, in the language that is spoken. */
export function search(text: string, most = 12): readonly Entry[] {
  const language = spokenLanguage();
  let known = indices.get(language);
  if (!known) {
    const all = entries();
    known = { index: indexOf(all), all: new Map(all.map((each) => [each.id, each])) };
    indices.set(language, known);
  }
  const { index, all } = known;
  return index
    .search(text)
    .slice(0, most)
    .flatMap(({ id }) => all.get(id) ?? []);
}
