import { css } from 'lit';
import * as look from '../../render/palette.css';

export const classStyles = css`
  .class {
    max-width: 76ch;
    ${look.reading}
  }
  .class:focus-visible {
    outline: none;
  }
  .class p {
    margin: 0 0 10px;
  }
  .class h2 {
    margin: 0 0 8px;
    font: 700 22px / 1.25 var(--serif);
  }
  .class h3 {
    margin: 18px 0 8px;
    font: 700 18px / 1.3 var(--serif);
  }
  .class .where {
    ${look.spread}
    flex-wrap: wrap;
    gap: 2px 16px;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    font: 13px / 1.4 var(--sans);
  }
  .quiet,
  .class small {
    color: var(--ink-2);
    font: 13px / 1.45 var(--sans);
  }
  .class .ways,
  .fields,
  .adder {
    ${look.waysOn}
  }
  .on {
    ${look.onward}
  }
  .class .link.underlined {
    ${look.underlined}
    min-height: 32px;
  }
  .adders {
    margin: 14px 0;
    padding: 4px 14px;
    background: var(--sheet);
  }
  .adder {
    align-items: end;
    margin: 8px 0;
  }
  .adder label {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
    max-width: 100%;
  }
  .adder button {
    min-height: 32px;
    padding: 2px 14px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
  }
  .class :is(input, select) {
    box-sizing: border-box;
    min-height: 32px;
    max-width: 100%;
    padding: 2px 8px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
    background: var(--paper);
    font-size: 16px;
  }
  .class input[type='number'] {
    width: 6em;
  }
  .class select {
    width: 100%;
    max-width: 24em;
  }
  .class select option {
    background: var(--paper);
    color: var(--ink);
  }
  .class textarea {
    ${look.textArea}
    margin-top: 4px;
    overflow-wrap: anywhere;
    field-sizing: content;
  }
  .door label {
    display: grid;
    gap: 6px;
    max-width: 28em;
    margin-bottom: 8px;
  }
  .items {
    margin: 0 0 14px;
    padding-inline-start: 1.6em;
  }
  .items li {
    margin-bottom: 6px;
  }
  .items small,
  .tools {
    margin-inline-start: 10px;
  }
  .tools {
    display: inline-flex;
    gap: 12px;
    font: 13px var(--sans);
  }
  .class [role='alert'] {
    padding: 8px 12px;
    border-inline-start: 4px solid var(--ink);
    background: var(--sheet);
  }
  .paper {
    margin-top: 28px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
  .letters {
    list-style: upper-alpha;
  }
  .class .line {
    min-height: 28px;
    border-bottom: 1px solid var(--ink-2);
  }
  @media print {
    .screen,
    .class .ways {
      display: none;
    }
    .class {
      ${look.printed}
    }
    .paper {
      margin: 0;
      padding: 0;
      border: 0;
      break-before: page;
    }
    .paper:first-of-type {
      break-before: auto;
    }
    .task:not(.hand),
    .key li,
    .key > :not(ol) {
      display: block;
      break-inside: avoid;
    }
    .task.hand {
      break-before: page;
      break-after: page;
    }
    .line + .task.hand {
      break-before: auto;
    }
  }
`;
