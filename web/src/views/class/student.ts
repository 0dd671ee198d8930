import { html, nothing, type TemplateResult } from 'lit';
import { viewOf } from '../../state/views';
import { linkButton } from '../../widgets/controls';
import { spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { answered } from '../kit/question';
import {
  type Assignment,
  assignmentText,
  type Check,
  checkOf,
  type Item,
  itemsOf,
  outcomeOf,
  type Stock,
} from './assignment';
import { hostedItem } from './hosted-item';

/** A class as one student is in it. */
export interface Work {
  readonly m: FigureContext;
  readonly stock: Stock;
  readonly assignment: Assignment;
  readonly items: readonly Item[];
  /** A learning platform is told, and has said who the student is. */
  readonly isReported: boolean;
  go(next: Partial<Assignment>): void;
}

export function titleOf({ kind, id }: Item, { concepts }: Stock): string {
  switch (kind) {
    case 'view':
      return msg(viewOf(id)?.title ?? id);
    case 'bug':
      return msg`A bug to find`;
    case 'hand':
      return msg`By hand, ${Number(id)} {0:step|steps} blank`;
    case 'ask':
      return msg`Question: ${msg(concepts[id.split('/')[0] ?? '']?.title ?? id)}`;
  }
}

export type Posed = NonNullable<ReturnType<Stock['posed']>>;

type Posing = Pick<Work, 'm' | 'stock'>;

/** Questions that have been posed, in the language of the page: the core keeps few traces at a time. */
const posedIn = (m: FigureContext) => m.kept('posed', new Map<string, Posed>());

const keyOf = ({ id, seed }: Item): string => `${id}@${seed}@${spokenLanguage()}`;

export const posedOf = (m: FigureContext, item: Item) => posedIn(m).get(keyOf(item));

/** Poses what can be posed by now, and gives back the questions that cannot. */
export function poseNew({ m, stock }: Posing, items: readonly Item[]): readonly Item[] {
  const asked = items.filter((item) => item.kind === 'ask' && !posedOf(m, item));
  for (const item of asked) {
    const found = stock.filed(item.id);
    const posed = found && stock.posed(m, found, item.seed);
    if (posed) posedIn(m).set(keyOf(item), posed);
  }
  return asked.filter((item) => !posedOf(m, item));
}

/** What is still to be computed for them, a few at a time. */
export const requestsToPose = (posing: Posing, items: readonly Item[]) =>
  poseNew(posing, items)
    .slice(0, 2)
    .flatMap((item) => {
      const found = posing.stock.filed(item.id);
      return found ? posing.stock.requestsOf(found.question, item.seed, posing.m.model) : [];
    });

/** How far an item is: "not yet", "3 of 8 right". */
export function statusOf({ kind }: Item, { done, points }: Check): string {
  if (!points) return done ? msg`read` : msg`not yet`;
  const [right, of] = points;
  if (kind === 'hand')
    return done || right > 0 ? msg`${right} of ${of} numbers right` : msg`not yet`;
  if (!done) return kind === 'bug' ? msg`not found yet` : msg`not yet`;
  return kind === 'bug' ? msg`found` : right > 0 ? msg`right` : msg`missed`;
}

const withSaid = (said: readonly string[], at: number, text: string): readonly string[] =>
  Array.from({ length: Math.max(said.length, at + 1) }, (_, i) =>
    i === at ? text : (said[i] ?? ''),
  );

function list({ stock, items, assignment, go }: Work): TemplateResult {
  const open = (at: number) => answered(() => go({ at }));
  return html`<ol class="items">${items.map((item, i) => {
    const check = checkOf(item, assignment.said[i] ?? '', stock);
    return html`<li><button type="button" class="link underlined" @click=${open(i + 1)}>${titleOf(item, stock)}</button>
      <small>${statusOf(item, check)}</small></li>`;
  })}</ol>`;
}

/** Who it is comes first: it decides about the sentences. */
function door({ m, go }: Work): TemplateResult {
  const begin = (event: SubmitEvent) => {
    event.preventDefault();
    const name = new FormData(event.target as HTMLFormElement).get('name');
    const typed = String(name ?? '').trim();
    if (typed === '') m.keep('nameless', true);
    else answered(() => go({ name: typed, at: 1 }))(event);
  };
  const lacks = m.kept('nameless', false);
  return html`<form class="door" @submit=${begin}>
    <label>${msg`Your name, or your number in the class list`}
      <input type="text" name="name" maxlength="60" autocomplete="name" aria-invalid=${lacks}></label>
    <p class="quiet">${msg`It decides which sentences you get; others get different numbers. It stays in this page’s address, and nothing is sent.`}</p>
    ${lacks ? html`<p role="alert">${msg`Type a name or a number first.`}</p>` : nothing}
    <button class="on">${msg`Begin`}</button>
  </form>`;
}

function overview(work: Work): TemplateResult {
  const { assignment, items, go } = work;
  const first = outcomeOf(items, assignment.said, work.stock).checks.findIndex(({ done }) => !done);
  const on = answered(() => go({ at: first < 0 ? items.length + 1 : first + 1 }));
  return html`${list(work)}
    <p class="ways"><button type="button" class="on" @click=${on}>${assignment.said.some(Boolean) ? msg`Continue` : msg`Begin`}</button></p>`;
}

/** A view is opened, and left again by the browser's way back. */
function reading({ m, assignment, go }: Work, { id }: Item, at: number): TemplateResult {
  const open = () => {
    go({ said: withSaid(assignment.said, at, '1') });
    m.dispatch({ type: 'choose', choice: { view: id, settings: '', tour: null } });
  };
  const title = msg(viewOf(id)?.title ?? id);
  return html`<p>${msg`Open “${title}”, and try what it offers. Then go back one page in your browser (Alt and ←, on a Mac ⌘ and [, on a phone its gesture): your tasks wait here.`}</p>
    <p class="ways"><button type="button" class="on" @click=${open}>${msg`Open “${title}”`}</button></p>`;
}

function figureOf(work: Work, item: Item, at: number): unknown {
  const { m, assignment, go } = work;
  const { kind } = item;
  if (kind === 'view') return reading(work, item, at);
  const say = (text: string) => go({ said: withSaid(assignment.said, at, text) });
  return hostedItem(m, { ...item, kind }, assignment.said[at] ?? '', say);
}

function one(work: Work, item: Item): TemplateResult {
  const { assignment, items, stock, go } = work;
  const { at, said } = assignment;
  const to = (next: number) => answered(() => go({ at: next }));
  const check = checkOf(item, said[at - 1] ?? '', stock);
  return html`<p class="where"><span>${msg`Task ${at} of ${items.length}: ${titleOf(item, stock)}`}</span>
      <span role="status">${statusOf(item, check)}</span></p>
    ${figureOf(work, item, at - 1)}
    <nav class="ways" aria-label=${msg`Tasks`}>
      <button type="button" class=${check.done ? 'on' : 'link underlined'} @click=${to(at + 1)}>${at < items.length ? msg`Next task` : msg`Go to the end`}</button>
      ${at > 1 ? html`<button type="button" class="link underlined" @click=${to(at - 1)}>${msg`Previous task`}</button>` : nothing}
      <button type="button" class="link underlined" @click=${to(0)}>${msg`All tasks`}</button>
    </nav>`;
}

/** The class with the answers in it, as a link; a package has none that others could open. */
function linkOf({ m, assignment }: Work): string {
  const { lang } = m.state;
  const said = { view: 'class', settings: assignmentText(assignment), ...(lang ? { lang } : {}) };
  return `${location.href.replace(/#.*$/, '')}#${new URLSearchParams(said)}`;
}

/** What is handed in as text: each answer with its check, and the link that opens them. */
export function handedIn(work: Work): string {
  const { assignment, items, stock, isReported } = work;
  const { checks, score } = outcomeOf(items, assignment.said, stock);
  const lines = items.map((item, i) => {
    const check = checks[i] as Check;
    const says = `${i + 1}. ${titleOf(item, stock)}: ${statusOf(item, check)}`;
    // A question says its options once it is computed.
    const answer = posedOf(work.m, item)?.options[check.answer] ?? check.answer;
    return answer ? `${says} (${answer})` : says;
  });
  const total = score === null ? '' : msg`${Math.round(score * 100)} of 100 points`;
  return [assignment.title, assignment.name, total, ...lines, isReported ? '' : linkOf(work)]
    .filter(Boolean)
    .join('\n');
}

const byHand = (text: string): string => `selected: ${text}`;

/** Copies what stands in the text field; where a page may not copy, it is selected for the reader. */
export function copyButton(m: FigureContext, text: string, label: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const area = (currentTarget as Element).closest('.class')?.querySelector('textarea');
    try {
      await navigator.clipboard.writeText(text);
      m.keep('copied', text);
    } catch {
      area?.focus();
      area?.select();
      m.keep('copied', byHand(text));
    }
  };
  const says = { [text]: msg`Copied`, [byHand(text)]: msg`Selected: copy it yourself` };
  return html`<button type="button" class="on" @click=${copy}>${says[m.kept('copied', '')] ?? label}</button>`;
}

function end(work: Work): TemplateResult {
  const { m, items, assignment, stock, isReported } = work;
  poseNew(work, items);
  const { left, score } = outcomeOf(items, assignment.said, stock);
  const text = handedIn(work);
  const select = ({ target }: Event) => (target as HTMLTextAreaElement).select();
  return html`<p role="status">${left > 0 ? msg`${left} {0:task is|tasks are} not finished.` : msg`Everything is done.`}
      ${score === null ? nothing : html`<b>${msg`${Math.round(score * 100)} of 100 points`}</b>`}</p>
    ${list(work)}
    ${isReported ? html`<p>${msg`The learning platform has your score.`}</p>` : nothing}
    <h3>${msg`To hand in`}</h3>
    <p><label>${isReported ? msg`Your answers as text` : msg`Copy this text: its link opens your answers.`}
      <textarea readonly rows=${Math.min(16, text.split('\n').length + 2)} .value=${text} @focus=${select}></textarea></label></p>
    <p class="ways">${copyButton(m, text, msg`Copy the text`)} ${linkButton(msg`Print`, () => print(), 'underlined')}</p>`;
}

/** What a student sees of a class. */
export function studentPage(work: Work): TemplateResult {
  const { assignment, items } = work;
  const { at, name, title } = assignment;
  const item = items[at - 1];
  const body =
    name === ''
      ? door(work)
      : item
        ? one(work, item)
        : at > items.length
          ? end(work)
          : overview(work);
  return html`<h2>${title || msg`A class`}</h2>
    ${name === '' ? html`<p>${msg`${itemsOf(assignment, work.stock).length} {0:task|tasks}.`}</p>` : nothing}
    ${body}`;
}
