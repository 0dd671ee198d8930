import { css } from 'lit';
import * as look from '../../render/palette.css';
import { derivedStyles } from '../kit/figure-text.css';
import { questionStyles } from '../kit/question';

export const patchesStyles = css`
  ${derivedStyles}
  ${questionStyles}
  .patches {
    margin: 0;
  }
  .pair {
    display: grid;
    grid-template-rows: auto 1fr;
    grid-auto-flow: column;
    justify-content: start;
    gap: 0 20px;
  }
  .pair > * {
    min-width: 0;
  }
  .paired .pair {
    grid-template-rows: auto auto auto;
  }
  .paired .told {
    grid-row: 3;
    grid-column: 1 / -1;
  }
  .beside .told {
    grid-row: 1 / 3;
  }
  .stacked .pair {
    display: block;
  }
  .board,
  .seen {
    position: relative;
    overflow: hidden;
    border-radius: 3px;
  }
  .seen {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .seen:focus-visible {
    ${look.focusRing}
  }
  .board canvas,
  .seen canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
  .board canvas {
    image-rendering: pixelated;
  }
  .grid {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .grid path {
    stroke: rgb(255 255 255 / 22%);
    stroke-width: 1;
  }
  .grid rect {
    fill: none;
    stroke: #fff;
    stroke-width: 2;
  }
  .grid .halo {
    stroke: #14161c;
    stroke-width: 4;
    stroke-linejoin: round;
  }
  .grid text {
    fill: #fff;
    font: 700 12px var(--sans);
    text-anchor: middle;
  }
  .thing {
    position: absolute;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 3px;
    background: none;
    cursor: grab;
    touch-action: none;
  }
  .thing:is(:hover, .chosen) {
    border-color: #fff;
  }
  .thing:focus-visible {
    outline: 2px solid #fff;
    outline-offset: 1px;
  }
  .paint {
    position: absolute;
    inset: 0;
    cursor: crosshair;
    touch-action: none;
  }
  .paint:focus-visible {
    outline: none;
  }
  .paint i {
    position: absolute;
    box-sizing: border-box;
    outline: 2px solid #fff;
    opacity: 0;
  }
  .paint:focus-visible i {
    opacity: 1;
  }
  .brushes {
    display: flex;
    align-self: center;
    gap: 2px;
  }
  .brushes button {
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    cursor: pointer;
  }
  .brushes [aria-pressed='true'] {
    border-color: var(--ink);
  }
  .brushes i {
    width: 16px;
    height: 16px;
    border: 1px solid var(--line);
    border-radius: 50%;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 14px;
    margin: 6px 0 0;
    font-size: 13px;
  }
  .tools select {
    min-height: 28px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }
  .file {
    cursor: pointer;
  }
  .file input {
    ${look.behindLabel}
  }
  .file:focus-within {
    ${look.focusRing}
  }
  .questions {
    margin: 0 0 8px;
  }
  .choice {
    min-height: 28px;
    padding: 2px 12px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .choice:hover {
    border-color: var(--ink);
  }
  .choice[aria-pressed='true'] {
    ${look.pressed}
  }
  .patches .name {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    align-content: end;
    gap: 0 16px;
    margin: 8px 0 4px;
    font: 700 15px / 1.3 var(--serif);
  }
  .patches .name small,
  .note {
    color: var(--ink-2);
    font: 12px / 1.35 var(--sans);
  }
  .note {
    margin: 6px 0 0;
  }
  .patches figcaption {
    ${look.caption}
  }
  .patches .question {
    margin: 10px 0 0;
    font-size: 17px;
  }
  .answers {
    max-width: 460px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .answers li {
    display: grid;
    grid-template-columns: 8.5em 1fr 4em;
    gap: 10px;
    align-items: center;
  }
  .answers i {
    height: 10px;
    min-width: 1px;
    border-radius: 2px;
    background: var(--weight);
  }
  .scroll {
    overflow-x: auto;
  }
  .steps {
    border-collapse: collapse;
    width: 100%;
    font-size: 13px;
  }
  .steps :is(th, td) {
    padding: 4px 12px 4px 0;
    border-top: 1px solid var(--line);
    text-align: left;
    vertical-align: baseline;
  }
  .steps [scope='col'] {
    font: 700 15px / 1.3 var(--serif);
  }
  .steps [scope='row'] {
    color: var(--ink-2);
    font-weight: 400;
    white-space: nowrap;
  }
  .steps small {
    color: var(--ink-2);
    font: 12px / 1.3 var(--sans);
  }
  .strip {
    display: block;
    width: 100%;
    height: 10px;
    margin-top: 3px;
  }
  .patch {
    width: 26px;
    height: 26px;
    margin: 0 4px;
    vertical-align: middle;
  }
  .side-by-side {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    align-items: flex-start;
  }
  .side-by-side p {
    flex: 1 1 220px;
    margin: 0;
    font: 15px / 1.4 var(--serif);
  }
  .steps [scope='col'] {
    width: 44%;
  }
  .positions text {
    font: 11px var(--sans);
    text-anchor: middle;
  }
  .positions .own {
    stroke: var(--ink);
    stroke-width: 2;
  }
`;
