import { css } from 'lit';

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
      / 140px minmax(0, 1fr) 120px;
    column-gap: 24px;
  }
  .top-bar {
    grid-area: bar;
    display: grid;
    grid-template-columns: 140px minmax(0, 1fr) auto;
    column-gap: 24px;
    align-items: center;
  }
  .top-bar h1 {
    margin: 0;
    font: italic 700 20px / 1 var(--serif);
  }
  .top-bar .links {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    font-size: 12px;
  }
  .top-bar .views {
    padding: 0;
  }
  .top-bar .middle {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 24px;
  }
  .map-area {
    grid-area: map;
    padding: 10px 0 8px;
  }
  .stage {
    grid-area: stage;
    display: flex;
    flex-direction: column;
    min-width: 0;
    padding-bottom: 12px;
  }
  .stage .model-line {
    margin-top: auto;
    padding-top: 8px;
  }
  .stage.stale .view {
    opacity: 0.6;
  }
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    gap: 12px;
    padding: 8px 0 4px;
  }
  .side .legend {
    gap: 2px;
    line-height: 14px;
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
    font-size: 12px;
    color: var(--ink-2);
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

  :host([form='rail']) {
    grid:
      'bar bar' auto
      'map stage' 1fr
      'map side' auto
      'time time' auto
      / 44px minmax(0, 1fr);
    column-gap: 20px;
  }
  :host([form='rail']) .top-bar {
    display: flex;
    flex-wrap: wrap;
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
  :host([form='rail']) .side .model-line {
    grid-column: 1 / -1;
  }

  :host(:not([form='wide'])) .legend {
    grid-template-columns: repeat(2, minmax(0, 240px));
    align-content: start;
    gap: 4px 24px;
  }

  :host([form='narrow']) {
    display: block;
    padding: 0 16px;
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
    padding: 8px 16px;
  }

  /* A projector: everything a fifth larger. */
  @media (min-width: 1800px) {
    :host {
      zoom: 1.2;
      min-height: calc(100vh / 1.2);
    }
  }
`;
