import { css } from 'lit';
import * as look from '../../../render/palette.css';
import { figureTextStyles } from '../figure-text.css';

export const gradientsStyles = css`
  ${figureTextStyles}
  .gradients {
    display: grid;
    gap: 12px 32px;
    color: var(--ink);
  }
  .order .told {
    max-width: 130ch;
    font-size: 16px;
  }
  h3 span {
    margin-left: 8px;
    font-weight: 400;
  }
  .side {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    align-items: start;
    gap: 12px 24px;
    min-width: 0;
  }
  .main {
    min-width: 0;
  }
  .about {
    margin: 0;
    max-width: 80ch;
  }
  .order .about {
    max-width: 110ch;
  }
  .readout {
    min-height: 2.7em;
    margin: 4px 0;
  }
  .told {
    max-width: 64ch;
    margin: 8px 0;
    font: 17px / 1.4 var(--serif);
  }
  .remark.error {
    margin: 8px 0;
  }
  .switches {
    ${look.row}
    gap: 0 24px;
    margin: 6px 0 10px;
    font-size: 13px;
  }
  .switches > div {
    ${look.row}
    align-items: center;
    gap: 0 14px;
  }
  .switches span {
    font-weight: 700;
  }
  .toggle {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    border-bottom: 2px solid var(--ink);
  }
  .toggle[aria-pressed='false'] {
    border-color: transparent;
    color: var(--ink-2);
  }
  .toggle[aria-pressed='false'] .sample {
    opacity: 0.35;
  }
  .toggle:hover {
    color: var(--ink);
    border-color: var(--ink-2);
  }
  .tables {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    gap: 20px 32px;
  }
  .tables {
    margin-top: 16px;
  }
  caption {
    padding-bottom: 4px;
    font: 700 15px / 1.3 var(--serif);
  }
  table {
    width: 100%;
    font-size: 12px;
  }
  th,
  td {
    padding: 3px 6px;
    border: 0;
    text-align: end;
    white-space: nowrap;
  }
  th {
    color: var(--ink-2);
  }
  th[rowspan],
  tbody th {
    text-align: start;
    padding-left: 0;
  }
  .narrow :is(th, td) {
    padding: 3px 2px;
    font-size: 11px;
  }
  thead th[colspan] {
    text-align: center;
    ${look.strong}
  }
  tbody tr {
    border-top: 1px solid var(--line);
  }
  tr.chosen :is(th, td) {
    ${look.strong}
  }
`;
