import { css } from 'lit';
import * as look from '../../render/palette.css';
import { beneathStyles } from '../../widgets/why-beneath.css';
import { questionStyles } from './question';

/** A plot's drawing is positioned; its reader lies over the box. */
export const plotStyles = css`
  .plot-reader {
    position: absolute;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot-reader:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 4px;
    border-radius: 2px;
  }
`;

/** Numbers that can be asked, and the arithmetic that they unfold. */
export const derivedStyles = css`
  ${beneathStyles}
  .asks {
    ${look.askable}
  }
  .asks:is(:hover, [aria-expanded='true']) {
    text-decoration-style: solid;
  }
  .asks,
  .asked {
    white-space: nowrap;
  }
  :is(.told, .about) .asks,
  figcaption .asks {
    min-height: 0;
    line-height: 1.2;
  }
  .why.beneath {
    grid-column: 1 / -1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

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
    ${look.act}
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

/** Figures that are plots among text, in columns where there is room. */
export const textFigureStyles = css`
  ${figureTextStyles}
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
  /* The third part has its text beside its picture. */
  .columns-2 > section:nth-of-type(3) {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 32px;
  }
  .columns-2 > section:nth-of-type(3) > :is(h3, h3 + .about) {
    grid-column: 1 / -1;
  }
  .columns-2 > section:nth-of-type(3) > .picture {
    grid-row: span 2;
  }
  .columns-3 {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .across {
    grid-column: 1 / -1;
  }
  input[type='range'] {
    width: min(240px, 60vw);
    height: 24px;
    ${look.slider}
  }
  ol {
    margin: 0 0 6px;
    padding-left: 22px;
    font: 13px / 1.35 var(--serif);
  }
  li.later {
    color: var(--ink-2);
  }
`;

/** A figure with a caption of whole sentences below it, and a question beside or above that. */
export const captionedFigureStyles = css`
  ${figureTextStyles}
  figure {
    margin: 0;
  }
  figcaption {
    max-width: 76ch;
    margin: 10px 0 6px;
    font: 17px / 1.35 var(--serif);
  }
`;
