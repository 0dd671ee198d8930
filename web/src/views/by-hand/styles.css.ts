import { css } from 'lit';
import * as look from '../../render/palette.css';

export const byHandStyles = css`
  .by-hand {
    max-width: 76ch;
    ${look.reading}
  }
  .by-hand:focus-visible {
    outline: none;
  }
  /* What is given stays in sight beside the steps, which scroll. */
  .columns {
    display: grid;
    grid:
      'intro steps' auto
      'onward steps' 1fr
      / minmax(0, 5fr) minmax(0, 6fr);
    gap: 0 32px;
    box-sizing: border-box;
    max-width: none;
    padding: 8px 0 0;
    overflow: hidden;
  }
  .columns .intro {
    grid-area: intro;
    min-width: 0;
  }
  .columns .onward {
    padding-top: 12px;
    grid-area: onward;
  }
  .columns .steps {
    grid-area: steps;
    min-height: 0;
    margin: 0;
    padding: 0 12px 16px 0;
    overflow: hidden auto;
  }
  .columns .steps > :first-child {
    border-top: 0;
  }
  .steps:focus-visible {
    ${look.focusRing}
  }
  .by-hand p {
    margin: 0 0 10px;
  }
  .by-hand .asks {
    font-size: 21px;
    line-height: 1.35;
    text-decoration: none;
  }
  .asks small {
    ${look.quiet}
  }
  .level {
    font: 14px var(--sans);
  }
  summary {
    min-height: 24px;
    font: 600 14px var(--sans);
    cursor: pointer;
  }
  table {
    border-collapse: collapse;
    font: 15px var(--sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  caption {
    padding-bottom: 2px;
    ${look.quiet}
    text-align: start;
    white-space: nowrap;
  }
  th {
    padding: 2px 10px 2px 0;
    font-weight: 400;
    text-align: start;
  }
  td {
    padding: 2px 12px 2px 0;
    white-space: nowrap;
  }
  .hue-query td {
    color: var(--query);
  }
  .hue-key td {
    color: var(--key);
  }
  .hue-value td {
    color: var(--value);
  }
  td small {
    ${look.quiet}
    white-space: normal;
  }
  .given {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 12px 28px;
    padding: 8px 12px;
    background: var(--sheet);
  }
  .given div {
    display: flex;
    align-items: start;
    gap: 4px;
  }
  .given td {
    padding: 1px 8px 1px 0;
    text-align: end;
  }
  .steps {
    margin: 16px 0;
    padding: 0;
    list-style: none;
    counter-reset: step;
  }
  .steps li {
    margin-bottom: 18px;
    padding-top: 8px;
    border-top: 1px solid var(--line);
    counter-increment: step;
  }
  .by-hand h3 {
    margin: 0;
    font: 700 16px / 1.3 var(--serif);
  }
  h3::before {
    content: counter(step) '. ';
  }
  .by-hand .how {
    margin-bottom: 4px;
    color: var(--ink-2);
    font: 13px / 1.4 var(--sans);
  }
  .by-hand input {
    box-sizing: border-box;
    width: 5.5em;
    min-height: 32px;
    padding: 2px 6px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
    background: var(--paper);
    color: inherit;
    font-size: 16px;
  }
  input.right {
    ${look.lifted}
  }
  input.slip {
    border-style: dashed;
  }
  .mark {
    margin-inline-start: 4px;
    color: var(--ink);
  }
  .remarks p {
    margin: 6px 0 0;
    padding: 6px 10px;
    background: var(--sheet);
    color: var(--ink);
    font-size: 15px;
  }
  .by-hand .outcome {
    margin: 6px 0 0;
    font-weight: 700;
  }
  .by-hand .ways {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 18px;
    font: 14px var(--sans);
  }
  .on {
    ${look.onward}
  }
  .short {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(210px, 1fr));
    gap: 8px 20px;
    margin: 10px 0;
  }
  .short li {
    margin: 0;
    padding-top: 4px;
    break-inside: avoid;
  }
  .short .how {
    font-size: 11px;
    line-height: 1.3;
  }
  .short td,
  .short th {
    height: 20px;
    padding-block: 1px;
    font-size: 13px;
  }
  td.open {
    width: 4.4em;
    padding: 0;
    border: 1px solid var(--ink-2);
  }
  .name,
  .line {
    border-bottom: 1px solid var(--ink-2);
  }
  .line {
    display: inline-block;
    width: 10em;
  }
  .by-hand .page {
    margin-bottom: 32px;
  }
  .powers :is(td, th) {
    padding: 0 10px 0 0;
    font-size: 11px;
    line-height: 1.35;
    text-align: end;
  }
  .powers caption {
    white-space: normal;
  }
  @media (max-width: 480px) {
    .steps:not(.short) td {
      padding-inline-end: 6px;
    }
    .steps td small {
      display: block;
    }
  }
  @media print {
    .columns {
      display: block;
      height: auto !important;
    }
    .by-hand {
      ${look.printed}
    }
    .screen,
    .by-hand .ways {
      display: none;
    }
    .by-hand .page {
      margin: 0;
      break-after: page;
    }
    .by-hand .page:last-child {
      break-after: auto;
    }
    .by-hand .asks {
      font-size: 17px;
    }
    .steps > li {
      break-inside: avoid;
    }
    .given {
      padding: 4px 0;
      background: none;
    }
    .given table {
      font-size: 11px;
    }
    .short {
      grid-template-columns: repeat(3, 1fr);
      gap: 4px 16px;
    }
  }
`;
