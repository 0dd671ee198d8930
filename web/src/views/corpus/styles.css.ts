import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';

export const corpusStyles = css`
  ${captionedFigureStyles}
  /* All heads and the sentences of one are seen together: each column scrolls where the stage has a height. */
  .corpus.wide {
    align-content: start;
    align-items: start;
  }
  .corpus.columns {
    grid-template-rows: auto minmax(0, 1fr);
    align-content: stretch;
  }
  .corpus.wide,
  .wide .two {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0 24px;
  }
  .corpus.wide > * {
    grid-column: 1 / -1;
  }
  .corpus.wide > .source {
    grid-column: 1;
  }
  .corpus.wide > .question {
    grid-column: 2;
    margin-top: 0;
  }
  .wide .two {
    align-self: stretch;
    min-height: 0;
    margin-top: 8px;
  }
  .two > div {
    min-width: 0;
  }
  .wide .two > div {
    padding: 0 8px 8px 2px;
    overflow: hidden auto;
  }
  .two > div:focus-visible {
    ${look.focusRing}
  }
  .source {
    margin: 0 0 8px;
    font-size: 13px;
  }
  .source .file {
    ${look.underlined}
    cursor: pointer;
  }
  .source .file:focus-within {
    ${look.focusRing}
  }
  .source .file input {
    ${look.behindLabel}
  }
  .source textarea {
    width: 100%;
    max-width: 640px;
    box-sizing: border-box;
    padding: 4px 6px;
    ${look.outlined}
    background: none;
    color: inherit;
    font: 15px var(--serif);
  }
  .source textarea::placeholder {
    ${look.placeholder}
  }
  .corpus select {
    max-width: 220px;
    ${look.menuLine}
    color: inherit;
    font: inherit;
  }
  .corpus option {
    background: var(--paper);
    color: var(--ink);
  }
  .legend {
    ${look.row}
    ${look.plainList}
    gap: 2px 14px;
  }
  .legend i {
    display: inline-block;
    width: 14px;
    height: 4px;
    background: var(--ink-2);
    vertical-align: middle;
  }
  .legend .effect,
  .effect i {
    background: var(--query);
  }
  .groups {
    ${look.row}
    gap: 8px 18px;
    margin: 8px 0;
  }
  h4 {
    margin: 0 0 3px;
    ${look.quiet}
    font-weight: 400;
  }
  .cards {
    ${look.row}
    gap: 4px;
  }
  .card {
    display: grid;
    gap: 2px;
    width: 66px;
    padding: 3px 5px 5px;
    border: 1px solid var(--line);
    border-radius: 3px;
    text-align: start;
  }
  .card:hover {
    border-color: var(--ink-2);
  }
  .card[aria-pressed='true'] {
    border-color: var(--ink);
    box-shadow: 0 0 0 1px var(--ink);
  }
  .card b {
    font-size: 12px;
    ${look.tabular}
  }
  .bars {
    display: flex;
    gap: 1px;
    align-items: flex-end;
    height: 34px;
    border-bottom: 1px solid var(--ink-2);
  }
  @media (min-height: 1000px) {
    .card:disabled {
      width: 100px;
    }
    .card:disabled .bars {
      height: 120px;
    }
  }
  :is(.legend, .bars, .ranked) i,
  .bar {
    forced-color-adjust: none;
  }
  .bars i {
    flex: 1;
    min-height: 1px;
    background: var(--weight);
  }
  .bar {
    height: 4px;
    background: var(--zero);
  }
  .bar i {
    display: block;
    height: 100%;
    background: var(--ink-2);
  }
  .bar.effect i {
    background: var(--query);
  }
  .readout {
    min-height: 40px;
    margin: 6px 0 0;
    font-size: 13px;
  }
  .detail table {
    margin: 4px 0 8px;
  }
  .detail td {
    ${look.tabular}
  }
  .wide .detail table {
    display: block;
    columns: 2;
    column-gap: 24px;
    max-width: none;
  }
  .wide .detail tr {
    display: flex;
    justify-content: space-between;
    break-inside: avoid;
    border-bottom: 1px solid var(--line);
  }
  .wide .detail :is(th, td) {
    border: 0;
  }
  .arched {
    margin: 4px 0 10px;
    overflow-x: auto;
  }
  .arched svg {
    display: block;
    overflow: visible;
  }
  .arched path {
    fill: none;
    stroke: var(--weight);
    stroke-opacity: 0.75;
    stroke-linecap: round;
  }
  .arched circle {
    fill: var(--weight);
  }
  .words {
    display: flex;
  }
  .words .word {
    flex: none;
    min-height: 28px;
    padding: 2px 0;
    font: 14px / 1.3 var(--serif);
    text-align: center;
  }
  .words .word:hover {
    ${look.underlined}
  }
  .words [aria-pressed='true'] {
    ${look.ownWord}
  }
  .places ul {
    ${look.plainList}
    font: 14px / 1.5 var(--serif);
  }
  .places .number {
    ${look.quiet}
    ${look.tabular}
  }
  .places .key {
    color: var(--weight-ink, var(--ink));
  }
  .places .query {
    ${look.underlined}
  }
  .ranked td i {
    display: inline-block;
    height: 8px;
    background: var(--weight);
  }
  .ranked .act {
    min-height: 24px;
    padding: 0 8px;
  }
  .limits {
    ${look.limits}
  }
`;
