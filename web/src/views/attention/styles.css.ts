import { css, unsafeCSS } from 'lit';
import * as look from '../../render/palette.css';
import { formulaStyles } from '../../widgets/formula';
import { handleStyles, labelStyles } from './handles.css';

const frame = css`
  .figure {
    position: relative;
  }
  .figure button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  .figure button:focus-visible {
    ${look.focusRing}
    border-radius: 2px;
  }
  .figure .scroll {
    overflow-x: auto;
    overflow-y: hidden;
    overscroll-behavior-x: contain;
    touch-action: pan-x pan-y;
  }
  .figure .part {
    display: flex;
  }
  .figure .block {
    position: relative;
    flex: none;
  }
  .figure .rowsplane {
    position: relative;
  }
  /* Fixed: a table keeps its size, and must not lengthen the page. */
  .figure .hidden {
    position: fixed;
    top: 0;
    left: 0;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

const text = css`
  .figure svg {
    display: block;
  }
  .figure .marks {
    font-family: var(--sans);
    ${look.tabular}
  }
  .figure :where(svg:not(.marks)) text {
    font: 12px var(--sans);
    ${look.tabular}
  }
  .figure :where(svg:not(.marks)) text:not([fill]) {
    fill: var(--ink);
  }
  .figure :where(svg:not(.marks)) .t11 {
    font-size: 11px;
  }
  .figure :where(svg:not(.marks)) text.b {
    font-weight: 700;
    font-size: 13px;
  }
  .figure :where(svg:not(.marks)) text.m {
    fill: var(--ink-2);
  }
  .figure :where(svg:not(.marks)) text.serif {
    font-family: var(--serif);
    font-size: 13px;
  }
  .figure .query {
    fill: var(--query);
    color: var(--query);
  }
  .figure .key {
    fill: var(--key);
    color: var(--key);
  }
  .figure .value {
    fill: var(--value);
    color: var(--value);
  }
  .figure .weight {
    fill: var(--weight);
    color: var(--weight);
  }
  .figure.tight .share.loud {
    font-size: 13px;
  }
  .figure.tight .share {
    font-size: 12px;
  }
`;

const marks = css`
  .figure .art {
    position: relative;
    overflow: visible;
    touch-action: pan-y;
  }
  .figure.columns .block > .art,
  .figure .rowsplane > .art {
    ${look.drawnOver}
  }
  .figure.empty rect {
    fill: var(--line);
  }
  .figure .marks > g[data-token] {
    transition: opacity 90ms linear;
  }
  .figure .matrix {
    position: absolute;
    top: 0;
    left: 0;
    z-index: 1;
  }
  .figure .matrix canvas {
    position: absolute;
    cursor: pointer;
    touch-action: pan-y;
  }
  .figure .matrix canvas:focus-visible {
    ${look.focusRing}
  }
  .figure .matrix .art {
    position: absolute;
    pointer-events: none;
  }
  .figure .bounds {
    position: absolute;
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
    ${look.quietest}
    line-height: 14px;
    white-space: nowrap;
  }
  .figure .bounds .what {
    flex: 1;
    overflow: hidden;
    text-align: end;
    text-overflow: ellipsis;
  }
`;

/**
 * A term of a formula lights up what it stands for: everything of another role steps back. With
 * `:has`, the browser would search the whole figure after each change.
 */
const terms = unsafeCSS(
  ['query', 'key', 'value', 'weight']
    .map(
      (role) => `.figure[data-lit='${role}']
        .mark[data-role]:not([data-role='${role}']) { opacity: 0.35; }`,
    )
    .join(' '),
);

/** Everything of the attention figure; `themeStyles` brings the colours and fonts. */
export const attentionStyles = [
  frame,
  text,
  marks,
  handleStyles,
  labelStyles,
  terms,
  formulaStyles,
];
