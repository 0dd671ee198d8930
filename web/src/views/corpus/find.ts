import { html, nothing, type TemplateResult } from 'lit';
import { farAway, nearest, ofDistance, relation } from '../../relatives/head-relations';
import { styled } from '../../render/styled';
import { weight } from '../../state/format';
import { bestIds } from '../../state/prediction';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { habits, headName, type Study } from './habits';
import { type Arch, sentenceArches } from './sentence';

/** Heads that are listed. */
const listed = 6;

const pronouns = /^(?:it|he|she|they|him|her|them)$/i;

/** The arches that the reader has drawn, as the settings hold them: "7-1.3-2". */
export function drawnArches({ choices, trace }: FigureContext): readonly Arch[] {
  const n = trace.encoding.tokens.length;
  return (choices.get('arches') ?? '').split('.').flatMap((each) => {
    const [, query, key] = /^(\d+)-(\d+)$/.exec(each) ?? [];
    const arch = { query: Number(query) - 1, key: Number(key) - 1, weight: 1 };
    const isThere = arch.query >= 0 && arch.key >= 0 && arch.query < n && arch.key < n;
    return query && key && isThere ? [arch] : [];
  });
}

const isSame = (a: Arch, b: Arch): boolean => a.query === b.query && a.key === b.key;

function change(m: FigureContext, arch: Arch): void {
  const drawn = drawnArches(m);
  const rest = drawn.filter((each) => !isSame(each, arch));
  const all = rest.length < drawn.length ? rest : [...drawn, arch];
  m.choose({ arches: all.map(({ query, key }) => `${query + 1}-${key + 1}`).join('.') });
}

/** What the key of an arch is to its query, in the order from the rarest. */
export function relationsOf(m: FigureContext, { query, key }: Arch): readonly number[] {
  const { tokens } = m.trace.encoding;
  const [from, to] = [tokens[query], tokens[key]];
  if (!from || !to) return [];
  const answer = pronouns.test(from.piece) && m.trace.has('logits');
  const isNoun = answer && bestIds(m.trace.row('logits', query), 1)[0] === to.id && query !== key;
  const isMark = to.begin === to.end || !/[\p{L}\p{N}]/u.test(to.piece);
  const distance = key - query;
  return [
    ...(isNoun ? [relation.noun] : []),
    ...(from.id === to.id && query !== key ? [relation.same] : []),
    ...(isMark ? [relation.mark] : []),
    ...(Math.abs(distance) <= nearest ? [ofDistance(distance)] : []),
    ...(key === 0 ? [relation.first] : []),
    ...(Math.abs(distance) >= farAway ? [relation.far] : []),
  ];
}

/** What all arches have in common. */
export function commonRelations(m: FigureContext, arches: readonly Arch[]): readonly number[] {
  const all = arches.map((arch) => relationsOf(m, arch));
  return (all[0] ?? []).filter((each) => all.every((some) => some.includes(each)));
}

/** "the first word"; "three words back". */
function relationName(at: number): string {
  const habit = habits.find((each) => each.relation === at);
  if (habit) return msg(habit.name);
  const distance = at - nearest;
  return distance < 0 ? msg`${-distance} words back` : msg`${distance} words ahead`;
}

/** How well heads look so: by the common relation over all texts, else on this sentence alone. */
export interface Ranked {
  readonly head: number;
  readonly score: number;
}

/** A head's mean weight on the arches of this sentence. */
function hereOf(m: FigureContext, { perLayer }: Study, arches: readonly Arch[], head: number) {
  const name = `layers.${Math.floor(head / perLayer)}.attention.weights`;
  const each = arches.map(({ query, key }) => m.trace.row(name, head % perLayer, query)[key] ?? 0);
  return each.reduce((sum, x) => sum + x, 0) / arches.length;
}

export function ranking(
  m: FigureContext,
  study: Study,
  arches: readonly Arch[],
  by: number | null,
): readonly Ranked[] {
  const score = (head: number) =>
    by === null ? hereOf(m, study, arches, head) : study.weight(head, by) || 0;
  return Array.from({ length: study.count }, (_, head) => ({ head, score: score(head) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, listed);
}

function rows(
  m: FigureContext,
  study: Study,
  arches: readonly Arch[],
  by: number | null,
  open: (head: number) => void,
): TemplateResult {
  return html`<table class="ranked">
    <tr><th scope="col">${msg`head`}</th><th scope="col">${by === null ? msg`on these arches` : msg`over all sentences`}</th>
      ${by === null ? nothing : html`<th scope="col">${msg`on these arches`}</th>`}</tr>
    ${ranking(m, study, arches, by).map(
      ({
        head,
        score,
      }) => html`<tr><th scope="row"><button type="button" class="act" @click=${() => open(head)}>${headName(study, head)}</button></th>
        <td><i style=${styled({ width: `${(100 * score).toFixed(1)}px` })}></i> ${weight(score, 2)}</td>
        ${by === null ? nothing : html`<td>${weight(hereOf(m, study, arches, head), 2)}</td>`}</tr>`,
    )}
  </table>`;
}

function relationMenu(m: FigureContext, common: readonly number[], by: number | null) {
  const choose = (event: Event) => m.keep('by', Number((event.target as HTMLSelectElement).value));
  return html`<label class="fields">${msg`What these arches have in common`}
    <select @change=${choose}>${common.map((each) => html`<option value=${each} ?selected=${each === by}>${relationName(each)}</option>`)}</select></label>`;
}

/** The reader draws arches on the page's sentence, and the heads that look so over all texts are listed. */
export function findHead(
  m: FigureContext,
  study: Study,
  open: (head: number) => void,
): TemplateResult {
  const arches = drawnArches(m);
  const common = commonRelations(m, arches);
  const kept = m.kept<number | null>('by', null);
  const by = kept !== null && common.includes(kept) ? kept : (common[0] ?? null);
  const from = m.kept<number | null>('from', null);
  const pieces = m.trace.encoding.tokens.map(({ piece }) => piece);
  const press = (word: number) => {
    if (from === null) return m.keep('from', word);
    m.keep('from', null);
    change(m, { query: from, key: word, weight: 1 });
  };
  return html`<section class="find"><h3>${msg`Find a head`}</h3>
    <p class="about">${
      from === null
        ? msg`Press a word, then the word it should look at. Press the same two again to remove the arch.`
        : msg`Now press the word that “${pieces[from] ?? ''}” should look at.`
    }</p>
    ${sentenceArches({ pieces, arches, name: msg`Draw arches on this sentence`, press, pressed: (word) => word === from })}
    ${
      arches.length === 0
        ? nothing
        : html`${common.length > 0 ? relationMenu(m, common, by) : html`<p class="about">${msg`These arches have nothing in common that can be measured elsewhere, so heads are ranked on this sentence alone.`}</p>`}
          ${rows(m, study, arches, by, open)}
          <p><button type="button" class="act" @click=${() => m.choose({ arches: '' })}>${msg`remove all arches`}</button></p>`
    }</section>`;
}
