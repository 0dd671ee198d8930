import { beforeAll, expect, it } from 'vitest';
import { filmScenes } from '../../web/src/state/film';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { chapters } from '../../web/src/state/tour/chapters';
import { Facts } from '../../web/src/state/tour/facts';
import { steps as attentionSteps } from '../../web/src/views/attention';
import { figure as block } from '../../web/src/views/block';
import { figure as headsView } from '../../web/src/views/heads';
import { figure as heatmapView } from '../../web/src/views/heatmap';
import { stepViews } from '../../web/src/views/registry';
import { filmText } from '../../web/src/widgets/film-text';
import { explained, terms } from '../../web/src/widgets/terms';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

/** Words that a reader who knows nothing of Transformers cannot know. */
const jargon =
  /antecedent|##|\[UNK\]|\bbits\b|\bnorm\b|entropy|\bheads?\b|\blayers?\b|logits?|softmax|residual|cosine|\bquery\b|\bkeys?\b|embedding|vocabulary|\bactivation\b|feed-forward|standard deviation|sublayer|hidden units?|\btokens?\b|vectors?|\bgradients?\b|\bloss\b/gi;

let state: State;
/** On the way back from a loss. */
let backward: State;

beforeAll(async () => {
  const sentence = "The animal didn't cross the street because it was too tired";
  const fovea = await loadShipped();
  const read = (back: boolean) => {
    const loss = back ? { token: 7, piece: 446 } : undefined;
    const { info, trace, parameters } = know(fovea, modelBytes(), sentence, '', loss);
    const start = initialState({ sentence, backward: back });
    return [...parameters.values()].reduce(
      (before, parameter) => reduce(before, { type: 'parameter', parameter }),
      reduce(start, { type: 'model', model: info, trace }),
    );
  };
  state = read(false);
  backward = read(true);
});

/** The terms that a caption explains where it uses them first. */
const told = (caption: string): string =>
  ([explained(caption)].flat(2) as (string | { values: readonly unknown[] })[])
    .flatMap((part) => (typeof part === 'string' ? [] : [String(part.values.at(-1))]))
    .join(' ')
    .toLowerCase();

it('every caption explains the field’s words that it uses', () => {
  const steps = [...stepViews, ...attentionSteps];
  const captions = [
    ...[...steps, block, headsView, heatmapView].map((view) => [view, state] as const),
    ...steps.map((view) => [view, backward] as const),
  ];
  for (const [view, of] of captions) {
    const scene = view.layout({ ...of, view: view.id } as State, { width: 900 });
    const caption = (view.caption(scene as never, of) ?? []).join(' ');
    expect(caption, view.id).not.toBe('');
    for (const [word] of caption.matchAll(jargon))
      expect(told(caption), `${view.id}: ${word}`).toContain(word.toLowerCase().replace(/s$/, ''));
  }
});

it('the film explains the field’s words that it uses', () => {
  for (const { id } of filmScenes) {
    const sentence = filmText(id, state);
    for (const [word] of sentence.matchAll(jargon))
      expect(told(sentence), `${id}: ${word}`).toContain(word.toLowerCase().replace(/s$/, ''));
  }
});

it('explains a term once, in words that are not the term', () => {
  const parts = explained('A head is a head, and “head” a word.') as unknown[];
  expect(parts.filter((part) => typeof part !== 'string')).toHaveLength(1);
  expect(explained('“head” of “layers”')).toEqual(['“head” of “layers”']);
  for (const [word, meaning] of terms)
    expect(meaning).not.toMatch(new RegExp(`\\b${word}\\b`, 'i'));
});

it('the tour explains each of these words in the chapter that uses it first', () => {
  const explains: Readonly<Record<string, RegExp>> = {
    vocabulary: /a vocabulary, a fixed list/,
    vector: /a row of .* numbers, a vector/,
    head: /A head is one way of looking/,
    query: /a query \(what it looks for\)/,
    key: /a key \(what it is found by\)/,
    softmax: /Softmax turns them into attention weights: it raises e/,
    residual: /the word itself bypasses attention, along the residual connection/,
    layernorm: /LayerNorm brings .* subtracts their mean/,
    'feed-forward': /The feed-forward network works on each word alone/,
    activation: /an activation \(a bend in the line\)/,
  };
  for (const [term, explanation] of Object.entries(explains)) {
    const uses = new RegExp(`\\b${term}`, 'i');
    const all = chapters.map((chapter) => {
      const facts = new Facts(state);
      return [chapter.text, chapter.question, chapter.reveal, chapter.changed]
        .map((text) => text(facts))
        .join(' ');
    });
    const first = all.findIndex((text) => uses.test(text));
    expect(all[first], term).toMatch(explanation);
  }
});
