import { css } from 'lit';
import * as look from '../../render/palette.css';
import { captionedFigureStyles } from '../kit/figure-text.css';
import { rangeStyles } from '../kit/setting-range';

export const circuitStyles = css`
  ${captionedFigureStyles}
  ${rangeStyles}
  .wide {
    display: grid;
    grid-template-rows: auto auto auto 1fr;
    grid-template-columns: 1fr 36%;
    column-gap: 32px;
    align-items: start;
  }
  /* A film shows what is at its time, not what is on the way to it. */
  .filmed * {
    transition: none !important;
  }
  .wide > :is(.over, .twin, .top) {
    grid-column: 1 / -1;
  }
  .wide > .drawn {
    grid-row: 3 / 5;
    grid-column: 1;
  }
  .wide.filmed > .drawn {
    grid-row: 1 / 4;
  }
  .wide > .beside {
    grid-column: 2;
  }
  .wide figcaption {
    font-size: 15px;
  }
  .circuit input[type='range'] {
    ${look.slider}
  }
  .rounds input {
    width: min(160px, 40vw);
  }
  .circuit .setting {
    justify-content: flex-start;
  }
  .twin {
    display: flex;
    gap: 8px;
    align-items: baseline;
    margin: 0 0 6px;
    font-size: 13px;
  }
  .twin input {
    flex: 1 1 260px;
    max-width: 640px;
    min-width: 0;
    ${look.menuLine}
    color: inherit;
    font: 15px var(--serif);
  }
  .node {
    position: absolute;
    padding: 0;
    border-radius: 1.5px;
    background: var(--zero);
    transition: background-color 0.3s var(--ease);
  }
  .node.network {
    background: color-mix(in srgb, var(--ink) 14%, var(--zero));
  }
  .legend .node {
    display: inline-block;
    position: static;
    width: 18px;
    height: 10px;
    border: 1px solid var(--line);
  }
  .head.on {
    background: var(--weight);
  }
  .network.on {
    background: var(--feed-forward);
  }
  /* Grounds are the reader's there: a box has its border, and one that is needed is filled. */
  @media (forced-colors: active) {
    .node {
      border: 1px solid GrayText;
    }
    .node.on {
      border-color: Highlight;
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  .node:is(:hover, :focus-visible) {
    outline: 2px solid var(--ink);
    outline-offset: 0;
  }
  .picture path {
    fill: none;
    stroke: color-mix(in srgb, var(--ink) 45%, transparent);
  }
  .picture path.negative {
    stroke: var(--negative);
    stroke-dasharray: 3 3;
  }
  .layer {
    position: absolute;
    left: 0;
    ${look.quiet}
    white-space: nowrap;
  }
  .answer {
    position: absolute;
    top: 0;
    width: 120px;
    font: 700 15px / 20px var(--serif);
    text-align: center;
  }
  /* On a phone a text of some dozen words is wider than the screen. */
  .machine.wider {
    overflow-x: auto;
  }
  .sentence {
    display: flex;
  }
  .sentence .word {
    flex: none;
    ${look.ellipsis}
    min-height: 28px;
    padding: 2px 0;
    font: 13px / 1.3 var(--serif);
    text-align: center;
  }
  .upright .word {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    max-height: 88px;
    writing-mode: vertical-rl;
    rotate: 180deg;
  }
  .sentence [aria-pressed='true'] {
    ${look.ownWord}
  }
  .over {
    margin: 0 0 6px;
  }
  .over [aria-pressed='true'] {
    ${look.ownWord}
  }
  .many.wide {
    grid-template-rows: auto 1fr;
  }
  .many.wide > :is(.drawn, .beside) {
    grid-row: 2;
  }
  .roles {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 10px 8px;
    align-items: center;
    max-width: 620px;
    margin-block: 8px;
  }
  .roles .band {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 1px 2px;
  }
  .roles .node {
    position: static;
    min-height: 0;
  }
  .roles .names {
    font: clamp(10.5px, 0.6vw + 8.5px, 13px) / 1.2 var(--serif);
    text-align: center;
    overflow-wrap: anywhere;
  }
  .roles .layer-of {
    white-space: nowrap;
  }
  .needed ul {
    max-height: 200px;
    overflow-y: auto;
  }
  .needed .link {
    text-align: start;
  }
  .circuit h4 {
    margin: 12px 0 2px;
    font: 700 14px / 1.3 var(--serif);
  }
  .readout {
    ${look.readout}
  }
  .meters {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 3px 12px;
    align-items: center;
    margin: 8px 0;
    font-size: 13px;
  }
  .meters dd {
    display: flex;
    position: relative;
    gap: 8px;
    align-items: center;
    max-width: 360px;
    height: 16px;
    margin: 0 44px 0 0;
    background: var(--zero);
  }
  .meters i {
    height: 100%;
    forced-color-adjust: none;
    background: var(--ink-2);
    opacity: 0.5;
    transition: width 0.3s var(--ease);
  }
  .meters .lit {
    background: var(--weight);
    opacity: 1;
  }
  .meters b {
    position: absolute;
    inset-inline-start: calc(100% + 8px);
    ${look.tabular}
  }
  .limits {
    ${look.limits}
  }
  @media (prefers-reduced-motion: reduce) {
    .node,
    .meters i {
      transition: none;
    }
  }
`;
