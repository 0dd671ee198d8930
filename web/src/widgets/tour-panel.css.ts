import { css } from 'lit';
import * as look from '../render/palette.css';
import { optionStyles } from './controls';

/** A chapter of the tour: in a column of its own, or above the picture with what is asked pinned. */
export const tourStyles = css`
  .tour h2 {
    ${look.heading}
  }
  .tour h2:focus-visible {
    ${look.focusRing}
  }
  .tour p {
    margin: 0;
    font: 15px / 1.45 var(--serif);
    text-wrap: pretty;
  }
  .tour :is(.lead, .ask) {
    ${look.stacked}
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
  ${optionStyles}
  .tour .option {
    ${look.spread}
    align-items: center;
    gap: 4px 12px;
    box-sizing: border-box;
    min-height: 38px;
    font: 15px / 1.25 var(--serif);
  }
  .tour .option small {
    text-align: end;
    font: 12px / 1.2 var(--sans);
  }
  .tour .option.own:not(.right) {
    ${look.taken}
  }
  .tour .hint,
  .tour .changed {
    ${look.hint}
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
    ${look.underlined}
  }
  .tour-result {
    display: grid;
    justify-items: start;
    gap: 8px;
    margin-bottom: 12px;
    padding-bottom: 12px;
    border-bottom: 1px solid var(--line);
  }
  .tour-result p {
    margin: 0;
  }
  .tour-result .score {
    ${look.heading}
  }
  :is(.tour, .tour-result) .on.next {
    min-height: 40px;
    padding: 4px 16px;
    border-radius: 4px;
    ${look.inverted}
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
    ${look.row}
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
    ${look.plainList}
  }
  .progress .dot {
    ${look.centred}
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
    ${look.plainList}
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
    ${look.underlined}
  }
  .overview button[aria-current] {
    background: var(--sheet);
  }
  .overview small {
    grid-column: 2;
    ${look.hint}
  }
`;
