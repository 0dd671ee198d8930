import { css } from 'lit';
import * as look from '../render/palette.css';

/** The opening: one screen high, with the bar of the workbench at its foot. */
export const openingPageStyles = css`
  :host([opening]) {
    display: grid;
    min-height: 100svh;
    padding: 0 24px;
    grid:
      'bar' 48px
      'main' 1fr
      'time' 88px
      / minmax(0, 1fr);
  }
  :host([opening]) .top-bar {
    ${look.spread}
    align-items: center;
    padding: 0;
  }
  :host([opening]) .top-bar > .links {
    align-self: center;
  }
  .wordmark {
    ${look.wordmark}
  }
  :host([opening]) .links {
    display: flex;
    gap: 0 20px;
    font-size: 13px;
  }
  :host([opening]) main {
    grid-area: main;
    display: grid;
    grid:
      'asks' auto
      'view' 1fr
      'acts' auto
      / minmax(0, 1fr);
  }
  :host([opening]) .asks {
    grid-area: asks;
    padding-top: 24px;
    text-align: center;
  }
  :host([opening]) .asks h1 {
    margin: 0;
    font: 400 44px / 56px var(--serif);
    font-stretch: condensed;
    letter-spacing: -0.012em;
  }
  :host([opening]) .asks em {
    color: var(--query);
  }
  :host([opening]) .asks .lead {
    margin: 6px 0 0;
    font: 17px / 24px var(--serif);
    font-stretch: condensed;
    color: var(--ink-2);
    text-wrap: balance;
  }
  :host([opening]:not([form='narrow'])) .asks .lead {
    min-height: 48px;
    max-width: 880px;
    margin-inline: auto;
  }
  :host([opening]) .asks .lead .link {
    font: inherit;
    white-space: nowrap;
  }
  :host([opening]) .view {
    grid-area: view;
    align-self: center;
    min-width: 0;
  }
  :host([opening]) .loading {
    grid-area: view;
    align-self: center;
    text-align: center;
  }
  .actions {
    grid-area: acts;
    display: grid;
    grid-template-columns: minmax(0, 364px) minmax(0, 604px);
    justify-content: space-between;
    align-items: end;
    gap: 0 48px;
    width: min(1048px, 100%);
    margin: 0 auto;
    padding: 8px 0 48px;
  }
  .actions :is(button, .field) {
    box-sizing: border-box;
    height: 48px;
    border-radius: 4px;
  }
  .actions button {
    font-size: 15px;
    font-weight: 700;
    text-align: center;
    white-space: nowrap;
  }
  :host([opening]) .ways {
    display: grid;
    grid-template-columns: 176fr 172fr;
    gap: 0 16px;
  }
  :host([opening]) .ways .tour-button {
    /* To be seen where the reader's own colours take the place of grounds. */
    border: 1.2px solid transparent;
    background: var(--ink);
    color: var(--paper);
  }
  :host([opening]) .ways .tour-button:hover {
    background: color-mix(in srgb, var(--ink) 86%, var(--paper));
  }
  :host([opening]) .ways .watch {
    display: flex;
    justify-content: center;
    align-items: center;
    gap: 8px;
    border: 1.2px solid var(--ink);
  }
  :host([opening]) .ways .watch:hover {
    background: var(--sheet);
  }
  .watch svg {
    fill: currentcolor;
  }
  :host([opening]) .ways .fine {
    grid-column: 1 / -1;
  }
  .fine {
    min-height: 36px;
    margin: 10px 0 0;
    ${look.quiet}
    line-height: 18px;
  }
  .actions label {
    display: block;
    margin-bottom: 8px;
    font: 13px / 18px var(--serif);
  }
  .field {
    display: flex;
    border: 1.5px solid var(--ink-2);
    background: light-dark(#fff, #0c0e12);
    overflow: hidden;
  }
  .field:focus-within {
    ${look.focusRing}
  }
  .field input {
    flex: 1;
    min-width: 0;
    padding: 0 14px;
    border: 0;
    background: none;
    font: 17px / 1 var(--serif);
  }
  .field input:focus-visible {
    outline: none;
  }
  .field input::placeholder {
    ${look.placeholder}
  }
  .field button {
    flex: none;
    height: 100%;
    padding: 0 15px;
    border-left: 1px solid var(--line);
    border-radius: 0;
  }
  .field button:focus-visible {
    outline-offset: -4px;
  }
  :host([opening]) .foretold {
    position: static;
    display: flex;
    align-items: center;
    gap: 32px;
    margin: 0 -24px;
    padding: 0 24px;
  }
  .foretold .further {
    flex: 0 0 190px;
  }
  .foretold .open {
    display: block;
    min-height: 24px;
    font-size: 13px;
    font-weight: 700;
    ${look.offered}
    text-decoration-thickness: 1px;
  }
  .further span {
    ${look.quiet}
  }

  :host([opening][form='rail']) .actions {
    grid-template-columns: minmax(0, 300px) minmax(0, 1fr);
    gap: 0 24px;
  }

  :host([opening][form='narrow']) {
    padding: 0 20px;
    grid-template-rows: minmax(58px, auto) 1fr auto;
  }
  :host([form='narrow']) .asks {
    padding: 0;
    text-align: start;
  }
  :host([form='narrow']) .asks h1 {
    font-size: 28px;
    line-height: 34px;
  }
  :host([form='narrow']) .asks .lead {
    min-height: 42px;
    margin: 2px 0 6px;
    font-size: 15px;
    line-height: 21px;
    text-wrap: wrap;
  }
  :host([form='narrow']) .actions {
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: 8px;
  }
  :host([form='narrow']) .ways {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 12px;
    margin-bottom: 12px;
  }
  :host([form='narrow']) .ways .watch {
    padding: 0 14px;
  }
  @media (max-width: 359px) {
    :host([form='narrow']) .ways {
      gap: 8px;
    }
    :host([form='narrow']) .ways button {
      padding: 0 8px;
      font-size: 14px;
    }
  }
  :host([form='narrow']) .ways .fine {
    display: none;
  }
  :host([form='narrow']) .fine {
    margin-top: 6px;
    line-height: 17px;
  }
  :host([form='narrow']) .actions label {
    margin-bottom: 6px;
  }
  :host([form='narrow']) .field input {
    font-size: 16px;
    text-overflow: ellipsis;
  }
  :host([opening][form='narrow']) .foretold {
    margin: 0 -20px;
    padding: 0 20px;
  }
  :host([form='narrow']) .further span {
    display: none;
  }
  :host([form='narrow']) .foretold {
    flex-direction: column-reverse;
    align-items: stretch;
    gap: 0;
  }
  :host([form='narrow']) .foretold .further {
    flex: none;
  }

  @media (min-width: 1680px) and (min-height: 940px) {
    :host([opening]) {
      min-height: calc(100svh / 1.25);
    }
  }
`;
