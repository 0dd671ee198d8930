import { css } from 'lit';
import * as look from '../../render/palette.css';
import { figureTextStyles } from '../kit/figure-text.css';

export const recurrenceStyles = css`
  ${figureTextStyles}
  .recurrence {
    margin: 0;
  }
  .pair {
    ${look.pair}
  }
  .stacked .pair {
    display: block;
  }
  .recurrence .name {
    margin: 4px 0;
    font: 700 15px / 1.4 var(--serif);
  }
  .heads {
    position: relative;
    height: 26px;
  }
  .heads.slanted {
    height: 66px;
    overflow-x: clip;
  }
  .heads button {
    position: absolute;
    bottom: 0;
    min-height: 24px;
    font-family: var(--serif);
    font-size: 14px;
    white-space: nowrap;
    transform: translateX(-50%);
  }
  .slanted button {
    min-width: 24px;
    transform: rotate(-52deg);
    transform-origin: 0 100%;
  }
  .heads .picked {
    ${look.ofFocus}
    ${look.offered}
  }
  .recurrence svg {
    display: block;
    overflow: visible;
    font: 11px var(--sans);
    fill: var(--ink-2);
  }
  .recurrence rect {
    fill: var(--zero);
    stroke: var(--line);
  }
  .recurrence rect.on {
    fill: color-mix(in srgb, var(--query) 30%, var(--paper));
    stroke: var(--query);
  }
  .hop {
    fill: none;
    stroke: var(--line);
    stroke-width: 1.2;
  }
  .hop.faint {
    stroke-width: 0.6;
  }
  .hop.on {
    stroke: var(--query);
    stroke-width: 2.4;
  }
  .recurrence figcaption {
    margin: 8px 0 0;
    font: 16px / 1.35 var(--serif);
  }
  .ask {
    margin: 10px 0 0;
  }
  .slider {
    ${look.row}
    gap: 0 12px;
    align-items: center;
    margin-top: 8px;
    padding-top: 6px;
    border-top: 1px solid var(--line);
  }
  .slider input {
    flex: 1 1 160px;
    min-height: 24px;
    max-width: 320px;
    accent-color: var(--ink);
  }
  .scroll {
    overflow-x: auto;
  }
  .recurrence table {
    width: 100%;
    border-collapse: collapse;
    font-size: 12px;
  }
  .recurrence :is(th, td) {
    padding: 2px 8px 2px 0;
    border-top: 1px solid var(--line);
    text-align: start;
    vertical-align: baseline;
  }
  .recurrence th {
    font-weight: 400;
  }
  .recurrence tr:last-child > * {
    font-weight: 700;
  }
  .recurrence td small {
    margin-inline-start: 8px;
    color: var(--ink-2);
    font: 12px var(--serif);
    white-space: nowrap;
  }
  .recurrence.stacked table {
    font-size: 11px;
  }
  .recurrence.stacked :is(th, td) {
    padding-right: 5px;
  }
  .stacked td small {
    display: block;
    margin: 0;
  }
  .measured {
    margin-top: 14px;
    padding-top: 10px;
    border-top: 1px solid var(--line);
  }
  .measured .picture svg {
    font-size: 12px;
  }
  .measured .swatch {
    display: inline-block;
    vertical-align: middle;
  }
  .keys {
    ${look.row}
    gap: 2px 20px;
    margin: 6px 0 10px;
    font-size: 13px;
  }
  .panels {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px 28px;
  }
  .panels[data-columns='2'] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .panels[data-columns='2'] > :last-child {
    grid-column: span 2;
  }
  .panels[data-columns='3'] {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .panel {
    display: grid;
    grid-row: span 6;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: subgrid;
    row-gap: 4px;
    align-content: start;
    min-width: 0;
  }
  .panel .name {
    margin-top: 12px;
  }
  .readout {
    min-height: 2.8em;
  }
  .stages {
    display: flex;
    gap: 12px;
  }
  .stage {
    min-height: 24px;
    color: var(--ink-2);
  }
  .stage[aria-pressed='true'] {
    ${look.strong}
    ${look.offered}
  }
  .small {
    margin: 6px 0 0;
    ${look.quiet}
  }
`;
