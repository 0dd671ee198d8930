import { css } from 'lit';
import * as look from '../render/palette.css';

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
  .words .told .result {
    display: block;
    margin-top: 12px;
    font-size: 15px;
    line-height: 22px;
    color: var(--ink-2);
  }
  /* Words and open switches have to share the column. */
  .side.switching .words .told,
  .side.switching .words .told .result {
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
  :host([form='wide']) .stage :is(.figure .caption, .step figcaption) {
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
    font-style: normal;
    color: var(--query);
  }
  :host([dropping]) .model-line {
    outline: 2px dashed var(--ink);
    outline-offset: 4px;
  }

  :host([alone]) {
    grid:
      'bar' auto
      'stage' 1fr
      / minmax(0, 1fr);
  }
  :host([alone]) h2 {
    ${look.heading}
  }

  :host([form='rail']:not([alone], [opening], [lesson])) {
    grid:
      'bar bar' auto
      'map stage' 1fr
      'map side' auto
      'time time' auto
      / 44px minmax(0, 1fr);
    column-gap: 20px;
  }
  :host([form='rail']) .top-bar {
    ${look.row}
    gap: 4px 24px;
    padding: 10px 0;
  }
  :host([form='rail']) .top-bar .middle {
    flex: 1 1 70%;
  }
  :host([form='rail']) .top-bar > .links {
    margin-left: auto;
  }
  :host([form='rail']) .side {
    display: grid;
    grid-template-columns: 220px minmax(0, 1fr);
    gap: 16px 48px;
  }
  :host([form='rail']) .side > :nth-child(n + 2) {
    padding-top: 0;
    border: 0;
  }
  :host([form='rail']) .side .model-line {
    grid-column: 1 / -1;
  }

  :host(:not([form='wide'])) .legend {
    grid-template-columns: repeat(2, minmax(0, 240px));
    align-content: start;
    gap: 4px 24px;
  }

  :host([form='narrow']) {
    display: flex;
    flex-direction: column;
    padding: 0 16px;
  }
  /* For the keyboard the way through comes first; on the screen it is by what it plays. */
  :host([form='narrow']) .top-bar {
    order: -3;
  }
  :host([form='narrow']) .time {
    order: -2;
  }
  :host([form='narrow']) .stage {
    order: -1;
  }
  :host([form='narrow']) .stage {
    padding-top: 4px;
  }
  :host([form='narrow']) :is(.top-bar, .map-area, .time, .stage, .side) {
    flex: none;
  }
  :host([form='narrow']) .top-bar {
    grid-template-columns: auto 1fr;
    padding: 12px 0 8px;
    row-gap: 4px;
  }
  :host([form='narrow']) .top-bar .middle {
    justify-content: end;
    gap: 0 16px;
  }
  /* In the tour the dots are beside the wordmark, and the ways to other chapters in a line below. */
  :host([form='narrow'][touring]) .top-bar :is(.middle, .progress) {
    display: contents;
  }
  :host([form='narrow']) .progress ol {
    grid-area: 1 / 2;
    justify-self: end;
  }
  :host([form='narrow']) .where-in-tour {
    grid-column: 1 / -1;
  }
  :host([form='narrow']) .top-bar > .links {
    grid-column: 1 / -1;
    gap: 0 16px;
    min-height: 32px;
  }
  :host([form='narrow']) .map-area {
    padding: 0 0 12px;
  }
  :host([form='narrow']) .side {
    gap: 24px;
    padding: 16px 0 24px;
  }
  :host([form='narrow']) .prediction {
    max-width: 320px;
  }
  :host([form='narrow']) .time {
    position: static;
    margin: 0 -16px;
    padding: 0 16px;
    border-bottom: 1px solid var(--line);
  }

  /* On paper: the picture, what it says, and the model's guess. */
  @media print {
    :host(:is([form], [opening], [lesson], [alone])) {
      display: block;
      min-height: 0;
      padding: 0;
      zoom: 1;
      print-color-adjust: exact;
    }
    :is(.view > *, .side > *) {
      break-inside: avoid;
    }
    :is(.links, .views, .time, .map-area, .heads, .switches, .actions, .link, .pill, .change, .reading, .nearness, .model-line, summary) {
      display: none !important;
    }
  }

  /* A large screen: everything a quarter larger. */
  @media (min-width: 1680px) and (min-height: 940px) {
    :host {
      --screen: calc(100svh / 1.25);
      zoom: 1.25;
      min-height: calc(100vh / 1.25);
    }
  }
`;
