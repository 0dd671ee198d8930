import { html, nothing, type TemplateResult } from 'lit';
import { linkButton } from '../../widgets/controls';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { rounded, type StepName, stepNames } from './computation';
import { type Exercise, inFront, isBlank, rowsOf } from './exercise';
import { half, told, two } from './explained';
import { handModel, type Linear } from './model';

type Rows = readonly (readonly number[])[];

/** A matrix or a list of vectors, with the words of its rows. */
const matrix = (title: string, rows: Rows, hue: string, words?: readonly string[]) =>
  html`<table class="hue-${hue}"><caption>${title}</caption><tbody>${rows.map(
    (row, i) =>
      html`<tr>${words ? html`<th scope="row">${words[i]}</th>` : nothing}${row.map((x) => html`<td>${half(x)}</td>`)}</tr>`,
  )}</tbody></table>`;

const layer = (name: string, { weight, bias }: Linear, hue: string): TemplateResult =>
  html`<div>${matrix(`W_${name}`, weight, hue)}${matrix(
    `b_${name}`,
    bias.map((x) => [x]),
    hue,
  )}</div>`;

/** All that the model has learned and an answer needs. */
export function given(): TemplateResult {
  const { words, embeddings, positions, query, key, value, output } = handModel;
  return html`<div class="given">
    ${matrix(msg`embeddings`, embeddings.slice(1), 'ink', words.slice(1))}
    ${matrix(
      msg`positions`,
      positions,
      'ink',
      positions.map((_, i) => `${i + 1}.`),
    )}
    ${layer('Q', query, 'query')} ${layer('K', key, 'key')} ${layer('V', value, 'value')}
    ${layer('O', output, 'ink')}
  </div>`;
}

/** e^−x from 0 on, in steps of .01; below the last row it is 0.00. */
export function powerTable(): readonly (readonly number[])[] {
  const rows = 54;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: 10 }, (__, j) => rounded(Math.exp(-(i / 10 + j / 100)))),
  );
}

const powers = (): TemplateResult => html`<table class="powers">
  <caption>${msg`e to the power −x. A row for x to the first decimal, a column for the second; beyond the last row it is 0.`}</caption>
  <thead><tr><th>x</th>${Array.from({ length: 10 }, (_, j) => html`<th scope="col">${j}</th>`)}</tr></thead>
  <tbody>${powerTable().map(
    (row, i) =>
      html`<tr><th scope="row">${inLanguage((i / 10).toFixed(1))}</th>${row.map((x) => html`<td>${two(x)}</td>`)}</tr>`,
  )}</tbody></table>`;

/** The steps in short: with places to write into, or filled in. */
function steps(exercise: Exercise, filled: boolean): TemplateResult {
  const isOpen = (name: StepName) => !filled && isBlank(exercise, name);
  return html`<ol class="steps short">${stepNames.map((name) => {
    const rows = rowsOf(exercise, name);
    const { title, how, hue } = told[name];
    return html`<li class="hue-${hue}"><h3>${msg(title)}</h3><p class="how">${msg(how)}</p>
      <table><tbody>${exercise.steps[name].map(
        (row, i) =>
          html`<tr>${rows ? html`<th scope="row">${rows[i]}</th>` : nothing}${row.map((x) =>
            isOpen(name) ? html`<td class="open"></td>` : html`<td><b>${two(x)}</b></td>`,
          )}</tr>`,
      )}</tbody></table></li>`;
  })}</ol>`;
}

const asks = ({ words, seed }: Exercise): TemplateResult =>
  html`<p class="asks">${msg`“${words.join(' ')}”: who is in front?`} <small>${msg`Sentence ${seed + 1}`}</small></p>`;

/** For paper, A4 or Letter: the exercise, the table of powers, and the key on a page of its own. */
export function sheet(m: FigureContext, exercise: Exercise): TemplateResult {
  return html`<p class="ways screen">
      <button type="button" class="on" @click=${() => print()}>${msg`Print`}</button>
      ${linkButton(msg`Back to the exercise`, () => m.choose({ sheet: '' }), 'underlined')}</p>
    <section class="page">
      ${asks(exercise)}
      <p class="name">${msg`Name`}</p>
      ${given()} ${steps(exercise, false)}
      <p>${msg`In front:`} ${exercise.blank === 0 ? html`<b>${inFront(exercise)}</b>` : html`<span class="line"></span>`}</p>
    </section>
    <section class="page">${powers()}</section>
    ${
      exercise.blank === 0
        ? nothing
        : html`<section class="page key">${asks(exercise)}<p><b>${msg`Answer key`}</b> ${msg`In front: ${inFront(exercise)}.`}</p>${steps(exercise, true)}</section>`
    }`;
}
