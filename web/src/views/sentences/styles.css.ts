import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';

export const sentenceStyles = css`
  ${captionedFigureStyles}
  .sentences {
    ${look.panels}
  }
  .lines textarea {
    display: block;
    box-sizing: border-box;
    width: 100%;
    margin-top: 4px;
    padding: 6px;
    border: 1px solid var(--line);
    background: var(--paper);
    color: inherit;
    font: 15px / 1.5 var(--serif);
    resize: vertical;
  }
  .panes {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 32px;
    align-items: flex-start;
  }
  .panes > div {
    display: grid;
    flex: 1 1 360px;
    gap: 16px;
    min-width: 0;
  }
  .panes > div + div {
    flex: 0 1 584px;
  }
  .arched {
    display: flex;
    gap: 8px;
    min-width: 0;
  }
  .arched svg {
    flex: none;
  }
  .arched ol {
    min-width: 0;
    margin: 0;
    padding-inline-start: 20px;
    font: 12px / 30px var(--sans);
  }
  .arched li {
    overflow: hidden;
    height: 30px;
    color: var(--ink-2);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .arched li.chosen {
    color: var(--ink);
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  .cosines,
  .parts {
    border-collapse: collapse;
    font: 12px var(--sans);
  }
  table.cosines :is(td, th),
  table.parts :is(td, th) {
    min-width: 46px;
    padding: 1px;
    font-weight: 400;
    text-align: center;
  }
  .cell {
    color: var(--ink);
  }
  button.cell {
    width: 44px;
    height: 32px;
    padding: 0;
    border: 1px solid transparent;
    font: inherit;
    text-align: center;
    cursor: pointer;
  }
  button.cell[aria-pressed='true'] {
    border-color: var(--ink);
  }
  .scrolls {
    max-width: 100%;
    overflow-x: auto;
  }
  .parts td.cell {
    height: clamp(30px, 4.3vh, 48px);
  }
  .parts th[scope='row'] {
    padding-inline-end: 8px;
    text-align: end;
    white-space: nowrap;
  }
`;
