import { css } from 'lit';
import * as look from '../../render/palette.css';
import { figureTextStyles } from '../kit/figure-text.css';

export const mapStyles = css`
  ${figureTextStyles}
  .embedding-map {
    --kind-1: color-mix(in srgb, #b06f00 65%, var(--ink));
    --kind-2: color-mix(in srgb, #007f94 65%, var(--ink));
    --kind-3: color-mix(in srgb, #8a4b32 65%, var(--ink));
    --kind-4: color-mix(in srgb, #3f8f1e 65%, var(--ink));
    display: grid;
    gap: 12px 28px;
    align-items: start;
    justify-content: start;
    color: var(--ink);
  }
  .two {
    grid: 'map ruler' auto 'said said' auto 'ways ways' auto / auto 190px;
  }
  .three {
    grid: 'map ruler said' auto 'ways ways ways' auto / auto 190px 240px;
  }
  :is(.two, .three) .map {
    grid-area: map;
  }
  :is(.two, .three) .ruler {
    grid-area: ruler;
  }
  :is(.two, .three) .said {
    grid-area: said;
  }
  :is(.two, .three) .ways {
    grid-area: ways;
  }
  .embedding-map > * {
    min-width: 0;
  }
  .end {
    font: 15px / 1.3 var(--serif);
  }
  .plots {
    display: grid;
    gap: 8px 28px;
  }
  .two .plots {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .three .plots {
    grid-template-columns: repeat(2, minmax(0, 1fr)) 240px;
  }
  .planes button {
    min-height: 28px;
    margin-right: 10px;
    border-bottom: 2px solid transparent;
  }
  .planes button[aria-pressed='true'] {
    border-color: var(--ink);
    ${look.strong}
  }
  .picture > svg {
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .map-reader {
    position: absolute;
    inset: 0;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .map-reader:focus-visible {
    ${look.focusRing}
  }
  .question > div {
    display: grid;
    justify-items: start;
    gap: 8px;
  }
  .fields input {
    min-height: 28px;
    padding: 0 6px;
    ${look.outlined}
    background: var(--paper);
    font: 15px var(--serif);
  }
`;
