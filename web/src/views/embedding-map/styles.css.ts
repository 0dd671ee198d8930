import { css } from 'lit';
import { plotStyles } from '../kit/plot.css';

export const mapStyles = css`
  ${plotStyles}
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
  h3 {
    margin: 0;
    font: 700 15px / 1.3 var(--serif);
  }
  p {
    margin: 0 0 6px;
    text-wrap: pretty;
  }
  .about {
    color: var(--ink-2);
    font-size: 12px;
  }
  .told {
    max-width: 72ch;
    font: 15px / 1.4 var(--serif);
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
    color: var(--ink);
    font-weight: 700;
  }
  .picture {
    position: relative;
    max-width: 100%;
  }
  .picture > svg {
    position: absolute;
    inset: 0;
    pointer-events: none;
    font-family: var(--sans);
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .picture text {
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
  }
  .map-reader {
    position: absolute;
    inset: 0;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .map-reader:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  .question {
    padding: 10px 12px;
    background: var(--sheet);
    font: 15px / 1.35 var(--serif);
  }
  .question > div {
    display: grid;
    justify-items: start;
    gap: 8px;
    font: 13px var(--sans);
  }
  .guess {
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
  }
  .guess:hover {
    border-color: var(--ink);
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    align-items: center;
  }
  .fields input {
    min-height: 28px;
    padding: 0 6px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
    background: var(--paper);
    font: 15px var(--serif);
  }
  summary {
    width: max-content;
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  caption {
    text-align: start;
    color: var(--ink-2);
  }
  th,
  td {
    padding: 2px 24px 2px 0;
    border-top: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
  }
`;
