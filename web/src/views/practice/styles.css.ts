import { css } from 'lit';
import * as look from '../../render/palette.css';

export const practiceStyles = css`
  .practice {
    max-width: 68ch;
    ${look.reading}
  }
  /* In a class, which says itself what is asked about. */
  .practice.part {
    max-width: none;
  }
  .practice > :focus-visible {
    outline: none;
  }
  .practice p {
    margin: 0 0 10px;
  }
  .practice .where {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 16px;
    margin-bottom: 14px;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    font: 13px / 1.4 var(--sans);
  }
  .practice .asks {
    margin-bottom: 14px;
    font-size: 19px;
    line-height: 1.4;
    text-decoration: none;
  }
  .options {
    display: grid;
    gap: 8px;
    margin: 0 0 14px;
  }
  .option {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: 12px;
    min-height: 44px;
    padding: 8px 14px;
    border: 1px solid var(--ink-2);
    border-radius: 4px;
    background: var(--paper);
    font: inherit;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .option:not([aria-disabled='true']):hover {
    ${look.lifted}
  }
  .option[aria-disabled='true'] {
    ${look.settled}
  }
  .option.right,
  .option.own {
    ${look.taken}
  }
  .option.right {
    box-shadow: inset 4px 0 0 var(--ink);
  }
  .option small {
    flex: none;
    font: 12px var(--sans);
  }
  .verdict {
    padding: 12px 14px 4px;
    background: var(--sheet);
  }
  .reason {
    margin-top: 16px;
  }
  .reason .option {
    font-size: 15px;
    line-height: 1.35;
  }
  .practice .ways {
    ${look.waysOn}
  }
  .on {
    ${look.onward}
  }
  .practice .kept {
    margin-top: 28px;
    padding-top: 8px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    font: 13px / 1.5 var(--sans);
  }
  .practice ol {
    margin: 0 0 16px;
    padding-inline-start: 1.4em;
  }
  .practice li {
    margin-bottom: 8px;
  }
  .practice textarea {
    ${look.textArea}
  }
  .practice h3 {
    margin: 0 0 8px;
    font: 700 20px / 1.3 var(--serif);
  }
  .practice .link.underlined {
    ${look.underlined}
  }
  @media print {
    .practice .ways,
    .practice .kept {
      display: none;
    }
    .practice li {
      break-inside: avoid;
    }
  }
`;
