import { html, nothing, type TemplateResult } from 'lit';
import { linkButton } from '../../widgets/controls';
import { download } from '../../widgets/sharing';
import { spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { answered } from '../kit/question';
import { filed, principlesFor } from './concepts';
import { eraseRecord, keptRecord, nextDue } from './record';
import { nextSession, type Session } from './session';

/** Whether the principle that explains the answer was chosen for it. */
function isExplained({ set, given }: Session, at: number): boolean {
  const found = filed(set[at] ?? '');
  const chosen = given[at]?.principle ?? null;
  if (!found || chosen === null) return false;
  return principlesFor(found)[chosen] === found.concept.principles[found.question.principle];
}

/** One answer in a line: "2. Scores … : right, explained". */
function lineOf(session: Session, at: number): string {
  const title = msg(filed(session.set[at] ?? '')?.concept.title ?? '');
  if (!session.given[at]?.right) return msg`${title}: missed`;
  return isExplained(session, at) ? msg`${title}: right, and explained` : msg`${title}: right`;
}

/** What is handed in: text, with the link that holds the answers. */
function handedIn(session: Session, name: string): string {
  const { set, given } = session;
  const lines = set.map((_, at) => `${at + 1}. ${lineOf(session, at)}`);
  const right = given.filter((each) => each.right).length;
  return [name, msg`${right} of ${set.length} right.`, ...lines, location.href]
    .filter(Boolean)
    .join('\n');
}

function handIn(m: FigureContext, session: Session): TemplateResult {
  const name = m.kept('name', '');
  const select = (event: Event) => (event.target as HTMLTextAreaElement).select();
  const type = (event: Event) => m.keep('name', (event.target as HTMLInputElement).value);
  return html`<h3>${msg`To hand in`}</h3>
    <p><label>${msg`Your name`} <input type="text" autocomplete="name" .value=${name} @input=${type}></label></p>
    <p><label>${msg`Copy this text: its link opens your answers.`}
      <textarea readonly rows=${session.set.length + 5} .value=${handedIn(session, name)} @focus=${select}></textarea></label></p>`;
}

/** When the next question is due, in the reader's words. */
function due(at: number, now: number): string {
  const days = Math.max(0, Math.ceil((at - now) / (24 * 60 * 60 * 1000)));
  return new Intl.RelativeTimeFormat(spokenLanguage(), { numeric: 'auto' }).format(days, 'day');
}

/** What came of a sitting, and the way on. */
export function result(
  m: FigureContext,
  session: Session,
  go: (session: Session) => void,
): TemplateResult {
  const { set, given, isClass } = session;
  const right = given.filter((each) => each.right).length;
  const record = keptRecord();
  const now = Date.now();
  const next = nextDue(record);
  const more = answered(() => go(nextSession(record, now)));
  return html`<h3>${msg`${right} of ${set.length} right.`}</h3>
    <ol>${set.map(
      (_, at) =>
        html`<li>${linkButton(lineOf(session, at), () => go({ ...session, at }), 'underlined')}</li>`,
    )}</ol>
    ${isClass ? handIn(m, session) : nothing}
    ${
      isClass || next === null
        ? nothing
        : html`<p>${msg`What you missed comes back at once, the rest after 1, 3, 7, 16 … days. Due next: ${due(next, now)}.`}</p>`
    }
    <p class="ways"><button type="button" class="on" @click=${more}>${isClass ? msg`Practise on your own` : msg`Five more`}</button></p>`;
}

/** What this machine keeps, and the ways to have it and to be rid of it. */
export function keptLine(m: FigureContext): TemplateResult | typeof nothing {
  const record = keptRecord();
  const count = Object.keys(record.memories).length;
  if (count === 0) return nothing;
  const save = () =>
    download(
      new Blob([JSON.stringify(record, null, 1)], { type: 'application/json' }),
      'fovea-practice.json',
    );
  const erase = answered(() => {
    eraseRecord();
    m.keep('erased', Date.now());
  });
  return html`<p class="kept">${msg`${count} {0:question is|questions are} kept on this machine only, with the day to ask {0:it|them} again; nothing is sent.`}
    ${linkButton(msg`Save as a file`, save, 'underlined')}
    <button type="button" class="link underlined" @click=${erase}>${msg`Erase all of it`}</button></p>`;
}
