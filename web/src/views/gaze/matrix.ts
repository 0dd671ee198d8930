import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { styled } from '../../render/styled';
import { visibleWords, type WordWindow } from '../../render/visible-words';
import { msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-view';
import { textWidth } from '../kit/frame';
import type { FigureContext } from '../kit/hosted-figure';
import { looks, type Rows } from './row';

/** The least width of a word's column; narrower figures have each row as a line of text. */
const leastPitch = 40;

const upTo = ({ first, end }: WordWindow): readonly number[] =>
  Array.from({ length: end - first }, (_, i) => first + i);

function line(rows: Rows, words: readonly number[], query: number, size: number) {
  const row = rows.of(query);
  return words.map((key) => {
    const own = key === query;
    const piece = rows.trace.encoding.tokens[key]?.piece ?? '';
    const style = styled(looks(row[key] ?? 0, size, own));
    return html`<span class=${own ? 'own' : ''} data-word=${piece} style=${style}></span> `;
  });
}

/** How the matrix is set: in columns, or in lines of text, in letters that have a line for each where they can. */
export function setting(width: number, count: number, pieces: readonly string[] = []) {
  const pitch = width / count;
  const columns = pitch >= leastPitch;
  if (columns) return { columns, size: Math.min(13, pitch / 3.7) };
  const whole = textWidth(pieces.join(' '), 13, true);
  const fits = Math.floor((13 * width * 20) / Math.max(1, whole)) / 20;
  return { columns, size: fits < 10.5 ? 13 : Math.min(13, fits) };
}

/** All rows at once, a line for each word that looks. The pointer looks out from a line, a click chooses it. */
export function matrixOfType(m: FigureContext, rows: Rows): TemplateResult {
  const shown = visibleWords(rows.count, m.state.token, 18);
  const words = upTo(shown);
  const { trace, layer, head, token } = rows;
  const pieces = words.map((i) => trace.encoding.tokens[i]?.piece ?? '');
  const { columns, size } = setting(m.size.width, words.length, pieces);
  const body = guard([trace, layer, head, token, m.size.width, m.state.token], () =>
    words.map(
      (query) => html`<div
        class="line ${query === token ? 'at' : ''}"
        @pointerenter=${() => m.keep('rest', query)}
        @click=${() => m.dispatch({ type: 'focus', token: query })}
      >${line(rows, words, query, size)}</div>`,
    ),
  );
  return html`<div
    class="lines ${columns ? 'in-columns' : ''}"
    aria-hidden="true"
    style=${styled({ fontSize: `${size}px` })}
    @pointerleave=${() => m.keep('rest', null)}
  >${body}</div>`;
}

/** The same as numbers. */
export const table = (m: FigureContext, rows: Rows): TemplateResult =>
  weightsTable(m, {
    caption: msg`weights of layer ${rows.layer + 1}, head ${rows.head + 1}: a row for each word that looks`,
    encoding: rows.trace.encoding,
    words: upTo(visibleWords(rows.count, m.state.token, 18)),
    row: rows.of,
  });
