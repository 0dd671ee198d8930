import { css } from 'lit';
import * as look from '../../render/palette.css';
import { questionStyles } from '../kit/question';
import { stepStyles } from '../kit/styles.css';

export const routingStyles = css`
  ${stepStyles}
  ${questionStyles}
  .routing {
    margin: 0;
  }
  .pair {
    ${look.pair}
  }
  .stacked .pair {
    display: block;
  }
  .routing .name {
    ${look.wrapping}
    gap: 0 16px;
    justify-content: space-between;
    margin: 4px 0;
    font: 700 15px / 1.4 var(--serif);
  }
  .which {
    font: 12px / 1.4 var(--sans);
  }
  .which .chosen {
    ${look.strong}
    ${look.underlined}
  }
  .panel {
    position: relative;
  }
  .panel svg {
    ${look.overlay}
    font: 12px var(--sans);
    fill: var(--ink-2);
  }
  .panel path {
    fill: none;
    stroke-linecap: butt;
    opacity: 0.75;
    transition:
      stroke-width 0.4s var(--ease),
      stroke 0.4s var(--ease);
  }
  .query .positive {
    stroke: var(--query);
  }
  .key .positive {
    stroke: var(--key);
  }
  .value .positive {
    stroke: var(--value);
  }
  .panel .negative {
    stroke: var(--negative);
  }
  .attention path {
    stroke: color-mix(in srgb, var(--weight) 45%, var(--paper));
  }
  .after .attention path:not(.moved) {
    stroke: color-mix(in srgb, var(--ink-2) 40%, var(--paper));
  }
  .attention .own,
  .after .attention .moved {
    stroke: var(--weight);
    opacity: 1;
  }
  .panel button {
    position: absolute;
    min-height: 24px;
    font-family: var(--serif);
    font-size: 15px;
    line-height: 24px;
    white-space: nowrap;
  }
  .panel .from {
    right: calc(100% - 104px);
  }
  .panel .to {
    left: calc(100% - 66px);
    max-width: 66px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .panel small {
    display: inline-block;
    min-width: 30px;
    color: var(--weight);
    font: 12px var(--sans);
    text-align: end;
  }
  .panel .own {
    ${look.ofFocus}
  }
  .panel button.own {
    ${look.offered}
  }
  .panel button:hover {
    ${look.offered}
  }
  .ask {
    min-height: 28px;
    margin: 8px 0 0;
  }
  .swap {
    min-height: 28px;
    padding: 0 12px;
    border: 1px solid var(--ink);
    border-radius: 16px;
    font-family: var(--serif);
    font-size: 15px;
  }
  .routing figcaption {
    ${look.caption}
    margin-top: 6px;
  }
  .small {
    margin: 6px 0 0;
    ${look.quiet}
  }
  @media (prefers-reduced-motion: reduce) {
    .panel path {
      transition: none;
    }
  }
`;
