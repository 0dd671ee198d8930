import { html, nothing, type TemplateResult } from 'lit';
import { signed } from '../../state/format';
import { linkButton } from '../../widgets/controls';
import { inLanguage } from '../../words/language';
import { later, msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  handModel,
  type Linear,
  nounsOf,
  rounded,
  type StepName,
  type Steps,
  stepNames,
  verb,
} from './computation';
import { type Exercise, inFront, isBlank, rowsOf } from './exercise';

/** What a step is called, how it is computed, and whose colour it has. */
interface Told {
  readonly title: string;
  readonly how: string;
  /** A custom property of the palette. */
  readonly hue: string;
}

export const told: Readonly<Record<StepName, Told>> = {
  embedding: {
    title: later('Embeddings'),
    how: later('Each word’s row of the embedding table.'),
    hue: 'ink',
  },
  position: {
    title: later('Positions added'),
    how: later('Add the position’s row, number by number: this is x.'),
    hue: 'ink',
  },
  query: { title: later('Query q of the verb'), how: later('q = W_Q·x + b_Q'), hue: 'query' },
  key: { title: later('Keys k'), how: later('k = W_K·x + b_K, for each word'), hue: 'key' },
  value: { title: later('Values v'), how: later('v = W_V·x + b_V, for each word'), hue: 'value' },
  scores: {
    title: later('Scores'),
    how: later('q·k: multiply number by number, and add up, for each word'),
    hue: 'query',
  },
  scaled: {
    title: later('÷ √d_k'),
    how: later('Divide by √2 = 1.414: queries and keys have 2 numbers.'),
    hue: 'query',
  },
  powers: {
    title: later('Softmax, first half'),
    how: later('Subtract the largest of the three, then look up e to that power in the table.'),
    hue: 'query',
  },
  weights: {
    title: later('Softmax, second half: attention weights'),
    how: later('Divide each by the sum of all three: the weights add up to 1.'),
    hue: 'query',
  },
  sum: {
    title: later('Weighted sum of the values'),
    how: later('Each value times its weight, added up.'),
    hue: 'value',
  },
  output: {
    title: later('Output'),
    how: later('x + W_O·sum + b_O: the residual connection adds the verb’s own x.'),
    hue: 'ink',
  },
  answer: {
    title: later('Answer'),
    how: later('The output times each noun’s embedding: the larger one is in front.'),
    hue: 'ink',
  },
};

/** Two decimals, as they are written on paper: `0.50`, `−1.25`. */
export const two = (x: number): string => signed(x, 2);

/** A weight of the model: `1.5`, `−2`. */
export const half = (x: number): string => signed(x, Number.isInteger(x) ? 0 : 1);

const inBrackets = (text: string): string => (/^[−-]/.test(text) ? `(${text})` : text);

const product = (a: string, b: string): string => `${inBrackets(a)}·${inBrackets(b)}`;

const sumOf = (terms: readonly string[]): string => terms.filter(Boolean).join(' + ');

const linearText = ({ weight, bias }: Linear, x: readonly number[], at: number): string =>
  sumOf([
    ...(weight[at] ?? []).map((w, i) => product(half(w), two(x[i] ?? 0))),
    inBrackets(half(bias[at] ?? 0)),
  ]);

/** The arithmetic of one number, without its result: "0.5·(−2.00) + 1·1.50 + 0". */
export function arithmetic(steps: Steps, name: StepName, row: number, column: number): string {
  const { position, key, value, scores, scaled, powers, weights, sum, output, embedding } = steps;
  const at = (table: readonly (readonly number[])[], i: number, j = column) => table[i]?.[j] ?? 0;
  const own = position[verb] ?? [];
  const pairs = (a: readonly number[], b: readonly number[]) =>
    sumOf(a.map((x, i) => product(two(x), two(b[i] ?? 0))));
  switch (name) {
    case 'embedding':
      return '';
    case 'position':
      return sumOf([
        half(at(embedding, row)),
        inBrackets(half(handModel.positions[row]?.[column] ?? 0)),
      ]);
    case 'query':
      return linearText(handModel.query, own, column);
    case 'key':
      return linearText(handModel.key, position[row] ?? [], column);
    case 'value':
      return linearText(handModel.value, position[row] ?? [], column);
    case 'scores':
      return pairs(steps.query[0] ?? [], key[row] ?? []);
    case 'scaled':
      return `${two(at(scores, row, 0))} ÷ ${inLanguage('1.414')}`;
    case 'powers':
      return `e^(${two(at(scaled, row, 0))} − ${inBrackets(two(Math.max(...scaled.flat())))})`;
    case 'weights':
      return `${two(at(powers, row, 0))} ÷ (${powers.map((_, i) => two(at(powers, i, 0))).join(' + ')})`;
    case 'sum':
      return sumOf(weights.map(([w = 0], i) => product(two(w), two(at(value, i)))));
    case 'output':
      return sumOf([two(own[column] ?? 0), linearText(handModel.output, sum[0] ?? [], column)]);
    case 'answer':
      return pairs(output[0] ?? [], nounsOf(embedding)[row] ?? []);
  }
}

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

/**
 * For paper, A4 or Letter: the exercise, the table of powers, and the key on a page of its own. A class
 * asks for one of the two: `sheet=exercise`, `sheet=key`.
 */
export function sheet(m: FigureContext, exercise: Exercise): TemplateResult {
  const part = m.choices.get('sheet');
  const key = html`<section class="page key">${asks(exercise)}<p><b>${msg`Answer key`}</b> ${msg`In front: ${inFront(exercise)}.`}</p>${steps(exercise, true)}</section>`;
  if (part === 'key') return key;
  return html`${
    part === 'exercise'
      ? nothing
      : html`<p class="ways screen">
      <button type="button" class="on" @click=${() => print()}>${msg`Print`}</button>
      ${linkButton(msg`Back to the exercise`, () => m.choose({ sheet: '' }), 'underlined')}</p>
      <p class="name">${msg`Name`}</p>`
  }
    <section class="page">
      ${asks(exercise)}
      ${given()} ${steps(exercise, false)}
      <p>${msg`In front:`} ${exercise.blank === 0 ? html`<b>${inFront(exercise)}</b>` : html`<span class="line"></span>`}</p>
    </section>
    <section class="page">${powers()}</section>
    ${exercise.blank === 0 || part === 'exercise' ? nothing : key}`;
}
