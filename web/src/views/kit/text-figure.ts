import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import { answered } from './answered';
import type { FigureContext } from './hosted-figure';
import type { SvgMark } from './scene';
import { svgMarks } from './svg-marks';

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A drawing among text; a screen reader hears what is beside it. */
export const picture = (
  { width, height, marks }: Drawing,
  over: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">${svgMarks(marks, 0)}</svg>
    ${over}
  </div>`;

/** Asked before what it asks about is drawn. */
export interface Question {
  /** What it asks about, such as the sentence and a word: of another one it is another question. */
  readonly of: string;
  readonly text: string;
  readonly answers: readonly string[];
  /** What turned out to be right, as a place among them. */
  readonly right: number;
  /** Said with the verdict. */
  readonly because: string;
}

const keptAs = (of: string): string => `guess ${of}`;

/** What was guessed of that, −1 for "just show me"; null until then. */
export const guessOf = (m: FigureContext, of: string): number | null =>
  m.kept<number | null>(keptAs(of), null);

/** The question; once it is answered, the verdict. */
export const question = (m: FigureContext, asked: Question): TemplateResult =>
  html`<div tabindex="-1" role="group" aria-label=${msg`Question`}>${askedOrAnswered(m, asked)}</div>`;

function askedOrAnswered(m: FigureContext, { of, text, answers, right, because }: Question) {
  const guess = guessOf(m, of);
  if (guess === -1) return nothing;
  if (guess !== null) {
    const verdict = guess === right ? msg`Right.` : msg`No: ${answers[right]}.`;
    return html`<p class="about" role="status">${msgHtml`You said: ${answers[guess]}. ${verdict} ${because}`}</p>`;
  }
  const give = (answer: number) => answered(() => m.keep(keptAs(of), answer));
  return html`<div class="question"><p>${text}</p>
    <div>${answers.map(
      (answer, i) => html`<button type="button" class="guess" @click=${give(i)}>${answer}</button>`,
    )}<button type="button" class="link underlined" @click=${give(-1)}>${msg`just show me`}</button></div>
  </div>`;
}

/** Rows of numbers for those who cannot see the drawing. */
export const numbersTable = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): TemplateResult =>
  html`<details><summary>${msg`${caption}: the numbers as a table`}</summary>
    <table><caption class="unseen">${caption}</caption>
      <tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      ${rows.map(
        ([first, ...others]) =>
          html`<tr><th scope="row">${first}</th>${others.map((each) => html`<td>${each}</td>`)}</tr>`,
      )}
    </table></details>`;
