import { css } from 'lit';
import * as look from '../render/palette.css';

/** What a number would be without its operands, and what the reader can make of it. */
export const whatIfStyles = css`
  .what-if {
    position: relative;
    margin-top: 10px;
    padding-top: 8px;
    border-top: 1px solid var(--line);
    font-size: 12px;
    line-height: 16px;
  }
  .what-if.beside {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    gap: 24px;
    align-items: start;
  }
  .what-if:not(.beside) .hand {
    margin-top: 8px;
  }
  .what-if:not(.beside) table {
    max-width: 600px;
  }
  .what-if table {
    width: 100%;
    border-collapse: collapse;
  }
  .what-if :is(caption, .title) {
    margin: 0;
    height: 22px;
    font: italic 700 14px / 20px var(--serif);
    text-align: start;
    white-space: nowrap;
  }
  .what-if :is(th, td) {
    height: 22px;
    padding: 0 6px 0 0;
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }
  .what-if thead th {
    ${look.quietest}
  }
  .what-if .without th[scope='row'] {
    max-width: 0;
    width: 60%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .what-if .without :is(.gives, .number) {
    text-align: end;
  }
  .what-if .without td.number {
    font-weight: 700;
  }
  .what-if .without td.gives {
    color: var(--ink-2);
  }
  .what-if .without :is(th, td).axis {
    width: 120px;
    padding: 0 6px;
  }
  .what-if .without .ends span:last-child {
    float: right;
  }
  .what-if svg {
    display: block;
  }
  .what-if .track {
    stroke: var(--line);
  }
  .what-if .rule {
    stroke: var(--ink-2);
    stroke-dasharray: 1 3;
  }
  .what-if .way {
    stroke: var(--ink);
    stroke-width: 1.2;
  }
  .what-if circle {
    fill: var(--ink);
  }
  .what-if circle.own {
    fill: var(--paper);
    stroke: var(--ink-2);
  }
  .what-if .operand {
    min-height: 20px;
  }
  .what-if .reads {
    display: inline-flex;
    gap: 5px;
    padding-inline-start: 5px;
    border-inline-start: 2px solid transparent;
  }
  .what-if .reads.turned {
    ${look.pressed}
  }
  .what-if .reads .guess {
    max-width: 9em;
    overflow: hidden;
    font-family: var(--serif);
    text-overflow: ellipsis;
  }
  .what-if .offers {
    table-layout: fixed;
  }
  .what-if .offers th[scope='row'] {
    width: 30%;
    white-space: normal;
  }
  .what-if .offers thead td {
    width: 27%;
  }
  .what-if .offers td {
    padding: 1px 4px 1px 0;
  }
  .what-if .offers button {
    box-sizing: border-box;
    width: 100%;
    min-height: 26px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: 3px;
    text-align: start;
    cursor: pointer;
  }
  .what-if .offers button:hover {
    border-color: var(--ink-2);
  }
  .what-if .offers button[aria-pressed='true'] {
    border: 2px solid var(--ink);
    background: var(--paper);
  }
  .what-if.narrow .offers :is(thead, tbody) tr {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  .what-if.narrow .offers thead td {
    display: none;
  }
  .what-if.narrow .offers th[scope='row'] {
    grid-column: 1 / -1;
    width: auto;
    height: 18px;
  }
  .what-if:is(.narrow, .beside) .offers td {
    height: 40px;
    padding-block: 0 2px;
  }
  .what-if:is(.narrow, .beside) .offers button {
    height: 38px;
  }
  .what-if:is(.narrow, .beside) .offers .reads {
    display: block;
    overflow: hidden;
  }
  .what-if:is(.narrow, .beside) .offers .reads span {
    display: block;
  }
  .what-if .set {
    display: flex;
    white-space: nowrap;
    align-items: center;
    gap: 10px;
    height: 40px;
  }
  .what-if .set input[type='number'] {
    box-sizing: border-box;
    width: 64px;
    height: 28px;
    padding: 0 4px;
    ${look.outlined}
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }
  .what-if .set input[type='range'] {
    flex: 1;
    min-width: 40px;
    max-width: 400px;
    height: 28px;
    ${look.slider}
  }
  .what-if .back {
    min-height: 24px;
    ${look.underlined}
    white-space: nowrap;
  }
  .what-if .back[aria-disabled='true'] {
    color: var(--ink-2);
    text-decoration: none;
  }
  .what-if .keys {
    height: 16px;
    margin: 0;
    ${look.quietest}
    white-space: nowrap;
  }
  .what-if kbd {
    color: var(--ink);
    font: inherit;
    font-weight: 700;
  }
`;
