import { html, nothing, type TemplateResult } from 'lit';
import type { DecodeAnswer } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import { weight } from '../../state/format';
import { awaitsGuess } from '../../state/tour/veil';
import { moveRadio } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import {
  cellText,
  columnsIn,
  columnsPicture,
  type Grid,
  gridPicture,
  isStacked,
  linesOf,
} from '../kit/decoded/columns';
import { aboutModel, headAt, headChoice, sourceField } from '../kit/decoded/fields';
import { decodedStyles } from '../kit/decoded/styles.css';
import { placeDerivations } from '../kit/decoded/why';
import { crossRow, type HeadOf, nameAt, shownWord } from '../kit/decoded/words';
import {
  chooseIn,
  departures,
  placeOf,
  rowsBefore,
  stepAt,
  type Writing,
  writingOf,
} from '../kit/decoded/writing';
import { askingOf, derived } from '../kit/derivation';
import { type FigureContext, type HostedFigure, numbersTable } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { aboutOf, captionOf, headsQuestion } from './caption';

/** From this width on the matrix and the lists stand side by side. */
const both = 960;
const widest = 620;

/** What stands above and below the matrix on the page's stage, in pixels. */
const beside = 200;
const gap = 24;

const showsBoth = ({ size }: FigureContext): boolean => size.width >= both;

const widthOf = (m: FigureContext): number =>
  Math.min(widest, showsBoth(m) ? (m.size.width - gap) / 2 : m.size.width);

type Cell = readonly [row: number, column: number];

/** A writing that is there, and where it is looked at. */
interface Shown {
  readonly writing: Writing;
  readonly answer: DecodeAnswer;
  readonly place: number;
  readonly at: HeadOf;
  readonly veiled: ReadonlySet<number>;
}

const ways = ['matrix', 'lines'] as const;

const wayOf = ({ choices }: FigureContext): (typeof ways)[number] =>
  choices.get('cross') === 'lines' ? 'lines' : 'matrix';

function wayChoice(m: FigureContext): TemplateResult {
  const at = ways.indexOf(wayOf(m));
  const choose = (i: number) => m.choose({ cross: i === 1 ? 'lines' : '' });
  const names = [msg`matrix`, msg`two lists`];
  return html`<span class="choice" role="radiogroup" aria-label=${msg`Drawn as`} @keydown=${(event: KeyboardEvent) => moveRadio(event, at, 2, choose)}>
    ${names.map((name, i) => html`<button type="button" role="radio" class="link ${i === at ? 'chosen' : 'underlined'}" aria-checked=${i === at} tabindex=${i === at ? 0 : -1} @click=${() => choose(i)}>${name}</button> `)}
  </span>`;
}

function gridOf(
  m: FigureContext,
  { writing, answer, place, at, veiled }: Shown,
  width: number,
): Grid {
  const written = answer.steps.map(({ token }) => token);
  const read = answer.source?.tokens ?? [];
  const look = (row: number) => chooseIn(m, writing, { place: String(row + 1) });
  return {
    width,
    ...(m.size.height ? { tallest: m.size.height - beside } : {}),
    rows: written.map(shownWord),
    columns: read.map(shownWord),
    rowName: (row) => nameAt(written, row),
    columnName: (column) => nameAt(read, column),
    value(row, column) {
      const step = answer.steps[row];
      return step ? crossRow(answer, step, at)[column] : undefined;
    },
    ...{ focus: place - 1, look },
    veiled: (row) => veiled.has(row),
    ask(row, column) {
      const { open, ask } = askingOf(m);
      const key = `cross ${column}`;
      const isOpen = open === key && row === place - 1;
      look(row);
      if (veiled.has(row)) return;
      ask(isOpen ? '' : key);
    },
    point: (cell) => m.keep('cell', cell),
  };
}

function matrix(m: FigureContext, shown: Shown): TemplateResult {
  const grid = gridOf(m, shown, widthOf(m));
  const cell = m.kept<Cell | null>('cell', null);
  const { answer } = shown;
  const there = cell && cell[0] < answer.steps.length && cell[1] < grid.columns.length;
  return html`${gridPicture(grid)}
    <p class="readout about">${there ? cellText(grid, ...cell) : msg`One row per word written, one column per word read; stronger colour means more attention. Press a cell to ask why.`}</p>`;
}

/** Lines of other places than the one in focus are drawn where they are not too thin to be seen. */
const seen = 0.08;

function lines(
  m: FigureContext,
  { writing, answer, place, at, veiled }: Shown,
): TemplateResult | typeof nothing {
  const step = stepAt(answer, place);
  if (!step) return nothing;
  const read = answer.source?.tokens ?? [];
  const columns = columnsIn(widthOf(m), Math.max(read.length, answer.steps.length + 1), {
    hasArches: false,
  });
  const others = answer.steps.filter((each, row) => each !== step && !veiled.has(row));
  return columnsPicture({
    ...{
      at: columns,
      read,
      written: rowsBefore(answer, answer.steps.length + 1),
      place,
      open: false,
    },
    ...{
      cross: veiled.has(place - 1) ? [] : crossRow(answer, step, at),
      self: [],
      asking: askingOf(m),
    },
    behind: others.flatMap((each) =>
      linesOf(columns, each.position + 1, crossRow(answer, each, at)).filter(
        ({ width }) => width > seen * columns.row,
      ),
    ),
    goTo: (row) => chooseIn(m, writing, { place: String(row) }),
  });
}

/** `said` stands below the picture, or below the second one. */
function pictures(m: FigureContext, shown: Shown, said: unknown): unknown {
  const picture = () => (wayOf(m) === 'lines' ? lines(m, shown) : matrix(m, shown));
  if (!showsBoth(m)) return [picture(), said];
  return html`<div class="side-by-side"><div style=${styled({ width: `${widthOf(m)}px` })}>${matrix(m, shown)}</div><div>${lines(m, shown)}${said}</div></div>`;
}

function table({ answer, at }: Shown): TemplateResult {
  const read = answer.source?.tokens ?? [];
  return numbersTable(
    msg`Cross-attention of layer ${at.layer + 1}, head ${at.head + 1}: a row for each word written`,
    ['', ...read.map(shownWord)],
    answer.steps.map((step) => [
      shownWord(step.token),
      ...Array.from(crossRow(answer, step, at), (w) => weight(w)),
    ]),
  );
}

/** The tour asks about the last layer: its first head is shown, without the rows asked about, before the guess. */
const ofLastLayer = ({ model: { layers } }: DecodeAnswer): HeadOf => ({
  layer: layers - 1,
  head: 0,
});

/** The rows of what stands in place of another word, which a chapter of the tour asks about. */
function veiledRows(m: FigureContext, { source, steps }: DecodeAnswer): ReadonlySet<number> {
  if (!awaitsGuess(m.state)) return new Set();
  const written = steps.map(({ token }) => token);
  return new Set(departures(source?.tokens ?? [], written).flatMap(({ to }) => to));
}

function shownOf(m: FigureContext, writing: Writing): Shown | null {
  const { answer } = writing;
  if (!answer) return null;
  const at = headAt(m, answer, awaitsGuess(m.state) ? ofLastLayer : undefined);
  return { writing, answer, place: placeOf(m, writing), at, veiled: veiledRows(m, answer) };
}

function draw(m: FigureContext): TemplateResult {
  const writing = writingOf(m);
  const shown = shownOf(m, writing);
  if (!shown)
    return html`<p role="status">${writing.problem || msg`Loading the model that writes …`}</p>`;
  const { answer, place, at, veiled } = shown;
  const asked = headsQuestion(answer);
  const derive = placeDerivations(m, answer, writing.request, place, at);
  const said = html`${veiled.size ? nothing : html`<figcaption>${explained(captionOf(answer, place, at))}</figcaption><p class="about">${aboutOf(answer, at)}</p>`}
    ${m.state.tour || !asked ? nothing : questionBox(asked, m.state, m.dispatch)}`;
  return html`<figure class="cross-attention ${isStacked(m) ? 'stacked' : ''} ${writing.current ? '' : 'waiting'}">
    <div class="bar-of-controls">${sourceField(m)} ${headChoice(m, answer, at)} ${showsBoth(m) ? nothing : wayChoice(m)}</div>
    ${writing.problem ? html`<p role="alert">${writing.problem}</p>` : nothing}
    ${pictures(m, shown, said)}
    ${derived(askingOf(m), derive)} ${aboutModel(m, 'rewrite', answer.source?.tokens ?? [])} ${veiled.size ? nothing : table(shown)}
  </figure>`;
}

/** What is written against what was read: both sentences on the axes of a matrix, or as lists with lines between. */
export const figure: HostedFigure = {
  styles: decodedStyles,
  draw,
  wants(m) {
    const { answer } = writingOf(m);
    return { question: (answer && headsQuestion(answer)) ?? undefined };
  },
  speech(m) {
    const shown = shownOf(m, writingOf(m));
    return shown && !shown.veiled.size ? captionOf(shown.answer, shown.place, shown.at) : '';
  },
};
