import { words as ownWords } from 'fovea-languages/practice';
import { html, nothing, type TemplateResult } from 'lit';
import { viewOf } from '../../state/views';
import { linkButton, optionButton } from '../../widgets/controls';
import { speakWordsOf } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { answered } from '../kit/question';
import { openNumber, posed } from './computed';
import { type Filed, filed, isFor, principlesFor, shownOptions } from './concepts';
import { misconceptions } from './misconceptions';
import { type Posed, requestsOf } from './question';
import { keepRecord, keptRecord, withAnswer } from './record';
import { keptLine, result } from './result';
import {
  type Given,
  nextSession,
  readSession,
  type Session,
  sessionOf,
  sessionText,
  sessionValues,
} from './session';
import { practiceStyles } from './styles.css';

/** The sitting of the address; else the one that was left; else a new one. */
export function sessionIn(m: FigureContext): Session {
  const said = readSession(m.choices);
  if (said) return said;
  const record = keptRecord();
  return m.kept(
    'session',
    (record.open ? sessionOf(record.open) : null) ?? nextSession(record, Date.now()),
  );
}

/** Goes on with a sitting: it stands in the address. One of several questions is kept until it is finished. */
function go(m: FigureContext, session: Session): void {
  const { open: _, ...record } = keptRecord();
  const finished = session.at >= session.set.length;
  if (!session.isClass && session.set.length > 1)
    keepRecord(finished ? record : { ...record, open: sessionText(session) });
  m.choose(sessionValues(session));
}

/** A class has its own way on, and keeps the answers itself. */
const isPart = ({ choices }: FigureContext): boolean => choices.get('class') === '2';

const withGiven = (session: Session, at: number, given: Given): Session => ({
  ...session,
  given: Array.from({ length: Math.max(at + 1, session.given.length) }, (_, i) =>
    i === at ? given : (session.given[i] ?? given),
  ),
});

interface Asked {
  readonly m: FigureContext;
  readonly session: Session;
  readonly filed: Filed;
  readonly posed: Posed;
  readonly given: Given | null;
}

function optionOf({ m, session, filed, posed, given }: Asked, id: string): TemplateResult {
  const own = given?.option === id;
  const right = given !== null && posed.key === id;
  const take = answered(() => {
    const record = keptRecord();
    if (!session.isClass) keepRecord(withAnswer(record, filed.id, id === posed.key, Date.now()));
    go(m, withGiven(session, session.at, { option: id, right: id === posed.key, principle: null }));
  });
  const note = right ? (own ? msg`your answer, right` : msg`right`) : own ? msg`your answer` : '';
  return optionButton({
    ...{ text: posed.options[id] ?? '', note, own, right },
    ...{ settled: given !== null, take },
  });
}

/** What the reader seems to have thought, and the number that speaks against it. */
function verdict({ m, session, filed, posed, given }: Asked): TemplateResult {
  const right = given?.option === posed.key;
  const belief = Object.entries(posed.mistakes).find(([, id]) => id === given?.option)?.[0];
  const thought = misconceptions[belief as keyof typeof misconceptions];
  const title = msg(viewOf(posed.see.view)?.title ?? '');
  return html`<div class="verdict">
    <p><b>${right ? msg`Right.` : msg`Not this time.`}</b>
      ${right || !thought ? nothing : msg`The idea behind that answer: “${msg(thought)}”`}
      ${posed.why}</p>
    <p>${linkButton(msg`See the number: ${title}`, () => openNumber(m, filed, session.seed, posed.see), 'underlined')}</p>
  </div>`;
}

/** "Why?", asked of the reader: which principle explains the answer. */
function reason({ m, session, filed, given }: Asked): TemplateResult {
  const offered = principlesFor(filed);
  const right = offered.indexOf(filed.concept.principles[filed.question.principle] ?? '');
  const taken = given?.principle ?? null;
  const take = (principle: number) =>
    answered(() =>
      go(m, given ? withGiven(session, session.at, { ...given, principle }) : session),
    );
  return html`<div class="reason" role="group" aria-label=${msg`Why is that so?`}>
    <p><b>${msg`Why is that so?`}</b> ${msg`Choose the principle that explains it.`}</p>
    <div class="options">${offered.map((text, i) => {
      const note = taken === null || i !== right ? '' : msg`explains it`;
      return optionButton({
        ...{ text: msg(text), note, own: taken === i },
        ...{ right: taken !== null && i === right, settled: taken !== null, take: take(i) },
      });
    })}</div>
    <p role="status">${
      taken === null
        ? nothing
        : taken === right
          ? msg`Yes, this is what explains it.`
          : msg`That is true as well, but it does not explain this answer.`
    }</p>
  </div>`;
}

function ask(asked: Asked): TemplateResult {
  const { m, session, filed, posed, given } = asked;
  const after = filed.question.after;
  const { set, at } = session;
  const on = answered(() => go(m, { ...session, at: at + 1 }));
  const next = at + 1 < set.length ? msg`Next question` : msg`See the result`;
  const study = () =>
    m.dispatch({ type: 'choose', choice: { view: after, settings: '', tour: null } });
  const first = msg`Read first: ${msg(viewOf(after)?.title ?? '')}`;
  const where = isPart(m)
    ? nothing
    : html`<span>${msg`Question ${at + 1} of ${set.length}: ${msg(filed.concept.title)}`}</span>`;
  const readFirst = given === null ? linkButton(first, study, 'underlined') : nothing;
  return html`${where === nothing && readFirst === nothing ? nothing : html`<p class="where">${where} ${readFirst}</p>`}
    <p class="asks" id="asks">${posed.asks}</p>
    <div class="options" role="group" aria-labelledby="asks">
      ${shownOptions(filed.id, posed.options, session.seed).map((id) => optionOf(asked, id))}
    </div>
    <div role="status">${given === null ? nothing : verdict(asked)}</div>
    ${given === null ? nothing : reason(asked)}
    ${given === null || isPart(m) ? nothing : html`<p class="ways"><button type="button" class="on" @click=${on}>${next}</button></p>`}`;
}

function content(m: FigureContext, session: Session): TemplateResult {
  if (!isFor(m.model))
    return html`<p>${msg`These questions are about a model that resolves pronouns, like the one that comes with the page.`}</p>`;
  const found = filed(session.set[session.at] ?? '');
  if (!found) return result(m, session, (next) => go(m, next));
  const computed = posed(m, found, session.seed);
  if (!computed) return html`<p aria-busy="true">${msg`Computing the question …`}</p>`;
  const given = session.given[session.at] ?? null;
  return ask({ m, session, filed: found, posed: computed, given });
}

/** Questions that were missed or are due, asked again. */
export const figure: HostedFigure = {
  styles: practiceStyles,
  wants(m) {
    const { set, at, seed } = sessionIn(m);
    const found = filed(set[at] ?? '');
    if (!found || !isFor(m.model)) return {};
    return { traces: requestsOf(found.question, seed, m.model) };
  },
  draw(m) {
    speakWordsOf(ownWords);
    const session = sessionIn(m);
    return html`<div class=${isPart(m) ? 'practice part' : 'practice'} role="group" tabindex="-1" aria-label=${msg`Practice`}>${content(m, session)}${isPart(m) ? nothing : keptLine(m)}</div>`;
  },
  speech: () => '',
};
