import { css } from 'lit';
import * as look from '../../render/palette.css';
import { stepStyles } from '../kit/styles.css';

export const masksStyles = css`
  ${stepStyles}
  .masks {
    margin: 0;
  }
  .choice {
    ${look.wrapping}
    gap: 0 16px;
  }
  .choice [aria-checked='true'] {
    ${look.strong}
    ${look.chosenWord}
  }
  .pair {
    ${look.pair}
  }
  .stacked .pair {
    display: block;
  }
  .matrix {
    position: relative;
  }
  .masks svg {
    display: block;
    overflow: visible;
    font: 14px var(--serif);
    fill: var(--ink);
  }
  .matrix svg {
    ${look.drawnOver}
  }
  .matrix button {
    position: absolute;
  }
  .word {
    left: 0;
    overflow: hidden;
    font-family: var(--serif);
    font-size: 14px;
    text-align: end;
    white-space: nowrap;
  }
  .matrix .own {
    ${look.ownWord}
  }
  .cell {
    transition: background 0.4s var(--ease);
    forced-color-adjust: none;
  }
  .cell.shut {
    background: linear-gradient(to top right, transparent 46%, var(--line) 46% 54%, transparent 54%);
  }
  .cell:hover {
    outline: 1px solid var(--ink);
  }
  .arches path {
    fill: none;
    stroke: var(--weight);
    opacity: 0.8;
    transition: stroke-width 0.4s var(--ease);
  }
  .arches .own {
    fill: var(--query);
    font-weight: 700;
  }
  .arches .out {
    fill: var(--ink-2);
    text-decoration: line-through;
  }
  .masks figcaption {
    ${look.caption}
    margin-top: 6px;
  }
  .told {
    min-height: 24px;
    margin-top: 8px;
  }
  .masks pre {
    margin: 6px 0;
    font: 13px / 1.5 ui-monospace, monospace;
  }
  .masks ins {
    text-decoration: none;
    border-bottom: 2px solid var(--weight);
  }
  .small {
    margin: 6px 0 0;
    ${look.quiet}
  }
  @media (prefers-reduced-motion: reduce) {
    .cell,
    .arches path {
      transition: none;
    }
  }
`;
