import { css } from 'lit';
import * as look from '../render/palette.css';
import { pageFormStyles } from './page-forms.css';

/** The page's skeleton in its three forms; `form` follows the element's own width. */
export const explorerStyles = css`
  :host {
    display: grid;
    box-sizing: border-box;
    min-height: 100vh;
    padding: 0 24px;
    grid:
      'bar bar bar' 48px
      'map stage side' 1fr
      'time time time' auto
      / 104px minmax(0, 1fr) 184px;
    column-gap: 16px;
  }
  :host([unmapped]:not([alone], [opening], [lesson], [film])) {
    grid-template-areas:
      'bar bar bar'
      'stage stage side'
      'time time time';
  }
  :host([unmapped][form='rail']:not([alone], [opening], [lesson], [film])) {
    grid:
      'bar' auto
      'stage' 1fr
      'side' auto
      'time' auto
      / minmax(0, 1fr);
  }
  .model-menu {
    position: relative;
  }
  .model-menu summary {
    list-style: none;
    line-height: 24px;
    cursor: pointer;
  }
  .model-menu summary::-webkit-details-marker {
    display: none;
  }
  .model-menu .model-line {
    position: absolute;
    top: 28px;
    right: 0;
    z-index: 3;
    width: 300px;
    padding: 12px 16px;
    ${look.onPaper}
  }
  .stage > .legend {
    display: flex;
    justify-content: flex-end;
    gap: 0 24px;
    margin-top: auto;
    padding-top: 4px;
    line-height: 14px;
  }
  .stage > .legend div,
  .stage > .legend dd {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
  }
  .stage > .legend div {
    flex-direction: row-reverse;
  }
  .stage > .legend svg {
    order: 1;
    width: 72px;
  }
  .stage > .legend .bounds {
    display: contents;
  }
  .stage > .legend .bounds span:nth-child(2) {
    display: none;
  }
  .stage > .legend .bounds span:last-child {
    order: 2;
  }
  .skip {
    position: absolute;
    top: 8px;
    left: 50%;
    z-index: 4;
    padding: 8px 16px;
    ${look.inverted}
    font-size: 13px;
    transform: translateX(-50%);
  }
  .skip:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
  .top-bar {
    grid-area: bar;
    display: grid;
    grid-template-columns: 104px minmax(0, 1fr) auto;
    column-gap: 16px;
    align-items: center;
  }
  .top-bar h1 {
    ${look.wordmark}
  }
  :host([form='wide']) .top-bar > .links {
    align-self: start;
  }
  .top-bar .links {
    ${look.row}
    gap: 0 20px;
    font-size: 12px;
  }
  .top-bar .views {
    padding: 0;
  }
  /* Below the place, and below the links too: there is room for many. */
  :host([form='wide']) .top-bar .middle .views {
    flex: none;
    width: calc(100% + 340px);
  }
  .top-bar .middle {
    ${look.row}
    align-items: center;
    justify-content: space-between;
    gap: 0 14px;
  }
  .map-area {
    grid-area: map;
    padding: 8px 0;
  }
  .map-area[inert] canvas {
    visibility: hidden;
  }
  .map-area[inert] .word-heads {
    visibility: hidden;
  }
  .time[inert] > :not(.waits) {
    opacity: 0.35;
  }
  .time .waits {
    position: absolute;
    top: 8px;
    margin: 0;
    font-size: 12px;
  }
  :host(:not([form='wide'])) .time .waits {
    position: static;
    padding-top: 4px;
  }
  :host([touring]:not([form='wide'])) .view {
    scroll-margin-top: 46vh;
  }
  .stage {
    grid-area: stage;
    display: flex;
    flex-direction: column;
    min-width: 0;
    padding-bottom: 4px;
  }
  .stage.stale .view {
    opacity: 0.6;
  }
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    gap: 14px;
    padding: 4px 0;
  }
  /* What does not fit above the timeline is in a column that is cut off: last comes what is missed least. */
  :host([form='wide']:not([touring])) .side {
    flex-wrap: wrap;
    align-content: flex-start;
    box-sizing: border-box;
    max-height: calc(var(--screen, 100svh) - 140px);
    overflow: clip;
  }
  :host([form='wide']:not([touring])) .side > * {
    width: 184px;
  }
  :host([form='wide']:not([touring])) .side.switching {
    flex-wrap: nowrap;
    overflow: hidden auto;
  }
  .side .legend {
    gap: 2px;
    line-height: 14px;
  }
  .side > :nth-child(n + 2) {
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
  .words h2 {
    ${look.spread}
    align-items: baseline;
    gap: 8px;
    ${look.heading}
    padding-bottom: 8px;
    border-bottom: 1px solid var(--line);
  }
  .words small {
    font: 12px / 1 var(--sans);
    color: var(--ink-2);
    white-space: nowrap;
  }
  .words .told {
    margin: 10px 0 8px;
    font: 17px / 25px var(--serif);
    font-stretch: condensed;
    text-wrap: pretty;
    overflow-wrap: break-word;
  }
  a.link {
    display: inline-flex;
    align-items: center;
  }
  a.link:not(:hover, .underlined) {
    text-decoration: none;
  }
  .words .on-from {
    ${look.row}
    gap: 0 16px;
  }
  .stage > p {
    margin: 0;
  }
  /* Words and open switches have to share the column. */
  .side.switching .words .told {
    font-size: 14px;
    line-height: 19px;
  }
  .side :is(.prediction, .nearness) h2 {
    margin: 0 0 8px;
    font: 12px / 16px var(--sans);
    color: var(--ink-2);
  }
  .side .nearness h2 b {
    font-weight: 400;
    color: var(--query);
  }
  :host([form='wide']) :is(.stage, .leaving) :is(.figure .caption, .step figcaption) {
    display: none;
  }
  .time {
    grid-area: time;
    position: sticky;
    bottom: 0;
    z-index: 2;
    margin: 0 -24px;
    padding: 13px 24px;
    border-top: 1px solid var(--line);
    background: var(--paper);
  }
  .reading {
    margin: 0;
    ${look.quiet}
  }
  .reading b {
    font: 700 17px / 1 var(--serif);
    color: var(--ink);
  }
  .reading i {
    ${look.answerWord}
  }
  :host([dropping]) .model-line {
    outline: 2px dashed var(--ink);
    outline-offset: 4px;
  }
  ${pageFormStyles}
`;
