import { css } from 'lit';
import { derivedStyles } from './derived.css';
import { plotStyles } from './plot.css';
import { questionStyles } from './question';

/** Text beside plots: headings, captions, questions, tables; and the plots' own room. */
export const figureTextStyles = css`
  ${plotStyles}
  ${derivedStyles}
  ${questionStyles}
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
  .act {
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
  }
  .act:hover:not(:disabled) {
    border-color: var(--ink);
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 16px;
    align-items: center;
  }
  .fields label {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  summary {
    width: max-content;
    max-width: 100%;
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
