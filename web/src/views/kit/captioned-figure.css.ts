import { css } from 'lit';
import { figureTextStyles } from './figure-text.css';

/** A figure with a caption of whole sentences below it, and a question beside or above that. */
export const captionedFigureStyles = css`
  ${figureTextStyles}
  figure {
    margin: 0;
  }
  figcaption {
    max-width: 76ch;
    margin: 10px 0 6px;
    font: 17px / 1.35 var(--serif);
  }
`;
