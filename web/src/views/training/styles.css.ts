import { css } from 'lit';
import * as look from '../../render/palette.css';
import { settingsStyles } from './settings';

export const trainingStyles = css`
  :host {
    display: block;
  }
  .training {
    --kind-1: color-mix(in srgb, #b06f00 65%, var(--ink));
    --kind-2: color-mix(in srgb, #007f94 65%, var(--ink));
    --kind-3: color-mix(in srgb, #8a4b32 65%, var(--ink));
    --kind-4: color-mix(in srgb, #3f8f1e 65%, var(--ink));
    display: flex;
    flex-direction: column;
    gap: 12px;
    color: var(--ink);
  }
  .training.wide .way {
    order: 1;
    margin: 0 -24px;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    background: var(--sheet);
  }
  /* In one column: what plays, the strip, the pictures; what changes the run and its files at the end. */
  .narrow :is(.way, .drive, .strip) {
    display: contents;
  }
  .narrow .progress {
    flex: none;
  }
  .narrow .panels {
    order: 1;
  }
  .narrow :is(.files, .strip .about, .settings, .folds) {
    order: 2;
  }
  .panels {
    display: grid;
    gap: 20px 28px;
  }
  .wide .panels {
    grid-template-areas: 'plots looks kinds';
  }
  .middle .panels {
    grid-template-areas: 'looks looks' 'plots kinds';
  }
  /* On a projector: what the head sees, and below it whether the encoder learns. */
  .presented.middle .panels {
    grid-template-areas: 'looks looks';
  }
  .presented.middle .plots {
    display: contents;
  }
  .presented.middle .kinds {
    display: none;
  }
  :is(.wide, .middle) .looks {
    grid-area: looks;
  }
  :is(.wide, .middle) .plots {
    grid-area: plots;
  }
  :is(.wide, .middle) .kinds {
    grid-area: kinds;
  }
  .plots,
  .kinds {
    display: flex;
    flex-direction: column;
    gap: 16px;
    min-width: 0;
  }
  h3 {
    ${look.heading}
  }
  .about {
    margin: 0;
    ${look.quiet}
  }
  .about .menu {
    max-width: none;
  }
  :is(.plots, .sizes) .picture {
    margin-top: 6px;
  }
  .picture {
    ${look.drawingBox}
  }
  .picture svg {
    ${look.overlay}
    font-family: var(--sans);
  }
  .picture .clip {
    overflow: hidden;
  }
  .map .picture text {
    paint-order: stroke;
    stroke: var(--sheet);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .plot-reader.whole {
    inset: 0;
  }
  .tip {
    position: absolute;
    padding: 0 6px;
    border: 1px solid var(--ink);
    background: var(--paper);
    font: 700 13px / 18px var(--serif);
    pointer-events: none;
  }
  .keys {
    ${look.row}
    gap: 2px 16px;
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
    ${look.quiet}
  }
  .about b,
  .keys b {
    color: var(--ink);
    font-size: 13px;
  }
  .sample {
    display: inline-block;
    width: 18px;
    margin-right: 6px;
    border-top: 2px solid;
    vertical-align: 4px;
  }
  .sample.dotted {
    border-top-style: dotted;
  }
  .sample.dashed {
    border-top-style: dashed;
  }
  .wing {
    margin: 4px 0 -18px;
    color: var(--ink-2);
    font: 14px / 18px var(--serif);
  }
  .wing.lower {
    margin: -18px 0 4px;
  }
  .narrow .wing,
  .narrow .wing.lower {
    margin: 4px 0;
  }
  .narrow .wing.lower {
    text-align: end;
  }
  .told {
    max-width: 64ch;
    min-height: 4.2em;
    margin: 12px 0 0;
    font: 16px / 1.4 var(--serif);
    text-wrap: pretty;
  }
  .walk .told {
    min-height: 7em;
    margin-top: 4px;
    font-size: 15px;
  }
  .told span {
    color: var(--ink-2);
  }
  .remark {
    margin: 4px 0;
  }
  .drive {
    ${look.row}
    align-items: center;
    gap: 4px 24px;
  }
  .transport {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .icon {
    ${look.centred}
    width: 40px;
    height: 40px;
    border-radius: 50%;
  }
  .icon.main {
    ${look.inverted}
  }
  .icon[aria-disabled='true'] {
    opacity: 0.45;
    cursor: default;
  }
  .icon:not(.main):hover {
    background: var(--zero);
  }
  .progress {
    ${look.row}
    flex: 1 1 260px;
    gap: 0 20px;
    margin: 0;
    font-size: 13px;
  }
  .beats {
    ${look.row}
    gap: 0 14px;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: 12px;
  }
  .beats legend {
    float: left;
    padding: 0;
    margin-right: 4px;
    line-height: 24px;
    font-weight: 700;
  }
  .beats label {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
  }
  .beats input {
    margin: 0;
    accent-color: var(--ink);
  }
  .files {
    ${look.row}
    gap: 0 20px;
    font-size: 12px;
  }
  .file {
    line-height: 24px;
    cursor: pointer;
  }
  .file input {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .file:focus-within {
    ${look.focusRing}
  }
  .invitation {
    position: absolute;
    inset: 14px 0 auto 92px;
    max-width: 52ch;
    margin: 0;
    pointer-events: none;
    font: 16px / 1.4 var(--serif);
    text-wrap: balance;
  }
  .film {
    position: relative;
    overflow: clip;
    overflow-clip-margin: 8px;
  }
  ${settingsStyles}
`;
