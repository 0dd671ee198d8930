import { words as ownWords } from 'fovea-languages/practice';
import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { linkButton } from '../../widgets/controls';
import { speakWordsOf } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';

import { answered } from '../kit/question';
import { effort, handModel, type StepName, sentenceOf, stepNames } from './computation';
import {
  blanks,
  type Exercise,
  exerciseIn,
  inFront,
  isBlank,
  placeOf,
  progressOf,
  rowsOf,
  type Typed,
  typedIn,
  typedText,
  verdictAt,
} from './exercise';
import { arithmetic, given, half, sheet, told, two } from './sheet';
import { slips } from './slips';
import { byHandStyles } from './styles.css';

/** A teacher has chosen the sentence and the blank steps. */
const ofClass = ({ choices }: FigureContext): boolean => choices.has('class');

interface Drawn {
  readonly m: FigureContext;
  readonly exercise: Exercise;
  readonly typed: Typed;
}

/** How a number is called for a screen reader: "Scores, cats, number 1". */
function nameOf(exercise: Exercise, name: StepName, row: number, column: number): string {
  const word = rowsOf(exercise, name)?.[row];
  const title = msg(told[name].title);
  const single = (exercise.steps[name][row]?.length ?? 1) === 1;
  if (!word) return msg`${title}, number ${column + 1}`;
  return single ? msg`${title}, ${word}` : msg`${title}, ${word}, number ${column + 1}`;
}

function field({ m, exercise, typed }: Drawn, name: StepName, row: number, column: number) {
  const place = placeOf(name, row, column);
  const verdict = verdictAt(exercise, typed, [name, row, column]);
  const type = (event: Event) =>
    m.choose({
      typed: typedText(exercise, { ...typed, [place]: (event.target as HTMLInputElement).value }),
    });
  const isWrong = verdict !== null && verdict !== 'right';
  return html`<input
    class=${verdict === 'right' ? 'right' : isWrong ? 'slip' : ''}
    type="text" inputmode="text" size="6" autocomplete="off" spellcheck="false"
    aria-label=${nameOf(exercise, name, row, column)}
    aria-invalid=${isWrong ? 'true' : nothing}
    ?readonly=${verdict === 'right'}
    .value=${typed[place] ?? ''} @change=${type}
  >${verdict === null ? nothing : html`<span class="mark" aria-hidden="true">${verdict === 'right' ? '✓' : '✗'}</span>`}`;
}

/** What is to be said of the numbers of a step that are not right. */
function remarks({ exercise, typed }: Drawn, name: StepName): TemplateResult {
  const said = blanks(exercise)
    .filter(([of]) => of === name)
    .flatMap((place) => {
      const verdict = verdictAt(exercise, typed, place);
      if (verdict === null || verdict === 'right') return [];
      const slip = verdict === 'wrong' ? msg`Not that number.` : msg(slips[verdict]);
      return [html`<p><b>${nameOf(exercise, ...place)}:</b> ${slip}</p>`];
    });
  return html`<div class="remarks" role="status">${said}</div>`;
}

function numberCell(drawn: Drawn, name: StepName, row: number, column: number): TemplateResult {
  const { exercise } = drawn;
  if (isBlank(exercise, name)) return html`<td>${field(drawn, name, row, column)}</td>`;
  const how = arithmetic(exercise.steps, name, row, column);
  return html`<td><b>${two(exercise.steps[name][row]?.[column] ?? 0)}</b>${how ? html` <small>= ${how}</small>` : nothing}</td>`;
}

function step(drawn: Drawn, name: StepName): TemplateResult {
  const { exercise } = drawn;
  const { title, how, hue } = told[name];
  const rows = rowsOf(exercise, name);
  return html`<li class="hue-${hue}" data-step=${name}>
    <h3>${msg(title)}</h3>
    <p class="how">${msg(how)}</p>
    <table><tbody>${exercise.steps[name].map(
      (row, i) => html`<tr>
        ${rows ? html`<th scope="row">${rows[i]}</th>` : nothing}
        ${row.map((_, j) => numberCell(drawn, name, i, j))}
      </tr>`,
    )}</tbody></table>
    ${isBlank(exercise, name) ? remarks(drawn, name) : nothing}
    ${name === 'answer' && !isBlank(exercise, name) ? html`<p class="outcome">${inFrontText(exercise)}</p>` : nothing}
  </li>`;
}

const inFrontText = (exercise: Exercise): string => msg`In front: ${inFront(exercise)}.`;

/** Scrolls to the first number that is left to the reader, once it is drawn. */
function showBlanks({ currentTarget }: Event): void {
  const root = (currentTarget as Element).getRootNode() as ShadowRoot;
  setTimeout(() => root.querySelector('.steps input')?.scrollIntoView({ block: 'center' }), 50);
}

/** How far the reader is, and the ways on. */
function onward({ m, exercise, typed }: Drawn): TemplateResult {
  const { seed, blank } = exercise;
  const { right, of } = progressOf(exercise, typed);
  const go = (choice: Readonly<Record<string, string>>) => (event: Event) => {
    answered(() => m.choose(choice))(event);
    if ('blank' in choice) showBlanks(event);
  };
  const all = stepNames.length;
  const other = { seed: String(seed + 1), typed: '' };
  const more = go({ ...other, blank: String(blank + 1) });
  const done = of > 0 && right === of;
  return html`<div role="status" class="progress">${
    of === 0
      ? html`<p>${msg`Everything is filled in: read it through once. Then do the last step yourself.`}</p>`
      : html`<p><b>${msg`${right} of ${of} numbers are right.`}</b> ${done ? inFrontText(exercise) : nothing}</p>`
  }</div>
  ${
    ofClass(m)
      ? nothing
      : html`<p class="ways">
    ${
      blank < all && (blank === 0 || done)
        ? html`<button type="button" class="on" @click=${more}>${blank === 0 ? msg`Blank the last step` : msg`Next: ${blank + 1} steps are yours`}</button>`
        : nothing
    }
    <button type="button" class="link underlined" @click=${go(other)}>${msg`Another sentence`}</button>
    ${linkButton(msg`As a sheet to print`, () => m.choose({ sheet: '1' }), 'underlined')}
  </p>`
  }`;
}

function steps(drawn: Drawn): TemplateResult {
  const { m, exercise } = drawn;
  const { words, seed, blank } = exercise;
  const { multiplications, operations } = effort(handModel, sentenceOf(seed));
  const minutes = Math.ceil(operations / 10);
  const choose = (event: Event) => {
    m.choose({ blank: (event.target as HTMLSelectElement).value });
    showBlanks(event);
  };
  return html`<div class="intro"><p class="asks">${msg`“${words.join(' ')}”: who is in front?`}</p>
    <p>${msg`An encoder answers at its verb: one layer, one head, vectors of 2 numbers. It was trained like any other, but its learned numbers are multiples of ${half(0.5)}. In all: ${multiplications} multiplications, ${operations} operations, about ${minutes} minutes. Every number is rounded to two decimals before it goes on.`}</p>
    ${
      ofClass(m)
        ? nothing
        : html`<p class="level"><label>${msg`Steps that I compute myself, from the last one backward`}
      <select class="menu" @change=${choose}>${[...stepNames.keys(), stepNames.length].map(
        (i) => html`<option value=${i} ?selected=${i === blank}>${i}</option>`,
      )}</select></label></p>`
    }
    <details open><summary>${msg`The model’s numbers`}</summary>${given()}</details></div>
    <ol class="steps" tabindex=${drawn.m.size.height === undefined ? nothing : 0} aria-label=${msg`Steps`}
      >${stepNames.map((name) => step(drawn, name))}</ol>
    <div class="onward">${onward(drawn)}</div>`;
}

/** An encoder's answer, number by number: filled in first, then left to the reader step by step. */
export const figure: HostedFigure = {
  styles: byHandStyles,
  draw(m) {
    speakWordsOf(ownWords);
    const exercise = exerciseIn(m);
    const typed = typedIn(exercise, m.choices.get('typed'));
    const isSheet = m.choices.has('sheet');
    const { width, height } = m.size;
    const columns = !isSheet && height !== undefined && width >= 900;
    return html`<div class="by-hand ${columns ? 'columns' : ''}" style=${styled(columns ? { height: `${height}px` } : {})}
      role="group" tabindex="-1" aria-label=${msg`By hand`}>${
        isSheet ? sheet(m, exercise) : steps({ m, exercise, typed })
      }</div>`;
  },
  speech: () => '',
};
