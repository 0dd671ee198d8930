import { css } from 'lit';
import { whatIfStyles } from './what-if.css';
import { beneathStyles } from './why-beneath.css';

/** Where the fold opens inside the attention figure: a hairline with a notch, on the sheet's ground. */
const inFigure = css`
  .notch {
    position: relative;
    z-index: 1;
    margin-bottom: -1px;
  }
  .sheet {
    fill: var(--sheet);
  }
  .fold {
    position: sticky;
    left: 0;
    display: grid;
    grid-template-rows: 1fr;
    background: var(--sheet);
    border-bottom: 1px solid var(--line);
    animation: unfold 320ms var(--ease);
    box-sizing: border-box;
  }
  .fold > div {
    min-height: 0;
    overflow: hidden;
  }
  .fold.inside {
    position: absolute;
    display: block;
    border: 0;
    animation: none;
  }
  @keyframes unfold {
    from {
      grid-template-rows: 0fr;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .fold {
      animation: none;
    }
  }
`;

/** What a weight opens into: the tree or the list, and its products. */
const chain = css`
  .why svg {
    display: block;
  }
  .why svg text {
    fill: var(--ink);
    font: 12px var(--sans);
    font-stretch: condensed;
    font-variant-numeric: tabular-nums lining-nums;
  }
  .why svg .t11 {
    font-size: 11px;
  }
  .why svg text.b {
    font-size: 13px;
    font-weight: 700;
  }
  .why svg text.m {
    fill: var(--ink-2);
  }
  .why svg text.serif {
    font-family: var(--serif);
    font-size: 13px;
  }
  .why svg .query {
    fill: var(--query);
  }
  .why svg .key {
    fill: var(--key);
  }
  .why svg .weight {
    fill: var(--weight);
  }
  .why.inside {
    position: relative;
    padding: 0 16px 10px 12px;
  }
  .fold.inside .why.inside {
    padding: 0;
  }
  .why .handles {
    position: absolute;
    right: 12px;
    bottom: 6px;
    display: flex;
    gap: 12px;
  }
  .figure .why .handles button {
    padding: 4px;
    font-size: 12px;
    color: var(--ink-2);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .fold.inside .why .handles {
    right: 0;
    bottom: auto;
    top: 0;
    gap: 0;
  }
  .figure .fold.inside .handles button {
    padding: 8px 4px 20px 10px;
  }
  .why svg text.title {
    font: italic 700 16px var(--serif);
    font-stretch: condensed;
  }
  .why svg text.node {
    font-size: 16px;
    font-weight: 700;
  }
  .why svg text.root {
    font-size: 22px;
    fill: var(--weight);
  }
  .why .joint {
    fill: none;
    stroke: var(--ink-2);
    stroke-width: 1.2;
  }
  .why .joint.query {
    fill: none;
    stroke: var(--query);
    stroke-width: 1.6;
  }
  .why .joint.key {
    fill: none;
    stroke: var(--key);
    stroke-width: 1.6;
  }
  .why .sum-bar rect {
    fill: var(--weight);
  }
  .why .sum-bar .rest {
    opacity: 0.62;
  }
  .why .products rect {
    fill: var(--ink);
  }
  .why .products .below {
    fill: var(--negative);
    opacity: 0.55;
  }
  .why .zero {
    stroke: var(--ink-2);
    stroke-width: 0.8;
  }
  .crease,
  .why .box {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.2;
  }
  .why details {
    font-size: 12px;
  }
  .why summary {
    width: max-content;
    cursor: pointer;
    color: var(--ink-2);
    padding: 2px 0;
  }
  .why .operands {
    display: grid;
    column-gap: 14px;
    white-space: nowrap;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 11px;
    line-height: 17px;
  }
  .why details .operands {
    padding-top: 6px;
  }
  .why sub {
    font-size: inherit;
    line-height: 1;
  }
  .why .source {
    margin: 6px 0 0;
    font-size: 11px;
    line-height: 14px;
    color: var(--ink-2);
  }
`;

export const foldStyles = [inFigure, chain, beneathStyles, whatIfStyles];
