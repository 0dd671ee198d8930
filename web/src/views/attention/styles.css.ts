import { css, unsafeCSS } from 'lit';
import { formulaStyles } from '../../widgets/formula.css';
import { foldStyles } from '../../widgets/why-fold.css';
import { handleStyles, labelStyles } from './handles.css';

const frame = css`
  .figure {
    position: relative;
  }
  .figure button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  .figure button:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
    border-radius: 2px;
  }
  .figure .scroll {
    overflow-x: auto;
    overflow-y: hidden;
    overscroll-behavior-x: contain;
    touch-action: pan-x pan-y;
  }
  .figure .part {
    display: flex;
  }
  .figure .block {
    position: relative;
    flex: none;
  }
  .figure .rowsplane {
    position: relative;
  }
  /* Fixed: a table keeps its size, and must not lengthen the page. */
  .figure .hidden {
    position: fixed;
    top: 0;
    left: 0;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

const text = css`
  .figure svg {
    display: block;
  }
  .figure svg text {
    font: 12px var(--sans);
    font-stretch: condensed;
    font-variant-numeric: tabular-nums lining-nums;
  }
  .figure svg text:not([fill]) {
    fill: var(--ink);
  }
  .figure svg text.t11,
  .figure svg .t11 {
    font-size: 11px;
  }
  .figure svg text.b {
    font-weight: 700;
    font-size: 13px;
  }
  .figure svg text.m {
    fill: var(--ink-2);
  }
  .figure svg text.serif {
    font-family: var(--serif);
    font-size: 13px;
  }
  .figure .query {
    fill: var(--query);
    color: var(--query);
  }
  .figure .key {
    fill: var(--key);
    color: var(--key);
  }
  .figure .value {
    fill: var(--value);
    color: var(--value);
  }
  .figure .weight {
    fill: var(--weight);
    color: var(--weight);
  }
  .figure svg text.number {
    font-size: 15px;
    fill: var(--ink-2);
  }
  .figure.tight svg text.number,
  .figure.tight .share.loud {
    font-size: 13px;
  }
  .figure.tight svg text.minor,
  .figure.tight .share {
    font-size: 12px;
  }
  .figure svg text.rownumber,
  .figure svg text.minor {
    font-size: 13px;
    fill: var(--ink-2);
  }
  .figure svg text.loud {
    fill: var(--ink);
  }
  .figure svg text.number.loud,
  .figure svg text.rownumber.loud {
    font-weight: 700;
  }
  .figure svg .dim text,
  .figure svg .dim text.loud {
    fill: var(--ink-2);
    font-weight: 400;
  }
`;

const marks = css`
  .figure .art {
    position: relative;
    overflow: visible;
    touch-action: pan-y;
  }
  .figure.columns .block > .art,
  .figure .rowsplane > .art {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .figure .value-flow {
    overflow: hidden;
  }
  .figure .strand,
  .figure .halo {
    fill: none;
    stroke: var(--weight);
  }
  .figure .strand.faint {
    stroke: color-mix(in srgb, var(--weight) 62%, var(--paper));
  }
  .figure .halo {
    stroke: var(--paper);
  }
  .figure .pin {
    fill: var(--weight);
    stroke: var(--paper);
  }
  .figure .strand.dim,
  .figure .pin.dim,
  .figure .dim .mark {
    opacity: 0.4;
  }
  .figure.empty rect {
    fill: var(--line);
  }
  .figure .mark,
  .figure .strand {
    transition: opacity 90ms linear;
  }
  .figure .bar {
    fill: var(--weight);
  }
  .figure .ground-line,
  .figure .axis path {
    stroke: var(--line);
  }
  .figure .products .above {
    fill: var(--ink);
  }
  .figure .products .below {
    fill: var(--negative);
    opacity: 0.5;
  }
  .figure .products .zero {
    stroke: var(--ink-2);
    stroke-width: 0.6;
  }
  .figure .traveller .ground {
    fill: var(--paper);
  }
  .figure .axis .way {
    stroke: var(--ink-2);
    stroke-dasharray: 1.5 2;
  }
  .figure .axis .before {
    fill: var(--paper);
    stroke: var(--ink-2);
  }
  .figure .axis .now {
    fill: var(--ink);
  }
  .figure .matrix {
    position: absolute;
    top: 0;
    left: 0;
    z-index: 1;
  }
  .figure .matrix canvas {
    position: absolute;
    cursor: pointer;
    touch-action: pan-y;
  }
  .figure .matrix canvas:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  .figure .matrix .art {
    position: absolute;
    pointer-events: none;
  }
  .figure .matrix text.own {
    font-weight: 700;
    fill: var(--query);
  }
  .figure .matrix text.serif {
    font-size: 12px;
  }
  .figure .frame {
    fill: none;
    stroke-width: 2;
  }
  .figure .frame.query {
    stroke: var(--query);
  }
  .figure .frame.lit {
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .figure .bounds {
    position: absolute;
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
    font-size: 11px;
    line-height: 14px;
    color: var(--ink-2);
    white-space: nowrap;
  }
  .figure .bounds .what {
    flex: 1;
    overflow: hidden;
    text-align: end;
    text-overflow: ellipsis;
  }
  .figure .taper {
    opacity: 0.78;
  }
  .figure .taper.faint {
    opacity: 0.38;
  }
  .figure .thin {
    fill: none;
    stroke: var(--value);
    opacity: 0.6;
  }
  .figure .delta {
    fill: var(--value);
    opacity: 0.13;
  }
`;

/** A term of a formula lights up what it stands for: everything of another role steps back. */
const terms = unsafeCSS(
  ['query', 'key', 'value', 'weight']
    .map(
      (role) => `.figure:has(math .term[data-role='${role}']:is(:hover, :focus))
        .mark[data-role]:not([data-role='${role}']) { opacity: 0.35; }`,
    )
    .join(' '),
);

/** Everything of the attention figure; `themeStyles` brings the colours and fonts. */
export const attentionStyles = [
  frame,
  text,
  marks,
  handleStyles,
  labelStyles,
  terms,
  formulaStyles,
  foldStyles,
];
