import { css } from 'lit';

export const costStyles = css`
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
    max-width: 64ch;
    font: 15px / 1.4 var(--serif);
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
  }
  .toggle {
    min-height: 32px;
    border-bottom: 2px solid transparent;
    color: var(--ink-2);
  }
  .toggle[aria-pressed='true'] {
    border-color: var(--ink);
    color: var(--ink);
    font-weight: 700;
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
    color: var(--ink-2);
    font-size: 12px;
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
    margin: 0;
    accent-color: var(--ink);
    touch-action: pan-y;
  }
  :is(.narrow, .three) .slider {
    grid-template-columns: 22px minmax(0, 1fr) minmax(80px, 1fr) 74px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    margin-bottom: 8px;
    font-size: 13px;
  }
  th,
  td {
    padding: 3px 0 3px 10px;
    border-top: 1px solid var(--line);
    text-align: end;
    font-weight: 400;
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
    margin: 4px 0 8px;
    padding: 8px 12px;
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
  .guess,
  .act {
    min-height: 32px;
    padding: 0 12px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
  }
  .act {
    margin-right: 10px;
  }
  :is(.guess, .act):hover:not(:disabled) {
    border-color: var(--ink);
  }
  summary {
    width: max-content;
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  details table {
    width: auto;
    margin-top: 6px;
  }
`;
