import { html, nothing, svg, type TemplateResult } from 'lit';
import { styled } from '../../../render/styled';
import { weight } from '../../../state/format';
import { moveFocus } from '../../../widgets/keys';
import { msg } from '../../../words/msg';
import type { Asking } from '../derivation';
import { asks } from '../derived';
import { archesOf, type Columns, type Line, linesOf, middle } from './columns-layout';
import { namedWord, shownWord } from './words';

/** What is read and what is written, and where one place of it looks. */
export interface ColumnsPicture {
  readonly at: Columns;
  readonly read: readonly string[];
  /** The start first. */
  readonly written: readonly string[];
  /** Row of the place that looks. */
  readonly place: number;
  /** Whether the place is still to be filled. */
  readonly open: boolean;
  readonly cross: ArrayLike<number>;
  /** Of the words before; empty where it is not drawn. */
  readonly self: ArrayLike<number>;
  /** Lines of other places, drawn faintly. Default: none. */
  readonly behind?: readonly Line[];
  readonly asking: Asking;
  /** Goes to the place in which a word was written, by its row. */
  readonly goTo: (row: number) => void;
}

/** Smaller weights have no number beside their word. */
const least = 0.005;

const stroke = ({ key, width, d }: Line) =>
  svg`<path d=${d} data-key=${key} class=${width < 0.6 ? 'thin' : ''} style=${styled({ strokeWidth: `${Math.max(0.6, width).toFixed(2)}px` })}></path>`;

function number(asking: Asking, key: string, w: number | undefined, name: string) {
  if (w === undefined || w < least) return nothing;
  return asks(asking, key, weight(w, 2), name);
}

function readWords({ at, read, cross, asking }: ColumnsPicture): TemplateResult {
  return html`<ol class="read" aria-label=${msg`What is read`} style=${styled({ width: `${at.read}px` })}>
    ${read.map(
      (
        token,
        i,
      ) => html`<li style=${styled({ height: `${at.row}px` })} title="${shownWord(token)}: ${weight(cross[i] ?? 0)}">
        ${number(asking, `cross ${i}`, cross[i], namedWord(token))}<span>${shownWord(token)}</span>
      </li>`,
    )}
  </ol>`;
}

function writtenWords(p: ColumnsPicture): TemplateResult {
  const { at, written, place, open, self, asking, goTo } = p;
  const style = styled({ left: `${at.written}px`, width: `${at.arches - at.written - 4}px` });
  const item = (token: string, i: number) => {
    const own = i === place;
    return html`<li class=${own ? 'own' : ''} style=${styled({ height: `${at.row}px` })}>
      ${
        i === 0
          ? html`<span>${shownWord(token)}</span>`
          : html`<button type="button" class="word" data-stop tabindex=${own ? 0 : -1} aria-current=${own ? 'step' : nothing}
              title=${msg`Look from the place of ${namedWord(token)}`} @click=${() => goTo(i)}>${shownWord(token)}</button>`
      }
      ${i < place ? number(asking, `self ${i}`, self[i], namedWord(token)) : nothing}
    </li>`;
  };
  return html`<ol class="written" aria-label=${msg`What is written`} style=${style} @keydown=${moveFocus}>
    ${written.map(item)}
    ${open ? html`<li class="own slot" style=${styled({ height: `${at.row}px` })}><span aria-label=${msg`the next place`}>?</span></li>` : nothing}
  </ol>`;
}

/** Both lists, lines from the place to what is read, arches to what was written before. */
export function columnsPicture(p: ColumnsPicture): TemplateResult {
  const { at, place, cross, self, behind = [] } = p;
  const arches = self.length > 0 ? archesOf(at, place, self) : [];
  return html`<div class="columns" style=${styled({ width: `${at.width}px`, height: `${at.height}px` })}>
    <svg width=${at.width} height=${at.height} aria-hidden="true">
      <rect class="place" x=${at.written - 6} y=${middle(at, place) - at.row / 2 + 1} width=${at.arches - at.written + 4} height=${at.row - 2} rx="2"></rect>
      <g class="behind">${behind.map(stroke)}</g>
      <g class="lines">${linesOf(at, place, cross).map(stroke)}</g>
      <g class="arches">${arches.map(stroke)}</g>
    </svg>
    ${readWords(p)} ${writtenWords(p)}
  </div>`;
}
