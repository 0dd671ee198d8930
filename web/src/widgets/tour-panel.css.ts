import { css } from 'lit';

/** A chapter of the tour: in a column of its own, or above the picture with what is asked pinned. */
export const tourStyles = css`
  .tour h2 {
    margin: 0;
    font: 700 17px / 1.3 var(--serif);
  }
  .tour h2:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  .tour p {
    margin: 0;
    font: 15px / 1.45 var(--serif);
    text-wrap: pretty;
  }
  .tour :is(.lead, .ask) {
    display: grid;
    gap: 8px;
    align-content: start;
  }
  .where-in-tour b {
    color: var(--ink);
  }
  .tour .question {
    font-weight: 700;
    font-size: 17px;
    line-height: 1.35;
  }
  .tour .options {
    display: grid;
    gap: 8px;
  }
  .tour .option {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    box-sizing: border-box;
    min-height: 38px;
    padding: 4px 12px;
    border: 1.5px solid var(--ink);
    border-radius: 4px;
    font: 15px / 1.25 var(--serif);
  }
  .tour .option:hover:not([aria-disabled='true']) {
    background: var(--sheet);
  }
  .tour .option small {
    text-align: end;
    font: 12px / 1.2 var(--sans);
  }
  .tour .option[aria-disabled='true'] {
    border-color: var(--line);
    color: var(--ink-2);
    cursor: default;
  }
  .tour .option.own {
    border-color: var(--ink);
    color: var(--ink);
  }
  .tour .option.right {
    border-color: var(--ink);
    background: var(--ink);
    color: var(--paper);
  }
  .tour .hint,
  .tour .changed {
    font: 12px / 1.4 var(--sans);
    color: var(--ink-2);
  }
  .tour .answer:empty {
    display: none;
  }
  .tour .answer b {
    font-weight: 700;
  }
  .tour .on {
    min-height: 24px;
    font-size: 13px;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .tour .on.next {
    min-height: 40px;
    padding: 4px 16px;
    border-radius: 4px;
    background: var(--ink);
    color: var(--paper);
    font-weight: 700;
    text-align: center;
    text-decoration: none;
  }
  .side > .tour {
    display: grid;
    gap: 16px;
  }
  .side > .tour .lead {
    padding-bottom: 4px;
    border-bottom: 1px solid var(--line);
  }

  /* What has been read makes room for the answer. */
  @media (max-height: 900px) {
    .side > .tour.answered .lead p {
      display: none;
    }
  }

  .stage > .tour {
    display: contents;
  }
  .stage > .tour .lead {
    padding: 4px 0 8px;
  }
  .stage > .tour .ask {
    position: sticky;
    z-index: 3;
    top: 0;
    max-height: 46vh;
    margin-bottom: 12px;
    padding: 8px 0;
    overflow-y: auto;
    border-bottom: 1.5px solid var(--ink);
    background: var(--paper);
  }
  .stage > .tour .options {
    display: flex;
    flex-wrap: wrap;
  }
  .stage > .tour :is(.question, .answer) {
    font-size: 15px;
  }

  .progress {
    display: flex;
    align-items: center;
    gap: 0 8px;
    font-size: 13px;
  }
  .progress ol {
    display: flex;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .progress .dot {
    display: grid;
    place-items: center;
    width: 14px;
    min-height: 24px;
  }
  .progress .dot::before {
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--line);
    content: '';
  }
  .progress .dot.answered::before {
    background: var(--ink);
  }
  .progress .dot[aria-current]::before {
    width: 9px;
    height: 9px;
    background: var(--ink);
  }

  .overview {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .overview button {
    display: grid;
    grid-template-columns: 2em minmax(0, 1fr);
    width: 100%;
    min-height: 32px;
    padding: 4px 0;
    font: 15px / 1.4 var(--serif);
  }
  .overview button:hover b {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .overview button[aria-current] {
    background: var(--sheet);
  }
  .overview small {
    grid-column: 2;
    font: 12px / 1.4 var(--sans);
    color: var(--ink-2);
  }
`;
