import { css } from 'lit';

/** A plot's drawing is positioned; its reader lies over the box. */
export const plotStyles = css`
  .plot-reader {
    position: absolute;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot-reader:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 4px;
    border-radius: 2px;
  }
`;
