import { words as ownWords } from 'fovea-languages/class';
import { html, nothing, type TemplateResult } from 'lit';
import { withSettings } from '../../state/settings';
import { linkButton } from '../../widgets/controls';
import { speakWordsOf } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import {
  type Assignment,
  assignmentOf,
  assignmentValues,
  itemsOf,
  outcomeOf,
  problemsOf,
  readAssignment,
  type Stock,
} from './assignment';
import { leaveItem, wantedIn } from './hosted-item';
import { type Draft, draftRequests, makerPage } from './maker';
import { Lms, suspendLimit } from './scorm';
import { sheetRequests, sheetsPage } from './sheets';
import { requestsToPose, studentPage, type Work } from './student';
import { classStyles } from './styles.css';

/** What the other files give, once both are there. */
function stockAtHand(): Stock | null {
  const { foveaClasswork, foveaBugs } = globalThis;
  return foveaClasswork && foveaBugs ? { ...foveaClasswork, bugs: foveaBugs } : null;
}

/** The session with the learning platform; null without one, undefined before it was looked for. */
let lms: Lms | null | undefined;

/** What the student leaves to come back to: the class itself is in the package. */
function suspendedText(assignment: Assignment): string {
  const { name, at, said } = assignmentValues(assignment);
  return withSettings('', { name, at, said });
}

/** Whether all answers could be kept by the platform. */
function report(assignment: Assignment, stock: Stock): boolean {
  if (!lms) return true;
  const { left, score } = outcomeOf(itemsOf(assignment, stock), assignment.said, stock);
  return lms.report({ suspended: suspendedText(assignment), score, isComplete: left === 0 });
}

/** Begins where a package says that there is a platform, and goes on with what was left. */
function beginReporting(m: FigureContext, assignment: Assignment): void {
  if (lms !== undefined) return;
  lms = Lms.begin(window);
  if (!lms) return;
  addEventListener('pagehide', () => lms?.finish());
  const { name, at, said } = assignmentOf(lms.suspended);
  const back = { ...assignment, at, said, name: name || lms.student };
  // The figure is being drawn.
  queueMicrotask(() => m.choose(assignmentValues(back)));
}

function platformLine(m: FigureContext): TemplateResult | typeof nothing {
  if (m.choices.get('lms') !== '1') return nothing;
  if (!lms)
    return html`<p class="quiet" role="status">${msg`No learning platform was found around this page, so nothing is reported. Everything still works: hand in the text at the end.`}</p>`;
  const tooLong = m.kept('tooLong', false)
    ? msg`Your answers are longer than the ${suspendLimit} characters that the platform keeps: it has your score. Hand in the text, too.`
    : '';
  const refused = lms.problem ? msg`The learning platform refused a call: ${lms.problem}` : '';
  return tooLong || refused ? html`<p role="alert">${tooLong} ${refused}</p>` : nothing;
}

function problemPage(m: FigureContext, problems: readonly string[]): TemplateResult {
  const anew = () => m.choose({ ...assignmentValues(assignmentOf('')), make: '1' });
  return html`<div role="alert"><p><b>${msg`This class link can’t be read.`}</b></p>
      <ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul></div>
    <p>${msg`Ask for the link again, and copy all of it.`} ${linkButton(msg`Make a class`, anew, 'underlined')}</p>`;
}

const isMaking = ({ choices }: FigureContext): boolean =>
  choices.get('make') === '1' || !choices.get('do');

function page(m: FigureContext, stock: Stock): TemplateResult {
  const problems = problemsOf(m.choices, stock);
  if (problems.length > 0) return problemPage(m, problems);
  const assignment = readAssignment(m.choices);
  const draft: Draft = { m, stock, assignment };
  if (m.choices.get('sheet') === '1') return sheetsPage(draft);
  if (isMaking(m)) return makerPage(draft);
  if (m.choices.get('lms') === '1') beginReporting(m, assignment);
  let latest = assignment;
  const work: Work = {
    ...{ m, stock, assignment, items: itemsOf(assignment, stock), isReported: Boolean(lms) },
    go(next) {
      latest = { ...latest, ...next };
      if (next.at !== undefined) leaveItem(m);
      m.choose(assignmentValues(latest));
      m.keep('tooLong', !report(latest, stock));
    },
  };
  return html`${platformLine(m)}${studentPage(work)}`;
}

/** What a teacher sets for a class, and what a student does there. */
export const figure: HostedFigure = {
  styles: classStyles,
  wants(m) {
    const stock = stockAtHand();
    if (!stock || problemsOf(m.choices, stock).length > 0) return {};
    const draft: Draft = { m, stock, assignment: readAssignment(m.choices) };
    if (m.choices.get('sheet') === '1') return { traces: sheetRequests(draft) };
    if (isMaking(m)) return { traces: draftRequests(draft) };
    const { assignment } = draft;
    const items = itemsOf(assignment, stock);
    const isAtEnd = assignment.name !== '' && assignment.at > items.length;
    return isAtEnd ? { traces: requestsToPose(draft, items) } : wantedIn(m);
  },
  draw(m) {
    const stock = stockAtHand();
    speakWordsOf(ownWords);
    if (stock) speakWordsOf(stock.words);
    return html`<div class="class" role="group" tabindex="-1" aria-label=${msg`A class`}>${
      stock ? page(m, stock) : html`<p aria-busy="true">${msg`Loading …`}</p>`
    }</div>`;
  },
  speech: () => '',
};
