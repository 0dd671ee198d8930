import { css } from 'lit';
import * as look from '../../render/palette.css';
import { optionStyles } from '../../widgets/controls';

/** The picture of a case with its text below, or at its right where there is room. */
export const benchStyles = css`
  .bench {
    display: grid;
    gap: 8px 28px;
    font: 15px / 1.45 var(--serif);
  }
  .bench.beside {
    grid-template-columns: 54% minmax(0, 1fr);
  }
  .bench.beside header {
    grid-column: 1 / -1;
  }
  .bench :is(h2, h3, p) {
    margin: 0;
  }
  .bench h2 {
    font: 700 19px / 1.3 var(--serif);
  }
  .bench h3 {
    font: 700 15px / 1.4 var(--serif);
  }
  .bench header p,
  .bench .question span {
    ${look.hint}
  }
  .bench figcaption {
    display: none;
  }
  .bench .told,
  .bench section {
    ${look.stacked}
  }
  .bench .told {
    gap: 14px;
    min-width: 0;
  }
  .bench .question {
    ${look.spread}
    align-items: baseline;
    gap: 12px;
  }
  .bench .guesses {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(max(min(100%, 170px), 40%), 1fr));
    gap: 6px;
  }
  ${optionStyles}
  .bench .option {
    min-height: 36px;
    font: 14px / 1.25 var(--sans);
  }
  .bench .option.right {
    font-weight: 700;
  }
  .bench .ask {
    justify-self: start;
    font: 13px / 1.4 var(--sans);
  }
  .bench .verdict:empty {
    display: none;
  }
  .bench .lines {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 4px 12px;
    margin: 0;
    padding: 8px 12px;
    background: var(--sheet);
    font: 12px / 1.5 var(--sans);
  }
  .bench .lines dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .bench .lines code {
    font-family: ui-monospace, 'DejaVu Sans Mono', monospace;
  }
  .bench .lines b.wrong {
    text-decoration: line-through;
  }
  .bench .ways {
    ${look.row}
    gap: 4px 20px;
    padding-top: 8px;
    border-top: 1px solid var(--line);
    font: 13px / 1.4 var(--sans);
  }
  .bench .ways button {
    min-height: 24px;
  }
  .bench .ways button:hover:not([aria-disabled='true']) {
    ${look.underlined}
  }
  .bench .ways [aria-disabled='true'] {
    color: var(--ink-2);
    cursor: default;
  }
  .bench .ways button:last-child {
    margin-inline-start: auto;
  }
`;
