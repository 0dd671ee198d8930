import { css } from 'lit';
import * as look from '../../render/palette.css';
import { figureTextStyles } from '../kit/figure-text.css';

export const costStyles = css`
  ${figureTextStyles}
  .cost {
    display: grid;
    gap: 16px 40px;
    max-width: 1400px;
    color: var(--ink);
  }
  .cost.two {
    grid: auto 1fr / repeat(2, minmax(0, 1fr));
  }
  .cost.three {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .two .column:nth-child(2) {
    grid-area: 1 / 2 / 3 / 3;
  }
  .column {
    display: grid;
    align-content: start;
    gap: 16px;
    min-width: 0;
  }
  section {
    min-width: 0;
  }
  h3 {
    margin: 0 0 4px;
  }
  .presets {
    ${look.row}
    gap: 0 16px;
  }
  .toggle {
    ${look.tab}
  }
  .toggle[aria-pressed='true'] {
    border-color: var(--ink);
    ${look.strong}
  }
  .sliders {
    display: grid;
    gap: 2px;
  }
  .slider {
    display: grid;
    grid-template-columns: 24px minmax(0, 1.2fr) minmax(80px, 1fr) 82px;
    align-items: center;
    gap: 0 8px;
    min-height: 32px;
  }
  .slider .name {
    ${look.quiet}
    line-height: 1.15;
  }
  .slider i {
    font-family: var(--serif);
    font-size: 15px;
  }
  sub {
    font-size: 0.75em;
    line-height: 0;
  }
  .slider output {
    text-align: end;
    font-weight: 700;
  }
  input[type='range'] {
    width: 100%;
    min-width: 0;
    height: 24px;
    ${look.slider}
  }
  :is(.narrow, .three) .slider {
    grid-template-columns: 22px minmax(0, 1fr) minmax(80px, 1fr) 74px;
  }
  table {
    width: 100%;
    margin-bottom: 8px;
  }
  th,
  td {
    padding: 3px 0 3px 10px;
    text-align: end;
    white-space: nowrap;
  }
  th {
    padding-left: 0;
    text-align: start;
    color: var(--ink-2);
  }
  .bar {
    width: 40%;
  }
  .bar svg {
    display: block;
  }
  .question {
    margin: 4px 0 8px;
  }
  .act {
    margin-right: 10px;
  }
  details table {
    width: auto;
    margin-top: 6px;
  }
`;
