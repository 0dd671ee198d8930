import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';

export const labelStyles = css`
  ${captionedFigureStyles}
  .labels {
    ${look.panels}
  }
  .labels .fields label {
    display: flex;
    flex: 1 1 260px;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: baseline;
  }
  .labels .fields input {
    flex: 1 1 180px;
    min-width: 0;
    padding: 4px 6px;
    border: 1px solid var(--line);
    background: var(--paper);
    color: inherit;
    font: inherit;
  }
  .labels .text {
    margin: 0;
    font: 19px / 1.9 var(--serif);
  }
  .labels .word {
    padding: 2px 4px;
    border: 1px solid transparent;
    border-radius: 3px;
    color: var(--ink);
    font: inherit;
    cursor: pointer;
  }
  .labels .word:disabled {
    cursor: default;
  }
  .labels .word.hidden {
    text-decoration: line-through;
  }
  .labels .word.in-span,
  .labels .word.asked {
    border-color: var(--ink);
  }
  .labels .word small {
    display: block;
    font: 11px / 1.2 var(--sans);
  }
  .intro {
    grid-template-rows: auto 1fr auto;
  }
  .intro .fields {
    margin-top: 8px;
  }
  .kinds {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr));
    gap: 12px 28px;
  }
  .kinds section {
    min-width: 0;
    padding-top: 8px;
    border-top: 1px solid var(--ink);
  }
  .kinds .text {
    margin: 10px 0;
    font: 20px / 1.5 var(--serif);
  }
  .kinds .word {
    display: inline-block;
    padding: 0;
    text-align: center;
    vertical-align: top;
    cursor: default;
  }
  .kinds .slot {
    display: inline-block;
    box-sizing: border-box;
    min-width: 28px;
    padding: 1px 4px;
    border: 1px dashed var(--ink-2);
    border-radius: 3px;
    color: var(--ink-2);
    font: 11px / 1.3 var(--sans);
    text-align: center;
  }
  .kinds .to {
    white-space: nowrap;
  }
  .bars {
    display: grid;
    grid-template-columns: minmax(80px, max-content) minmax(80px, 1fr) 5ch;
    gap: 4px 10px;
    max-width: 640px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .bars.two {
    grid-template-columns: minmax(80px, max-content) minmax(60px, 1fr) 5ch minmax(60px, 1fr) 5ch;
  }
  .bars li {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
  }
  .bars button {
    min-height: 28px;
    padding: 2px 8px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .bars button[aria-pressed='true'] {
    ${look.pressed}
  }
  .bar {
    position: relative;
    height: 14px;
    background: var(--zero);
  }
  .bar i {
    display: block;
    height: 100%;
    background: var(--weight);
  }
  .bar.twin i {
    background: var(--residual);
  }
  .bar u {
    position: absolute;
    inset: -3px auto;
    width: 2px;
    background: var(--ink);
  }
  .bars b {
    font-weight: 400;
    white-space: nowrap;
  }
`;
