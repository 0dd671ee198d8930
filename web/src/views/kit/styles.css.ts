import { css } from 'lit';
import * as look from '../../render/palette.css';

/** Of a handle that is dragged up and down; the page still scrolls where it is touched. */
export const draggedUpAndDown = css`
  cursor: ns-resize;
  touch-action: pan-y;
  user-select: none;
  -webkit-touch-callout: none;
`;

export const stepStyles = css`
  .step {
    margin: 0;
  }
  .step .drawing {
    ${look.drawingBox}
  }
  .step svg {
    ${look.overlay}
    font-family: var(--sans);
  }
  .step .clip {
    overflow: hidden;
  }
  .step canvas {
    position: absolute;
    transform-origin: 0 0;
  }
  .step canvas.asks {
    cursor: pointer;
    touch-action: pan-y;
  }
  .step button {
    position: absolute;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
    text-align: center;
    white-space: nowrap;
  }
  .step :is(button, canvas):focus-visible {
    ${look.focusRing}
    border-radius: 2px;
  }
  .step .word {
    font-family: var(--serif);
  }
  .step .word:hover {
    ${look.offered}
    text-decoration-thickness: 1px;
  }
  .step .word.chosen {
    ${look.ofFocus}
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  .step .area {
    border-radius: 3px;
  }
  .step .area:hover {
    outline: 1px solid var(--ink-2);
    outline-offset: 1px;
  }
  .step .area.chosen {
    outline: 2px solid var(--weight);
    outline-offset: 1px;
  }
  .step .choice {
    border-radius: 3px;
    color: var(--ink-2);
  }
  .step .choice:hover {
    text-decoration: underline;
  }
  .step .choice.chosen {
    ${look.inverted}
    font-weight: 700;
  }
  .step button.knob {
    ${look.centred}
    ${draggedUpAndDown}
  }
  .step .knob::before {
    box-sizing: border-box;
    grid-area: 1 / 1;
    width: 16px;
    height: 16px;
    border: 1.5px solid var(--ink-2);
    border-radius: 50%;
    background: var(--paper);
    content: '';
  }
  .step .knob:is(:hover, .chosen)::before {
    border: 2px solid var(--ink);
  }
  .step .knob > span {
    grid-area: 1 / 1;
    font-size: 9px;
    line-height: 1;
  }
  .step .tip {
    position: absolute;
    z-index: 3;
    padding: 2px 8px;
    border: 1px solid var(--ink);
    background: var(--paper);
    font-size: 12px;
    white-space: nowrap;
    pointer-events: none;
    transform: translate(-50%, -100%);
  }
  .step .readout {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .formulas {
    ${look.row}
    justify-content: center;
    gap: 0 40px;
  }
  .formulas .formula {
    justify-content: safe center;
    min-width: 0;
    max-width: 100%;
    overflow-x: auto;
    overflow-y: hidden;
    min-height: 44px;
    /* Room for what a superscript of a superscript has above its line. */
    margin: -4px 0 0;
    padding-top: 4px;
  }
  .tables {
    margin: 0;
    ${look.quiet}
  }
  .tables summary {
    width: max-content;
    cursor: pointer;
  }
  .tables div {
    max-height: 320px;
    margin-top: 8px;
    overflow: auto;
  }
  .tables caption {
    text-align: start;
  }
  .tables :is(td, th) {
    padding: 1px 6px;
    text-align: end;
    white-space: nowrap;
  }
  .step figcaption {
    max-width: 60ch;
    margin: 8px auto;
    font: 17px / 1.35 var(--serif);
    text-align: center;
    text-wrap: balance;
  }
  .result.later {
    opacity: 0;
  }
`;
