import { css } from 'lit';
import * as look from '../../render/palette.css';
import { figureTextStyles } from './figure-text.css';

/** Figures that are plots among text, in columns where there is room. */
export const textFigureStyles = css`
  ${figureTextStyles}
  .text-figure {
    display: grid;
    gap: 14px 32px;
    align-items: start;
    color: var(--ink);
  }
  .text-figure > * {
    min-width: 0;
  }
  .columns-2 {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  /* The third part has its text beside its picture. */
  .columns-2 > section:nth-of-type(3) {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 32px;
  }
  .columns-2 > section:nth-of-type(3) > :is(h3, h3 + .about) {
    grid-column: 1 / -1;
  }
  .columns-2 > section:nth-of-type(3) > .picture {
    grid-row: span 2;
  }
  .columns-3 {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .across {
    grid-column: 1 / -1;
  }
  input[type='range'] {
    width: min(240px, 60vw);
    height: 24px;
    ${look.slider}
  }
  ol {
    margin: 0;
    padding-left: 22px;
    font: 13px / 1.35 var(--serif);
  }
  li.later {
    color: var(--ink-2);
  }
`;
