import { css } from 'lit';
import * as look from '../render/palette.css';

/** The embedded figure: a frame, and room inside it. It measures itself, not the page. */
export const encoderStyles = css`
  :host {
    display: block;
    position: relative;
    box-sizing: border-box;
    min-width: 0;
    min-height: var(--fovea-space);
    overflow: hidden;
    outline: 1px solid var(--line);
    outline-offset: -1px;
  }
  :host([hidden]) {
    display: none;
  }
  .over {
    position: absolute;
    inset: auto auto 0 0;
    padding: 4px 12px;
    background: var(--paper);
  }
  .over .loading {
    margin: 0;
  }
  .frame {
    min-height: 380px;
    padding: 16px 20px;
  }
  :host([height]) {
    display: flex;
    flex-direction: column;
  }
  :host([height]) .frame {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
    padding-block: 8px 0;
  }
  :host([height]) .view {
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
  }
  .headline {
    ${look.wrapping}
    justify-content: space-between;
    gap: 4px 24px;
    min-height: 28px;
  }
  .headline h2 {
    ${look.heading}
  }
  .headline h2 b {
    color: var(--query);
  }
  .beneath {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 8px 16px;
    align-items: start;
    padding: 8px 0;
    ${look.quiet}
  }
  .beneath .which b {
    display: block;
    color: var(--weight);
  }
  .beneath .heads .grid {
    grid-template-columns: repeat(auto-fill, minmax(28px, 1fr));
    max-width: 344px;
  }
  .beneath .heads .caption {
    margin-top: 3px;
  }
  .legend {
    grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
    gap: 4px 20px;
    padding: 4px 0 12px;
  }
  .reading {
    margin: 0;
    text-align: end;
  }
  .reading i {
    ${look.answerWord}
  }
  .reading b {
    color: var(--ink);
  }
  .reading .word {
    font: 700 17px / 1.2 var(--serif);
    color: var(--ink);
  }
  .foot {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 16px;
    align-items: center;
    padding: 0 20px;
    background: var(--sheet);
  }
  .foot .timeline {
    background: none;
  }
  .foot a {
    font-size: 12px;
    color: var(--ink);
    text-underline-offset: 3px;
    white-space: nowrap;
  }
  .foot a + a {
    margin-inline-start: 16px;
  }
  :host([narrow]) .frame {
    padding: 12px;
  }
  :host([narrow]) .beneath {
    grid-template-columns: minmax(0, 1fr);
  }
  :host([narrow]) .beneath .which b {
    display: inline;
  }
  :host([narrow]) .reading {
    text-align: start;
  }
  :host([narrow]) .foot {
    grid-template-columns: minmax(0, 1fr);
    padding: 0 12px 8px;
  }
  @media print {
    :host {
      break-inside: avoid;
      height: auto;
      print-color-adjust: exact;
    }
    /* One that is taller than a page breaks between its parts. */
    .view > * {
      break-inside: avoid;
    }
    .foot,
    .pill,
    .swap,
    .guess,
    .link,
    [data-hint],
    summary {
      display: none;
    }
  }
`;
