import { html, nothing, type TemplateResult } from 'lit';
import { linkButton } from '../../widgets/controls';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { type Assignment, guessOf, type Item, itemsOf, type Stock } from './assignment';
import { hostedItem } from './hosted-item';
import { type Posed, posedOf, poseNew, requestsToPose, titleOf } from './student';

/** Sheets for a class: one for each number in its list, from 1. */
export interface Sheets {
  readonly m: FigureContext;
  readonly stock: Stock;
  readonly assignment: Assignment;
}

const mostCopies = 40;

const copiesIn = ({ choices }: FigureContext): number =>
  Math.min(mostCopies, Math.max(1, Math.trunc(Number(choices.get('copies'))) || 1));

const studentsOf = ({ m }: Sheets): readonly string[] =>
  Array.from({ length: copiesIn(m) }, (_, i) => String(i + 1));

const itemsFor = ({ assignment, stock }: Sheets, name: string): readonly Item[] =>
  itemsOf({ ...assignment, name }, stock);

const asked = (sheets: Sheets): readonly Item[] =>
  studentsOf(sheets).flatMap((name) => itemsFor(sheets, name));

/** What is still to be computed, a few questions at a time. */
export const sheetRequests = (sheets: Sheets) => requestsToPose(sheets, asked(sheets));

const letters = 'ABCDEFGH';

const optionsOf = ({ stock }: Sheets, { id, seed }: Item, { options }: Posed) =>
  stock.shownOptions(id, options, seed);

function onPaper(sheets: Sheets, item: Item): unknown {
  const { m, stock } = sheets;
  const { kind } = item;
  if (kind === 'hand') return hostedItem(m, { ...item, kind }, '', () => {}, { sheet: 'exercise' });
  if (kind === 'view')
    return html`<p>${msg`On the screen: open this view, and write down what it shows.`}</p><p class="line"></p>`;
  if (kind === 'bug') {
    const bug = stock.bugs.find(({ id }) => id === item.id);
    return html`<p>${msg`On the screen: which line is wrong?`}</p>
      <ol class="letters">${(bug?.guesses ?? []).map((id) => html`<li>${guessOf(id, stock)}</li>`)}</ol>`;
  }
  const posed = posedOf(m, item);
  if (!posed) return html`<p aria-busy="true">${msg`Computing the question …`}</p>`;
  return html`<p>${posed.asks}</p>
    <ol class="letters">${optionsOf(sheets, item, posed).map((id) => html`<li>${posed.options[id]}</li>`)}</ol>
    <p>${msg`Because:`}</p><p class="line"></p>`;
}

/** The answer to an item, for the teacher. */
function solution(sheets: Sheets, item: Item): unknown {
  const { m, stock } = sheets;
  if (item.kind === 'view') return msg`read`;
  if (item.kind === 'hand') return msg`on the next pages`;
  if (item.kind === 'bug') {
    const bug = stock.bugs.find(({ id }) => id === item.id);
    return `${letters[bug?.guesses.indexOf(item.id) ?? 0]}: ${guessOf(item.id, stock)}`;
  }
  const posed = posedOf(m, item);
  if (!posed) return msg`Computing the question …`;
  const at = optionsOf(sheets, item, posed).indexOf(posed.key);
  return html`${letters[at]}: ${posed.options[posed.key]}. ${posed.why}`;
}

const heading = ({ assignment }: Sheets, name: string): string =>
  `${assignment.title || msg`A class`} · ${msg`Sheet ${name}`}`;

function sheet(sheets: Sheets, name: string): TemplateResult {
  return html`<section class="paper"><h2>${heading(sheets, name)}</h2>
    <p class="line">${msg`Name`}</p>
    ${itemsFor(sheets, name).map(
      (item, i) =>
        html`<section class="task ${item.kind}"><h3>${i + 1}. ${titleOf(item, sheets.stock)}</h3>${onPaper(sheets, item)}</section>`,
    )}</section>`;
}

function key(sheets: Sheets, name: string): TemplateResult {
  const items = itemsFor(sheets, name);
  const hands = items.filter(({ kind }) => kind === 'hand');
  return html`<section class="paper key"><h2>${msg`Answer key`}: ${heading(sheets, name)}</h2>
    <ol>${items.map((item) => html`<li>${titleOf(item, sheets.stock)}: ${solution(sheets, item)}</li>`)}</ol>
    ${hands.map((item) => hostedItem(sheets.m, { ...item, kind: 'hand' }, '', () => {}, { sheet: 'key' }))}
  </section>`;
}

/** For paper, A4 or Letter: a sheet for each student, and the keys behind all of them. */
export function sheetsPage(sheets: Sheets): TemplateResult {
  const { m } = sheets;
  const names = studentsOf(sheets);
  const busy = poseNew(sheets, asked(sheets)).length;
  const choose = ({ target }: Event) => m.choose({ copies: (target as HTMLInputElement).value });
  return html`<p class="ways screen">
      <button type="button" class="on" ?disabled=${busy > 0} @click=${() => print()}>${msg`Print`}</button>
      <label>${msg`Sheets`} <input type="number" min="1" max=${mostCopies} .value=${String(names.length)} @change=${choose}></label>
      ${linkButton(msg`Back to the class`, () => m.choose({ sheet: '', copies: '' }), 'underlined')}
      <span role="status">${busy > 0 ? msg`Computing ${busy} {0:question|questions} …` : nothing}</span></p>
    <p class="quiet screen">${msg`Sheet 7 has the sentences of the student who types 7 as their number in the class list. The answer keys come last.`}</p>
    ${names.map((name) => sheet(sheets, name))}
    ${names.map((name) => key(sheets, name))}`;
}
