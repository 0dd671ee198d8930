import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import {
  cellText,
  exists,
  type Operand,
  parseCell,
  range,
  type Values,
  valuesOf,
} from '../../state/dataflow/cell';
import {
  constant,
  type Explanation,
  type Expression,
  either,
  explanation,
  letter,
  power,
  row,
} from '../../state/dataflow/explanation';
import { explanationOf, type Graph } from '../../state/dataflow/graph';
import { type Names, nameOf } from '../../state/dataflow/naming';
import { contextOf } from '../../state/why';
import { arithmetic, formulaLine } from '../../widgets/why-arithmetic';
import { type Scope, written } from '../../widgets/why-list';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from './hosted-figure';

/** How a number that a figure shows came about. */
export interface Derivation {
  /** The number as the figure writes it. */
  readonly text: string;
  /** What it is. */
  readonly what: string;
  /** Null while parameters that it reads are on their way. */
  readonly how: Explanation | null;
  /** Where its operands are not those of the run on show. */
  readonly scope?: Partial<Scope>;
}

/** How the number of a key came about; null where there is none. */
export type Derive = (key: string) => Derivation | null;

/** What a figure's numbers are asked by: one is open at a time. */
export interface Asking extends Omit<Scope, 'isGradient'> {
  readonly open: string;
  ask(key: string): void;
}

/** Numbers that no tensor holds have no names. */
export const nameless: Names = {
  ...{ graph: { tensors: new Map() }, tokens: [], vocabulary: [], heads: 1, dModel: 1 },
};

/** A number of the run on show leads on; the same place of another run does not. */
export function askingOf(m: FigureContext): Asking {
  const values = valuesOf(m.trace, m.state.parameters);
  return {
    open: m.kept('asked', ''),
    ask: (key) => m.keep('asked', key),
    context: contextOf(m.state) ?? nameless,
    follow: ({ cell, value }) =>
      exists(values, cell) && values.at(cell) === value
        ? () => m.dispatch({ type: 'cell', cell })
        : null,
  };
}

/** The numbers that a figure computed itself, by their keys. */
export function deriveFrom(all: Iterable<readonly [key: string, how: () => Derivation]>): Derive {
  const known = new Map(all);
  return (key) => known.get(key)?.() ?? null;
}

/** A model that a figure runs: what it computes with, and what its numbers are called. */
export interface Run {
  readonly graph: Graph;
  readonly values: Values;
  readonly context: Names;
}

/** Operands lead on to their own cells in the figure. */
export const followHere =
  ({ graph }: Run, { ask }: Asking): Scope['follow'] =>
  ({ cell }) =>
    graph.tensors.has(cell.name) ? () => ask(cellText(cell)) : null;

/** Any number of a run of the figure's own: the keys are its cells. */
export function deriveCells({ graph, values, context }: Run, follow: Scope['follow']): Derive {
  return (key) => {
    const cell = parseCell(key);
    if (!cell || !graph.tensors.has(cell.name) || !exists(values, cell)) return null;
    const { what, where } = nameOf(cell, context);
    return {
      text: written(cell.name, values.at(cell)),
      what: [what, where].filter(Boolean).join(', '),
      how: explanationOf(graph, values, cell),
      scope: { context, follow },
    };
  };
}

/** The numbers of a row of a tensor, each with its cell. */
export const operandsOf = (
  numbers: ArrayLike<number>,
  name: string,
  ...leading: number[]
): readonly Operand[] =>
  range(numbers.length).map((i) => ({
    cell: { name, index: [...leading, i] },
    value: numbers[i] ?? 0,
  }));

/** A number in a sentence that can be asked, by its key. */
export interface AskedNumber {
  readonly text: string;
  readonly key: string;
}

/** A sentence of which some numbers can be asked. */
export type Told = readonly (string | AskedNumber)[];

type Piece = string | number | AskedNumber;

/** Messages in parts, each of whose values can be such a sentence. */
export const tell = (...messages: readonly (readonly (Piece | Told)[])[]): Told =>
  messages.flatMap((parts) =>
    parts.flatMap((part) => (typeof part === 'number' ? String(part) : part)),
  );

/** The same as text. */
export const plainly = (told: Told): string =>
  told.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** "d_ff" with its letters lowered, wherever it is; what is no text stays as it is. */
export const lowered = (text: unknown): unknown =>
  typeof text !== 'string'
    ? text
    : text.split(/_([a-z]+)/).map((part, i) => (i % 2 === 1 ? html`<sub>${part}</sub>` : part));

/** A number that unfolds its own arithmetic. */
export const asks = ({ open, ask }: Asking, key: string, text: string, what = ''): TemplateResult =>
  html`<button type="button" class="asks" data-key=${key} aria-expanded=${open === key}
    aria-label=${msg`${what ? `${what}, ${text}` : text}: why?`} @click=${() => ask(open === key ? '' : key)}>${text}</button>`;

/** A sentence whose numbers can be asked; no line ends between a number and what is around it. */
export function told(asking: Asking, sentence: Told): readonly unknown[] {
  const shown: unknown[] = [];
  let [text, skipped] = ['', 0];
  sentence.forEach((part, i) => {
    if (typeof part === 'string') {
      text += part.slice(skipped);
      skipped = 0;
      return;
    }
    const next = sentence[i + 1];
    const [opens = ''] = /\S*$/.exec(text) ?? [];
    const [closes = ''] = /^[^\s\u00a0]*/.exec(typeof next === 'string' ? next : '') ?? [];
    shown.push(
      lowered(text.slice(0, text.length - opens.length)),
      html`<span class="asked">${opens}${asks(asking, part.key, part.text)}${closes}</span>`,
    );
    // What closes it is said; the rest of that text follows.
    text = '';
    skipped = closes.length;
  });
  return [...shown, lowered(text)];
}

const intoSight = (section?: Element): void => section?.scrollIntoView?.({ block: 'nearest' });

/** The arithmetic of the number that was asked; nothing where none of these was. */
export function derived(asking: Asking, derive: Derive): unknown {
  const of = asking.open === '' ? null : derive(asking.open);
  if (!of) return nothing;
  const { text, what, how } = of;
  const scope: Scope = { ...asking, isGradient: false, ...of.scope };
  const close = () => asking.ask('');
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const answer = html`<section class="why beneath" aria-label=${msg`Why ${text}?`} @keydown=${press} ${ref(intoSight)}>
    <button type="button" class="close" @click=${close}>${msg`close`}</button>
    <h3>${msg`Why ${text}?`}</h3>
    <p class="name">${what}</p>
    ${how?.written ? formulaLine(how.written, scope) : nothing}
    ${how ? arithmetic(how, text, scope) : html`<p class="about">${msg`Loading the model’s numbers …`}</p>`}
  </section>`;
  return keyed(asking.open, answer);
}

/** The numbers that the letters of a formula stand for. */
export type Letters = Readonly<Record<string, number>>;

/** `L · (4·d² + 4·d)` as an expression: in symbols as it stands, in numbers with what its letters are. */
function parsed(formula: string, letters: Letters, write: (x: number) => string): Expression {
  const parts = formula.matchAll(/\p{L}+(?:_\p{L}+)?|\d+(?:[.,]\d+)*|[²₂]|\S/gu);
  const out: (Expression | string)[] = [];
  for (const [text] of parts) {
    const last = out.at(-1);
    const value = letters[text];
    if (text === '²' && typeof last === 'object' && last.kind === 'either')
      out[out.length - 1] = either(
        power(last.symbols, constant(2)),
        row(last.numbers, '·', last.numbers),
      );
    else if (value !== undefined) out.push(either(letter(text), constant(write(value))));
    else if (/^\p{L}/u.test(text)) out.push(letter(text));
    else out.push(/^\d/.test(text) ? constant(text) : text);
  }
  return row(...out);
}

/** A number that is computed from sizes alone. */
export const inLetters = (
  formula: string,
  value: number,
  letters: Letters,
  { about = '', write = grouped }: { about?: string; write?: (x: number) => string } = {},
): Explanation =>
  explanation({ operands: [], value, about, written: parsed(formula, letters, write) });
