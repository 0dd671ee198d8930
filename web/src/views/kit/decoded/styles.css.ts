import { css } from 'lit';
import * as look from '../../../render/palette.css';
import { figureTextStyles } from '../figure-text.css';
import { stepStyles } from '../styles.css';

/** Of the figures of a decoder. */
export const decodedStyles = css`
  ${stepStyles}
  ${figureTextStyles}
  figure {
    margin: 0;
  }
  figcaption {
    max-width: 72ch;
    margin: 10px 0 0;
    font: 17px / 1.35 var(--serif);
  }
  .told-and-asked {
    ${look.twoColumns}
  }
  .bar-of-controls {
    ${look.row}
    align-items: center;
    gap: 4px 14px;
    margin-bottom: 8px;
  }
  .source-field {
    display: flex;
    flex: 1 1 100%;
    align-items: baseline;
    gap: 8px;
  }
  .source-field :is(input, textarea) {
    flex: 1;
    min-width: 0;
    padding: 2px 0;
    border: 0;
    border-bottom: 1px solid var(--ink-2);
    border-radius: 0;
    background: none;
    font: 17px var(--serif);
    field-sizing: content;
    resize: none;
  }
  .presets {
    ${look.row}
    gap: 0 14px;
    ${look.quiet}
  }
  .go {
    display: flex;
    gap: 4px;
  }
  .go button {
    min-width: 32px;
    min-height: 28px;
    padding: 2px 8px;
    ${look.outlined}
    text-align: center;
  }
  .go button:hover:not(:disabled) {
    border-color: var(--ink);
  }
  .side-by-side {
    display: flex;
    gap: 24px;
    align-items: flex-start;
  }
  .cross-attention .side-by-side > * {
    flex: 1 1 0;
  }
  .stacked .side-by-side {
    display: block;
  }
  .next .heads {
    height: auto;
    min-height: 18px;
    white-space: normal;
  }
  .next .heads span {
    position: static;
  }
  .grid.small .ends {
    font-size: 11px;
  }
  .side-by-side > * {
    min-width: 0;
  }
  .side-by-side .next {
    flex: 1;
    max-width: 460px;
  }
  .question,
  .about {
    margin-top: 10px;
  }
  .columns {
    position: relative;
  }
  .columns > svg {
    ${look.overlay}
  }
  .heads {
    position: relative;
    height: 18px;
    margin: 0 0 2px;
    ${look.quiet}
    white-space: nowrap;
  }
  .heads span {
    position: absolute;
  }
  .columns ol {
    position: absolute;
    top: 0;
    ${look.plainList}
    font: 15px var(--serif);
  }
  .columns li {
    ${look.spread}
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .columns li > :is(span, .word) {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .columns .asks {
    flex: none;
    color: var(--weight);
    font: 12px var(--sans);
    font-variant-numeric: tabular-nums;
  }
  .read {
    left: 0;
  }
  .columns .read li {
    justify-content: flex-end;
    gap: 10px;
  }
  .columns .word {
    min-height: 24px;
    font: inherit;
  }
  .columns .word:hover {
    ${look.underlined}
  }
  .columns .own {
    ${look.ofFocus}
  }
  .columns .place {
    fill: color-mix(in srgb, var(--query) 9%, var(--paper));
  }
  .columns path {
    fill: none;
    stroke: var(--weight);
    opacity: 0.85;
    transition: stroke-width 0.4s var(--ease);
  }
  .columns path.thin {
    opacity: 0.35;
  }
  .columns .behind {
    opacity: 0.22;
  }
  .candidates {
    ${look.plainList}
  }
  .candidates li {
    display: grid;
    grid-template-columns: 92px 1fr 44px;
    gap: 8px;
    align-items: center;
    min-height: 26px;
  }
  .candidates .take {
    ${look.ellipsis}
    min-height: 24px;
    font: 15px var(--serif);
    ${look.underlined}
    text-decoration-color: var(--line);
  }
  .candidates .take:hover {
    text-decoration-color: var(--ink);
  }
  .candidates .taken .take {
    font-weight: 700;
  }
  .candidates .bar {
    height: 12px;
    background: var(--zero);
    forced-color-adjust: none;
  }
  .candidates .bar i {
    display: block;
    height: 100%;
    background: var(--ink-2);
    transition: width 0.4s var(--ease);
  }
  .candidates .taken .bar i {
    background: var(--ink);
  }
  .candidates .asks {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .waiting {
    opacity: 0.6;
  }
  .grid-room {
    max-width: 100%;
    overflow-x: auto;
  }
  .grid {
    position: relative;
  }
  .grid svg {
    ${look.overlay}
    font: 14px var(--serif);
    fill: var(--ink);
  }
  .grid .ends {
    fill: var(--ink-2);
    font-size: 13px;
  }
  .grid button {
    position: absolute;
  }
  .grid .row-name {
    left: 0;
    overflow: hidden;
    font: 14px / 1 var(--serif);
    text-align: end;
    white-space: nowrap;
  }
  .grid.small :is(svg, .row-name) {
    font-size: 12px;
  }
  .grid .own {
    ${look.ownWord}
  }
  .grid .cell {
    transition: background 0.4s var(--ease);
    forced-color-adjust: none;
  }
  .grid .shut {
    background: linear-gradient(to top right, transparent 46%, var(--line) 46% 54%, transparent 54%);
  }
  .grid .cell:hover,
  .grid .cell[aria-expanded='true'] {
    outline: 1.5px solid var(--ink);
  }
  .so-far {
    margin: 0 0 4px;
    font: 20px / 1.3 var(--serif);
  }
  .so-far b {
    color: var(--query);
  }
  .choice .chosen {
    ${look.strong}
  }
  .readout {
    min-height: 20px;
    margin: 4px 0 0;
  }
  @media (prefers-reduced-motion: reduce) {
    .columns path,
    .candidates .bar i,
    .grid .cell {
      transition: none;
    }
  }
`;
