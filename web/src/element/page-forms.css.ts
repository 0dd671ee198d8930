import { css } from 'lit';
import * as look from '../render/palette.css';

/** The page where a view has all of it, between wide and narrow, narrow, on paper, and on a large screen. */
export const pageFormStyles = css`
  :host([alone]) {
    grid:
      'bar' auto
      'stage' 1fr
      / minmax(0, 1fr);
  }
  :host([alone]) h2 {
    ${look.heading}
  }
  :host([alone]) h2 small {
    margin-left: 8px;
    ${look.quiet}
  }

  :host([form='rail']:not([alone], [opening], [lesson], [film])) {
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
  /* Where there is room: place and links in one row, views and the guess in the next. */
  @media (min-width: 960px) {
    :host([form='rail']:not([alone], [touring], [film])) .top-bar {
      column-gap: 20px;
    }
    :host([form='rail']:not([alone], [touring], [film])) .top-bar .middle {
      display: contents;
    }
    :host([form='rail']:not([alone], [touring], [film])) .top-bar > .links {
      order: 1;
    }
    :host([form='rail']:not([alone], [touring], [film])) .top-bar > .views {
      order: 2;
      gap: 0 11px;
    }
    :host([form='rail']:not([alone], [touring], [film])) .top-bar .reading {
      order: 3;
    }
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
  :host([form='narrow']) :is(.map-area, .reading) {
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
      zoom: 0.9;
      print-color-adjust: exact;
    }
    :is(.view > *, .side > *) {
      break-inside: avoid;
    }
    :host(:is([form='rail'], [form='narrow'])) .side {
      display: flex;
      flex-flow: row wrap;
      gap: 0 40px;
      padding: 8px 0 0;
    }
    .side > :nth-child(n) {
      flex: 1 1 200px;
      border: 0;
    }
    :is(.links, .views, .time, .map-area, .heads, .switches, .actions, .link, .pill, .change, .reading, .nearness, .model-line, [data-hint], summary) {
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
