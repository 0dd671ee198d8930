import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';

export const expertsStyles = css`
  ${captionedFigureStyles}
  .row {
    display: flex;
    align-items: flex-end;
    min-height: 30px;
  }
  .row > * {
    flex: none;
  }
  .heads {
    min-height: 17px;
    ${look.quiet}
    text-align: center;
  }
  .what {
    box-sizing: border-box;
    padding-inline-end: 8px;
    ${look.quiet}
    text-align: end;
  }
  .word {
    align-self: stretch;
    box-sizing: border-box;
    ${look.ellipsis}
    padding-inline-end: 8px;
    font: 15px var(--serif);
    text-align: end;
  }
  .own .word {
    ${look.ownWord}
  }
  .cell,
  .sum {
    position: relative;
    height: 28px;
    background: var(--zero);
  }
  .sum {
    height: 40px;
  }
  .work {
    margin-top: 6px;
    padding-top: 6px;
    border-top: 1px solid var(--line);
  }
  :is(.cell, .sum) i {
    position: absolute;
    inset: auto 0 0;
    background: var(--ink-2);
    opacity: 0.35;
    transition: height 0.4s var(--ease);
  }
  .sum i {
    background: var(--feed-forward);
    opacity: 0.75;
  }
  .taken {
    box-shadow: inset 0 0 0 1.5px var(--weight);
  }
  .taken i {
    background: var(--weight);
    opacity: 0.55;
  }
  :is(.cell, .sum) b {
    position: absolute;
    inset: 0;
    ${look.centred}
    color: var(--ink);
    font: 12px var(--sans);
    font-variant-numeric: tabular-nums;
    paint-order: stroke;
  }
  .cell:is(:hover, [aria-expanded='true']) {
    outline: 1.5px solid var(--ink);
  }
  .readout {
    min-height: 20px;
    margin: 6px 0 0;
  }
  @media (prefers-reduced-motion: reduce) {
    :is(.cell, .sum) i {
      transition: none;
    }
  }
`;
