import { css } from 'lit';
import { plotStyles } from './plot.css';

/** Figures that are plots among text, in columns where there is room. */
export const textFigureStyles = css`
  ${plotStyles}
  .text-figure {
    display: grid;
    gap: 14px 32px;
    align-items: start;
    color: var(--ink);
  }
  .text-figure > * {
    min-width: 0;
  }
  .columns-2 {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .columns-3 {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .across {
    grid-column: 1 / -1;
  }
  h3 {
    margin: 0;
    font: 700 15px / 1.3 var(--serif);
  }
  p {
    margin: 0 0 6px;
    text-wrap: pretty;
  }
  .about {
    color: var(--ink-2);
    font-size: 12px;
  }
  .told {
    max-width: 72ch;
    font: 15px / 1.4 var(--serif);
  }
  .picture {
    position: relative;
    max-width: 100%;
  }
  .picture > svg {
    position: absolute;
    inset: 0;
    overflow: visible;
    pointer-events: none;
    font-family: var(--sans);
  }
  .picture text {
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .picture .clip {
    overflow: hidden;
  }
  .plot-reader {
    cursor: ew-resize;
  }
  .question {
    max-width: 72ch;
    padding: 10px 12px;
    background: var(--sheet);
    font: 15px / 1.35 var(--serif);
  }
  .question > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    font: 13px var(--sans);
  }
  :is(.guess, .act) {
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
  }
  :is(.guess, .act):hover:not(:disabled) {
    border-color: var(--ink);
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 16px;
    align-items: center;
  }
  input[type='range'] {
    width: min(240px, 60vw);
    height: 24px;
    margin: 0;
    accent-color: var(--ink);
    touch-action: pan-y;
  }
  ol {
    margin: 0;
    padding-left: 22px;
    font: 13px / 1.35 var(--serif);
  }
  li.later {
    color: var(--ink-2);
  }
  summary {
    width: max-content;
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  caption {
    text-align: start;
    color: var(--ink-2);
  }
  th,
  td {
    padding: 2px 16px 2px 0;
    border-top: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
  }
`;
