import { html, nothing, type TemplateResult } from 'lit';
import { packageEvent } from '../../state/packages';
import { viewOf, views } from '../../state/views';
import { linkButton } from '../../widgets/controls';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { answered } from '../kit/question';
import {
  type Assignment,
  asSet,
  assignmentText,
  assignmentValues,
  guessOf,
  itemsOf,
  partsOf,
  type Stock,
  type Task,
} from './assignment';
import { packageWish } from './package';
import { copyButton } from './student';

/** What a teacher is making. */
export interface Draft {
  readonly m: FigureContext;
  readonly stock: Stock;
  readonly assignment: Assignment;
}

const set = ({ m, assignment }: Draft, next: Partial<Assignment>): void =>
  m.choose({ ...assignmentValues(asSet({ ...assignment, ...next })), make: '1' });

/** A menu of what can be set, and the button that sets it. */
interface Adder {
  readonly label: string;
  readonly name: string;
  readonly options: unknown;
  /** The task of a choice, and of how many. */
  readonly task: (id: string, count: string) => Task;
  readonly count?: { readonly label: string; readonly most: number };
}

function adder(draft: Draft, { label, name, options, task, count }: Adder): TemplateResult {
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const added = task(String(data.get(name)), String(data.get('count') ?? '1'));
    set(draft, { tasks: [...draft.assignment.tasks, added] });
  };
  return html`<form class="adder" @submit=${add}>
    <label>${label} <select name=${name}>${options}</select></label>
    ${
      count
        ? html`<label>${count.label} <select name="count">${Array.from(
            { length: count.most },
            (_, i) => html`<option>${i + 1}</option>`,
          )}</select></label>`
        : nothing
    }
    <button type="submit">${msg`Add`}<span class="unseen"> (${label})</span></button>
  </form>`;
}

const option = (id: string, text: string) => html`<option value=${id}>${text}</option>`;

function adders(draft: Draft): TemplateResult {
  const { concepts, bugs, stepNames } = draft.stock;
  const entries = Object.entries(concepts);
  const shown = views.filter(({ id }) => !['class', 'practice', 'by-hand', 'bench'].includes(id));
  const steps = [6, ...stepNames.keys(), stepNames.length].filter(
    (n, i, all) => all.indexOf(n) === i,
  );
  return html`<div class="adders">
    ${adder(draft, {
      ...{ label: msg`View`, name: 'view', task: (id) => `view:${id}` },
      options: shown.map(({ id, title }) => option(id, msg(title))),
    })}
    ${adder(draft, {
      ...{ label: msg`Bug to find`, name: 'bug', task: (id) => `bug:${id}` },
      options: bugs.map(({ id, guess }) => option(id, msg(guess))),
    })}
    ${adder(draft, {
      ...{ label: msg`By hand, blank steps`, name: 'hand', task: (id) => `hand:${id}` },
      options: steps.map((n) => option(String(n), String(n))),
    })}
    ${adder(draft, {
      ...{ label: msg`Questions about`, name: 'concept', task: (id, n) => `ask:${id}:${n}` },
      options: entries.map(([id, { title }]) => option(id, msg(title))),
      count: {
        label: msg`how many`,
        most: Math.min(...entries.map(([, { questions }]) => questions.length)),
      },
    })}
    ${adder(draft, {
      ...{ label: msg`One question for all`, name: 'question', task: (id) => `ask:${id}` },
      options: entries.map(
        ([id, { title, questions }]) =>
          html`<optgroup label=${msg(title)}>${questions.map((each, i) =>
            option(
              `${id}/${each.id}`,
              msg`question ${i + 1}, after “${msg(viewOf(each.after)?.title ?? each.after)}”`,
            ),
          )}</optgroup>`,
      ),
    })}
  </div>`;
}

/** What a task says to a teacher; the text of a question once it is computed. */
function sayTask({ m, stock }: Draft, task: Task): string {
  const [kind, id, count] = partsOf(task);
  if (kind === 'view') return msg`View: ${msg(viewOf(id)?.title ?? id)}`;
  if (kind === 'bug') return msg`Bug: ${guessOf(id, stock)}`;
  if (kind === 'hand') return msg`By hand, ${Number(id)} {0:step|steps} blank`;
  if (count !== undefined)
    return msg`${Number(count)} {0:question|questions} about: ${msg(stock.concepts[id]?.title ?? id)}`;
  const found = stock.filed(id);
  const asks = found && stock.posed(m, found, 0)?.asks;
  return asks ?? msg`Question ${id}`;
}

/** The traces of the single questions that are chosen, so that the list can say them. */
export const draftRequests = ({ m, stock, assignment }: Draft) =>
  assignment.tasks
    .flatMap((task) => stock.filed(partsOf(task)[1]) ?? [])
    .flatMap(({ question }) => stock.requestsOf(question, 0, m.model))
    .slice(0, 12);

function chosen(draft: Draft): TemplateResult {
  const { tasks } = draft.assignment;
  const drop = (at: number) =>
    answered(() => set(draft, { tasks: tasks.filter((_, i) => i !== at) }));
  const raise = (at: number) =>
    answered(() => {
      const [task = ''] = tasks.slice(at, at + 1);
      const others = tasks.filter((_, i) => i !== at);
      set(draft, { tasks: [...others.slice(0, at - 1), task, ...others.slice(at - 1)] });
    });
  if (tasks.length === 0) return html`<p class="quiet">${msg`Nothing is chosen yet.`}</p>`;
  return html`<ol class="items">${tasks.map((task, i) => {
    const says = sayTask(draft, task);
    return html`<li>${says} <span class="tools">
      ${i === 0 ? nothing : html`<button type="button" class="link underlined" @click=${raise(i)}>${msg`Move up`}<span class="unseen">: ${says}</span></button>`}
      <button type="button" class="link underlined" @click=${drop(i)}>${msg`Remove`}<span class="unseen">: ${says}</span></button></span></li>`;
  })}</ol>`;
}

/** The link for all students; it holds everything. */
function linkOf({ m, assignment }: Draft): string {
  const { lang } = m.state;
  const said = {
    view: 'class',
    settings: assignmentText(asSet(assignment)),
    ...(lang ? { lang } : {}),
  };
  return `${location.href.replace(/#.*$/, '')}#${new URLSearchParams(said)}`;
}

/** Asks the page for a package; where nobody makes any, as in a figure on another page, it says so. */
function pack({ m, assignment }: Draft): (event: Event) => void {
  const tell = (problem: string) => m.keep('packed', problem || msg`The package is saved.`);
  return ({ currentTarget }) => {
    m.keep('packed', msg`Packing …`);
    const detail = packageWish(assignment, tell);
    const event = new CustomEvent(packageEvent, {
      ...{ detail, bubbles: true, composed: true, cancelable: true },
    });
    if ((currentTarget as Element).dispatchEvent(event))
      tell(msg`A package can be made on Fovea’s own page.`);
  };
}

function given(draft: Draft): TemplateResult {
  const { m, assignment, stock } = draft;
  const link = linkOf(draft);
  const count = itemsOf(assignment, stock).length;
  const select = ({ target }: Event) => (target as HTMLTextAreaElement).select();
  const open = answered(() => m.choose({ make: '' }));
  return html`<h3>${msg`To give out`}</h3>
    <p><label>${msg`One link for all: ${count} {0:task|tasks}, with other sentences for each name`}
      <textarea readonly rows="3" .value=${link} @focus=${select}></textarea></label></p>
    <p class="ways">
      ${copyButton(m, link, msg`Copy the link`)}
      <button type="button" class="link underlined" @click=${open}>${msg`Try it as a student`}</button>
      ${linkButton(msg`Sheets to print`, () => m.choose({ sheet: '1' }), 'underlined')}
      <button type="button" class="link underlined" @click=${pack(draft)}>${msg`SCORM package (zip)`}</button>
    </p>
    <p role="status">${m.kept('packed', '')}</p>
    <p class="quiet">${msg`The package is for learning platforms that read SCORM 1.2, such as Moodle or ILIAS: it reports score and completion there. Anyone who opens the files can find the answers: this is for practice, not for grades.`}</p>`;
}

/** The place where a teacher makes a class. */
export function makerPage(draft: Draft): TemplateResult {
  const { assignment } = draft;
  const { title, seed, tasks } = assignment;
  const name = ({ target }: Event) =>
    set(draft, { title: (target as HTMLInputElement).value.trim() });
  const turn = ({ target }: Event) =>
    set(draft, {
      seed: Math.min(9999, Math.abs(Math.trunc(Number((target as HTMLInputElement).value))) || 0),
    });
  return html`<h2>${msg`A class without an account`}</h2>
    <p>${msg`Choose what your students do. The link holds all of it; nothing is sent anywhere. What a student types there stays in the address of that student’s page, and comes back to you as a text, a sheet, or a score on your learning platform.`}</p>
    <p class="fields"><label>${msg`Title`} <input type="text" maxlength="80" .value=${title} @change=${name}></label>
      <label>${msg`Seed`} <input type="number" min="0" max="9999" .value=${String(seed)} @change=${turn}></label>
      <small class="quiet">${msg`A different seed gives the same class different sentences, for next year or a second try.`}</small></p>
    ${adders(draft)}
    <h3>${msg`What students do`}</h3>
    ${chosen(draft)}
    ${tasks.length === 0 ? nothing : given(draft)}`;
}
