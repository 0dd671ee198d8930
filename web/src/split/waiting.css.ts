import { css } from 'lit';

/** A figure before its code is there: the space, the poster, and a word of what is going on. */
export const waitingStyles = css`
  :host {
    display: block;
    position: relative;
    box-sizing: border-box;
    min-width: 0;
    min-height: var(--fovea-space, 380px);
    overflow: hidden;
    outline: 1px solid var(--line);
    outline-offset: -1px;
  }
  :host([height]) {
    min-height: 0;
  }
  :host([hidden]) {
    display: none;
  }
  .over {
    position: absolute;
    inset: 0 0 auto auto;
    max-width: 100%;
    padding: 4px 12px;
    background: var(--paper);
    overflow-wrap: anywhere;
  }
  .over:empty {
    display: none;
  }
  p {
    margin: 0;
  }
  [role='alert'] {
    font-weight: 700;
  }
  button {
    padding: 4px 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  @media print {
    :host {
      break-inside: avoid;
      print-color-adjust: exact;
    }
    button {
      display: none;
    }
  }
`;
