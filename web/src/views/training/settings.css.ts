import { css } from 'lit';
import * as look from '../../render/palette.css';

/** What a run is made of, what is folded beneath it, and what came of it. */
export const settingsStyles = css`
  .settings {
    ${look.row}
    align-items: center;
    gap: 4px 20px;
    padding-top: 8px;
    ${look.quiet}
  }
  .settings fieldset {
    ${look.row}
    gap: 0 12px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .settings legend {
    float: left;
    padding: 0;
    margin-right: 10px;
    line-height: 24px;
  }
  .settings label {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    color: var(--ink);
  }
  .settings input {
    margin: 0;
    accent-color: var(--ink);
  }
  .number {
    width: 72px;
    padding: 2px 4px;
    border: 0;
    border-bottom: 1px solid var(--ink-2);
    background: none;
  }
  .number::placeholder {
    ${look.placeholder}
  }
  .folds {
    ${look.row}
    gap: 0 32px;
  }
  .folds details {
    max-width: 100%;
  }
  .folds details[open] {
    flex-basis: 100%;
  }
  .folds summary span {
    color: var(--ink-2);
  }
  .folds summary {
    width: max-content;
    max-width: 100%;
    margin-top: 4px;
    font-size: 12px;
    line-height: 24px;
    cursor: pointer;
  }
  .made dl {
    display: grid;
    grid-template-columns: max-content max-content minmax(0, 1fr);
    align-items: baseline;
    gap: 2px 16px;
    margin: 4px 0 8px;
    font-size: 12px;
  }
  .narrow .made dl {
    grid-template-columns: max-content minmax(0, 1fr);
  }
  .made dd {
    margin: 0;
  }
  .narrow .made .about {
    grid-column: 1 / -1;
    margin-bottom: 6px;
  }
  .made select {
    max-width: 100%;
  }
  .lesson {
    ${look.wrapping}
    gap: 4px 20px;
    margin: 8px 0;
  }
  .outcome {
    ${look.row}
    align-items: start;
    gap: 8px 32px;
  }
  .outcome p {
    flex: 1 1 320px;
    max-width: 64ch;
    margin: 0;
    font: 15px / 1.4 var(--serif);
  }
  .outcome table {
    border-spacing: 0;
    font-size: 12px;
  }
  .outcome caption {
    color: var(--ink-2);
    text-align: start;
  }
  .outcome :is(th, td) {
    padding: 1px 12px 1px 0;
    font-weight: 400;
    text-align: end;
  }
  .outcome th:first-child {
    overflow-wrap: anywhere;
    text-align: start;
  }
`;
