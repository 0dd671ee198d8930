import { html, nothing, type TemplateResult } from 'lit';
import type { DecodeAnswer, DecodeStep } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { cellText, type Grid, gridPicture, hasRoom } from '../kit/decoded/columns';
import { aboutModel, candidates, headAt, headChoice } from '../kit/decoded/fields';
import { decodedStyles } from '../kit/decoded/styles.css';
import { placeDerivations } from '../kit/decoded/why';
import {
  endMark,
  type HeadOf,
  headsOf,
  nameAt,
  namedWord,
  readBefore,
  selfRow,
  shownWord,
} from '../kit/decoded/words';
import { askingOf, derived } from '../kit/derivation';
import { type FigureContext, type HostedFigure, numbersTable } from '../kit/hosted-figure';
import {
  append,
  guessWord,
  isGuessed,
  open,
  type Reading,
  readingOf,
  writingControls,
} from './writes';

/** The head in which the last word looks most at one other word than itself and the start. */
export function tellingHead(answer: DecodeAnswer): HeadOf {
  const step = answer.steps.at(-1);
  const heads = headsOf(answer.model);
  const others = (at: HeadOf) =>
    step ? Math.max(0, ...selfRow(answer, step, at).slice(1, -1)) : 0;
  return heads[argmax(heads.map(others))] ?? { layer: 0, head: 0 };
}

/** What comes next. */
export function captionOf(answer: DecodeAnswer): string {
  const step = answer.steps.at(-1);
  const [best, second] = step?.next ?? [];
  if (!step || !best || !second) return '';
  const first = best.token === endMark ? msg`the end` : namedWord(best.token);
  return msg`Most probable next: ${first}, ${percent(best.probability)}, then ${namedWord(second.token)}, ${percent(second.probability)}.`;
}

/** How much the most probable ten have, and where the last word looks. */
export function aboutOf(answer: DecodeAnswer, at: HeadOf): string {
  const step = answer.steps.at(-1);
  if (!step) return '';
  const ten = step.next.reduce((sum, { probability }) => sum + probability, 0);
  const together = msg`The top ten together have ${percent(ten)}.`;
  const words = readBefore(answer.steps, step.position);
  const last = words.length - 1;
  if (last === 0)
    return `${together} ${msg`The model has read nothing yet: these are words that sentences begin with.`}`;
  const row = selfRow(answer, step, at);
  const best = argmax(row);
  const looked = best === last ? msg`itself` : nameAt(words, best);
  const looks = msg`In layer ${at.layer + 1}, head ${at.head + 1}, ${nameAt(words, last)} looks most at ${looked} (${percent(row[best] ?? 0)}); no word can see what is not yet written.`;
  return `${together} ${looks}`;
}

type Cell = readonly [row: number, column: number];

/** Room for the bars beside the triangle. */
const barsWidth = 250;
const gap = 24;

/** The row that is asked about: of the last word, until another one is chosen. */
const rowOf = (m: FigureContext, { steps }: DecodeAnswer): number =>
  Math.min(steps.length - 1, m.kept<number>('row', Number.POSITIVE_INFINITY));

/** What follows a word, and how likely the model holds that. */
function follows({ next }: DecodeStep): string {
  const [best] = next;
  return best ? `→ ${shownWord(best.token)} ${weight(best.probability, 2)}` : '';
}

function gridOf(m: FigureContext, answer: DecodeAnswer, width: number): Grid {
  const { steps } = answer;
  const words = readBefore(steps, steps.length - 1);
  const at = headAt(m, answer, tellingHead);
  const hidden = isGuessed(m) ? -1 : steps.length - 1;
  return {
    width,
    ...{ rows: words.map(shownWord), columns: words.map(shownWord) },
    rowName: (row) => nameAt(words, row),
    columnName: (column) => nameAt(words, column),
    value(row, column) {
      const step = steps[row];
      return step && column <= row ? selfRow(answer, step, at)[column] : undefined;
    },
    ends: (row) => (steps[row] && row !== hidden ? follows(steps[row]) : ''),
    focus: rowOf(m, answer),
    look: (row) => m.keep('row', row),
    ask(row, column) {
      const { open, ask } = askingOf(m);
      const key = `self ${column}`;
      const isOpen = open === key && row === rowOf(m, answer);
      m.keep('row', row);
      if (column <= row) ask(isOpen ? '' : key);
    },
    point: (cell) => m.keep('cell', cell),
  };
}

function triangle(m: FigureContext, answer: DecodeAnswer, width: number): TemplateResult {
  const grid = gridOf(m, answer, width);
  const cell = m.kept<Cell | null>('cell', null);
  const there = cell && Math.max(...cell) < grid.rows.length;
  return html`<div style=${styled({ width: `${width}px` })}>${gridPicture(grid)}
    <p class="readout about">${there ? cellText(grid, ...cell) : msg`One row per word: where it looks, and what it expects next. Later words are crossed out.`}</p></div>`;
}

function field(m: FigureContext, { opening }: Reading): TemplateResult {
  const typed = (event: Event) => open(m, (event.target as HTMLInputElement).value);
  return html`<label class="source-field"><span>${msg`It begins with`}</span>
    <input type="text" .value=${opening.trim()} maxlength="160" spellcheck="false" autocomplete="off" @change=${typed} /></label>`;
}

function bars(m: FigureContext, reading: Reading, step: DecodeStep): TemplateResult {
  const list = html`<p class="heads"><span>${msg`Most probable next. Press a word to continue with it.`}</span></p>
    ${candidates({ step, asking: askingOf(m), key: (id) => `next ${id}`, take: (id) => append(m, reading, id) })}`;
  return html`<div class="next">${guessWord(m, step)} ${isGuessed(m) ? list : nothing}</div>`;
}

function table(m: FigureContext, answer: DecodeAnswer): TemplateResult {
  const words = readBefore(answer.steps, answer.steps.length - 1);
  const at = headAt(m, answer, tellingHead);
  return numbersTable(
    msg`Self-attention of layer ${at.layer + 1}, head ${at.head + 1}, and the most likely next word`,
    ['', ...words.map(shownWord), msg`next`],
    answer.steps.map((step, row) => [
      shownWord(words[row] ?? ''),
      ...words.map((_, column) =>
        column <= row ? weight(selfRow(answer, step, at)[column] ?? 0) : '–',
      ),
      row === answer.steps.length - 1 && !isGuessed(m) ? '?' : follows(step),
    ]),
  );
}

function draw(m: FigureContext): TemplateResult {
  const reading = readingOf(m);
  const { answer, problem, current } = reading;
  const step = answer?.steps.at(-1);
  if (!answer || !step)
    return html`<p role="status">${problem || msg`Loading the model that writes …`}</p>`;
  const beside = Math.min(680, m.size.width - barsWidth - gap);
  const stacked = m.size.width < 640 || !hasRoom(beside, answer.steps.length, true);
  const width = stacked ? Math.min(1000, m.size.width) : beside;
  const at = headAt(m, answer, tellingHead);
  const words = readBefore(answer.steps, step.position).slice(1);
  const derive = placeDerivations(m, answer, reading.request, rowOf(m, answer) + 1, at);
  return html`<figure class="next-word ${stacked ? 'stacked' : ''} ${current ? '' : 'waiting'}">
    <div class="bar-of-controls">${field(m, reading)} ${writingControls(m, reading)} ${headChoice(m, answer, at)}</div>
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    <p class="so-far">${words.join(' ').replace(/ ##/g, '')} <b>…</b></p>
    <div class="side-by-side" tabindex="-1">${triangle(m, answer, width)} ${bars(m, reading, step)}</div>
    ${derived(askingOf(m), derive)}
    ${isGuessed(m) ? html`<figcaption>${explained(captionOf(answer))}</figcaption><p class="about">${explained(aboutOf(answer, at))}</p>` : nothing}
    ${aboutModel(m, 'next-word', words)} ${table(m, answer)}
  </figure>`;
}

/** A decoder alone, as a language model: the words so far, where each looks, and what comes next. */
export const figure: HostedFigure = {
  styles: decodedStyles,
  draw,
  speech(m) {
    const { answer } = readingOf(m);
    const best = answer?.steps.at(-1)?.next[0];
    return best && isGuessed(m)
      ? msg`Next: “${shownWord(best.token)}”, ${percent(best.probability)}.`
      : '';
  },
};
