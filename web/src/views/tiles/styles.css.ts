import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';

export const tilesStyles = css`
  ${captionedFigureStyles}
  .bar-of-controls {
    ${look.row}
    align-items: center;
    gap: 4px 18px;
    margin-top: 8px;
  }
  .bar-of-controls label {
    display: flex;
    flex: 1 1 220px;
    gap: 8px;
    align-items: center;
    max-width: 460px;
  }
  .bar-of-controls input {
    flex: 1;
    min-width: 0;
    min-height: 28px;
    accent-color: var(--ink);
  }
  .choice {
    min-width: 28px;
    min-height: 28px;
    text-align: center;
  }
  .choice[aria-pressed='true'] {
    font-weight: 700;
    ${look.underlined}
  }
  .both {
    ${look.row}
    gap: 12px 28px;
    align-items: flex-start;
  }
  .scores {
    max-width: 100%;
    overflow: visible;
    font: 14px var(--serif);
    fill: var(--ink);
  }
  .field {
    fill: none;
    stroke: var(--line);
  }
  .met {
    fill: var(--value);
    opacity: 0.75;
  }
  .next {
    ${look.act}
  }
  .gone {
    fill: none;
    stroke: var(--ink-2);
    stroke-dasharray: 2 3;
    opacity: 0.6;
  }
  .tile {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  rect.own {
    fill: none;
    stroke: var(--query);
  }
  text.own {
    fill: var(--query);
    font-weight: 700;
  }
  .beside {
    flex: 1 1 300px;
    min-width: 0;
    max-width: 520px;
  }
  .name {
    margin: 0 0 2px;
    ${look.quiet}
  }
  .held {
    display: grid;
    grid-template-columns: 72px 1fr 36px;
    gap: 8px;
    align-items: center;
    margin: 0 0 4px;
  }
  .held i {
    display: block;
    height: 14px;
    background: var(--weight);
  }
  .held + .outputs {
    margin-top: 12px;
  }
  .strip {
    display: flex;
    margin-bottom: 10px;
  }
  .strip i {
    flex: 1;
    height: 24px;
    max-width: 28px;
    margin-inline-end: 1px;
  }
`;
