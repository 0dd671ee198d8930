import { type Cell as SheetCell, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { range } from '../state/dataflow/cell';
import { cellOfHead, headOfCell } from '../state/dataflow/kinds/attention';
import { split } from '../state/dataflow/naming';
import { wordTable } from '../state/dataflow/parts';
import { msg } from '../words/msg';
import {
  type Answer,
  indexAt,
  parameterOf,
  placeOf,
  rowTitle,
  type Step,
  seen,
  tableRows,
  title,
} from './answer';

/** Columns before a row's numbers: what the row is, and its id or number. */
const before = 2;

/** Where a tensor's numbers are: from a row of a sheet on, a row each for all axes but the last. */
interface Block {
  readonly sheet: string;
  readonly top: number;
  /** Its numbers are below each other, one a row. */
  readonly isColumn: boolean;
  readonly shape: readonly number[];
}

/** The address of all numbers from one to another of a tensor. */
type Span = (of: string, begin: readonly number[], end: readonly number[]) => string;

/** "C", "AB": the letters of a column, from 0. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

const sheetPrefix = (name: string): string => `'${name.replaceAll("'", "''")}'!`;

/** All digits that tell one float from the next. */
const exact = (x: number): number => Number(x.toPrecision(9));

interface Sheet extends WriteSheet {
  readonly rows: (string | number | null)[][];
  readonly cells: Map<string, Partial<SheetCell>>;
}

class Book {
  private readonly answer: Answer;
  private readonly blocks = new Map<string, Block>();
  private readonly sheets = new Map<string, Sheet>();
  /** Rows of the embedding table that are there. */
  private readonly ids: readonly number[];

  constructor(answer: Answer) {
    this.answer = answer;
    this.ids = tableRows(answer);
  }

  private sheet(name: string): Sheet {
    const known: Sheet = this.sheets.get(name) ?? { name, rows: [], cells: new Map() };
    this.sheets.set(name, known);
    return known;
  }

  /** Room for a tensor at the end of a sheet, below a line that names it. */
  private place(sheet: string, name: string, shape: readonly number[], isColumn: boolean): Block {
    const { rows } = this.sheet(sheet);
    if (rows.length > 0) rows.push([]);
    rows.push([name]);
    const block = { sheet, top: rows.length, isColumn, shape };
    this.blocks.set(name, block);
    return block;
  }

  parameter(sheet: string, name: string): void {
    if (this.blocks.has(name)) return;
    const { shape, data } = parameterOf(this.answer, name);
    const width = shape.at(-1) ?? 1;
    this.place(sheet, name, shape, false);
    const { rows } = this.sheet(sheet);
    for (const i of range(data.length / width)) {
      const isWord = name === wordTable;
      const id = isWord ? (this.ids[i] ?? 0) : i;
      const label = isWord ? (this.answer.context.vocabulary[id] ?? '') : '';
      rows.push([label, id, ...[...data.subarray(i * width, (i + 1) * width)].map(exact)]);
    }
  }

  /** The tensor's formulas, of what is asked its one. */
  step(sheet: string, step: Step): void {
    const { cell } = this.answer;
    const { name, shape, data } = step;
    const isColumn = shape.length === 1;
    const width = isColumn ? 1 : (shape.at(-1) ?? 1);
    const { top } = this.place(sheet, name, shape, isColumn);
    const { rows, cells } = this.sheet(sheet);
    const given = new Set(step.given);
    const asked = name === cell.name ? placeOf(shape, cell.index) : null;
    for (const i of range(data.length / width)) {
      const leading = indexAt(isColumn ? shape : shape.slice(0, -1), i);
      rows.push([rowTitle(this.answer, name, isColumn ? leading : [...leading, 0]), i + 1]);
      for (const j of range(width)) {
        const place = i * width + j;
        if (asked !== null && place !== asked) continue;
        const value = exact(data[place] ?? 0);
        const fixed = given.has(place) || step.formula.kind === 'ids';
        cells.set(`${top + i},${before + j}`, {
          ...(fixed ? { value } : { formula: this.formula(step, indexAt(shape, place)) }),
          ...(fixed ? {} : { formulaResult: value }),
          ...(given.has(place) || asked !== null ? { style: { font: { bold: true } } } : {}),
        } as Partial<SheetCell>);
      }
    }
  }

  /** The address of a number; the ends of a range are joined by a colon. */
  private at(from: string, name: string, index: readonly number[], to = index): string {
    const block = this.blocks.get(name) as Block;
    const one = (at: readonly number[]) => {
      const { isColumn, shape, top } = block;
      const place = placeOf(shape, at);
      const width = isColumn ? 1 : (shape.at(-1) ?? 1);
      return `${letters(before + (place % width))}${top + Math.floor(place / width) + 1}`;
    };
    const prefix = block.sheet === from ? '' : sheetPrefix(block.sheet);
    return prefix + (to === index ? one(index) : `${one(index)}:${one(to)}`);
  }

  private formula(step: Step, index: readonly number[]): string {
    const { answer } = this;
    const { formula, name } = step;
    const [i = 0, j = 0, k = 0] = index;
    const [a = '', b = '', c = '', d = '', e = ''] = formula.inputs;
    const { sheet } = this.blocks.get(name) as Block;
    const at = (of: string, ...where: number[]) => this.at(sheet, of, where);
    const shapeOf = (of: string) => this.blocks.get(of)?.shape ?? [];
    const span: Span = (of, begin, end) => this.at(sheet, of, begin, end);
    const row = (of: string, ...leading: number[]) =>
      span(of, [...leading, 0], [...leading, (shapeOf(of).at(-1) ?? 1) - 1]);
    const { heads } = answer.context;
    switch (formula.kind) {
      case 'ids':
        return '';
      case 'lookup': {
        const last = this.ids.length - 1;
        const { sheet: of, top } = this.blocks.get(b) as Block;
        const ids = `${of === sheet ? '' : sheetPrefix(of)}B${top + 1}:B${top + last + 1}`;
        const found = `INDEX(${span(b, [0, j], [last, j])},MATCH(${at(a, i)},${ids},0))`;
        return formula.scale === 1 ? found : `${found}*${formula.scale}`;
      }
      case 'position': {
        const trig = j % 2 === 0 ? 'SIN' : 'COS';
        const angle = `${i}/10000^(${j - (j % 2)}/${answer.context.dModel})`;
        const waves = formula.sinusoidal ? [`${trig}(${angle})`] : [];
        const learned = formula.inputs.map((of) => at(of, of.includes('token_type') ? 0 : i, j));
        return [...waves, ...learned].join('+') || '0';
      }
      case 'linear': {
        const at0 = b === wordTable ? this.ids.indexOf(j) : j;
        return `SUMPRODUCT(${row(a, i)},${row(b, at0)})+${at(c, j)}`;
      }
      case 'scores': {
        const dK = (shapeOf(a)[1] ?? 0) / heads;
        const of = (x: string, token: number, column: number) =>
          cellOfHead(shapeOf(x), dK, [i, token, column], step.cut);
        if (step.cut === 'split')
          return `SUMPRODUCT(${span(a, of(a, j, 0), of(a, j, dK - 1))},${span(b, of(b, k, 0), of(b, k, dK - 1))})`;
        return range(dK)
          .map((column) => `${at(a, ...of(a, j, column))}*${at(b, ...of(b, k, column))}`)
          .join('+');
      }
      case 'softmax':
        return this.softmax(step, index, span);
      case 'mixture': {
        const keys = shapeOf(a).at(-1) ?? 0;
        const dK = (shapeOf(b)[1] ?? 0) / heads;
        const [h, query, column] = headOfCell(shapeOf(b), dK, [i, j], step.cut);
        const of = (key: number) => cellOfHead(shapeOf(b), dK, [h, key, column], step.cut);
        if (step.cut === 'split')
          return `MMULT(${row(a, h, query)},${span(b, of(0), of(keys - 1))})`;
        return range(keys)
          .map((key) => `${at(a, h, query, key)}*${at(b, ...of(key))}`)
          .join('+');
      }
      case 'activation':
        return activations[step.activation](at(a, ...index));
      case 'mean':
        return `AVERAGE(${this.numbers(step, a, i, span)})`;
      case 'rstd': {
        const numbers = this.numbers(step, a, i, span);
        return `1/SQRT(SUMPRODUCT((${numbers}-${at(b, i)})^2)/COUNT(${numbers})+${answer.eps})`;
      }
      case 'norm': {
        const along = step.axis === 'model' ? i : j;
        return `(${at(a, i, j)}-${at(b, along)})*${at(c, along)}*${at(d, j)}+${at(e, j)}`;
      }
      case 'sum':
        return `${formula.gain === 1 ? '' : `${formula.gain}*`}${at(a, ...index)}+${at(b, ...index)}`;
      case 'same':
        return at(a, ...index);
    }
  }

  /** What a norm is over. */
  private numbers({ axis }: Step, x: string, i: number, span: Span): string {
    const [rows = 1, width = 1] = this.blocks.get(x)?.shape ?? [];
    return axis === 'model' ? span(x, [i, 0], [i, width - 1]) : span(x, [0, i], [rows - 1, i]);
  }

  private softmax(step: Step, [h = 0, i = 0, k = 0]: readonly number[], span: Span): string {
    const { formula, shape, mask } = step;
    if (formula.kind !== 'softmax') return '';
    const { x, divisor, over } = formula;
    const { pad, trace } = this.answer;
    const [, queries = 1, keys = 1] = shape;
    const columns = over === 'columns';
    const sees = (query: number, key: number) =>
      mask === 'padding' ? trace.encoding.tokens[key]?.id !== pad : key < seen(step, query);
    const all = columns
      ? range(queries).filter((query) => sees(query, k))
      : range(keys).filter((key) => sees(i, key));
    if (!all.includes(columns ? i : k)) return '0';
    const at = (place: number) => (columns ? [h, place, k] : [h, i, place]);
    const runs = all.flatMap((place, n) => {
      if (all[n - 1] === place - 1) return [];
      let end = n;
      while (all[end + 1] === (all[end] ?? 0) + 1) end++;
      return [span(x, at(place), at(all[end] ?? place))];
    });
    const own = span(x, at(columns ? i : k), at(columns ? i : k)).split(':')[0];
    const top = `MAX(${runs})`;
    const power = (of: string) => `EXP((${of}-${top})/${divisor})`;
    return `${power(own as string)}/(${runs.map((run) => `SUMPRODUCT(${power(run)})`).join('+')})`;
  }

  /** Above all: the question, the answer, and how to read the rest. */
  private front(): WriteSheet {
    const { answer } = this;
    const { cell, value, trace } = answer;
    const name = msg`Answer`;
    const found = this.at(name, cell.name, cell.index);
    return {
      name,
      columns: [{ width: 34 }, { width: 24 }],
      rows: [
        [title(answer), null],
        [msg`Computed here`, null],
        [msg`Computed by the model`, value],
        [msg`Sentence`, trace.encoding.text],
        [],
        [
          msg`Every number that is not learned is a formula. Change one, and what depends on it changes.`,
        ],
      ],
      cells: new Map([
        ['0,0', { style: { font: { bold: true, size: 14 } } }],
        ['1,1', { formula: found, formulaResult: exact(value), style: { font: { bold: true } } }],
      ]),
    };
  }

  sheetsInOrder(): WriteSheet[] {
    const own = [...this.sheets.values()].map((sheet) => ({
      ...sheet,
      columns: [{ width: 40 }, { width: 6 }],
      freezePane: { columns: before },
    }));
    return [this.front(), ...own];
  }
}

const activations: Readonly<Record<Step['activation'], (u: string) => string>> = {
  none: (u) => u,
  relu: (u) => `MAX(0,${u})`,
  gelu: (u) => `${u}*NORMSDIST(${u})`,
  gelu_tanh: (u) => `0.5*${u}*(1+TANH(SQRT(2/PI())*(${u}+0.044715*${u}^3)))`,
  silu: (u) => `${u}/(1+EXP(-${u}))`,
};

/** An answer as a workbook in which every number that is not learned is a formula of others. */
export function workbookOf(answer: Answer): Promise<Uint8Array> {
  const book = new Book(answer);
  const sheetOf = (step: Step): string => {
    const { layer } = split(step.name);
    if (layer !== null) return msg`Layer ${layer + 1}`;
    return /embedding|tokens/.test(step.name) ? msg`Embedding` : msg`Prediction`;
  };
  for (const step of answer.steps) {
    const sheet = sheetOf(step);
    for (const name of step.formula.inputs)
      if (answer.parameters.has(name)) book.parameter(msg`${sheet}, learned`, name);
    book.step(sheet, step);
  }
  return writeXlsx({ sheets: book.sheetsInOrder() });
}
