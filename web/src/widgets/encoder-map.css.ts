import { css } from 'lit';
import * as look from '../render/palette.css';

/** The map in its three forms: a column of named parts, a rail without names, layers lying side by side. */
export const encoderMapStyles = css`
  .map {
    position: relative;
    width: 99px;
    font-size: 11px;
    line-height: 14px;
  }
  .map button {
    display: block;
    box-sizing: border-box;
    width: 100%;
    min-height: 24px;
    color: inherit;
    text-align: start;
  }
  .map .cells {
    display: block;
  }
  .map .name {
    display: block;
    white-space: nowrap;
  }
  .map.column .name {
    position: relative;
  }
  .map.column .name .changed {
    position: absolute;
    top: 0;
    right: 0;
  }
  /* In the margin, where it leaves room for the longest name. */
  .map.column .unfolded .name .changed {
    right: -9px;
  }
  .map .name .changed {
    padding-left: 3px;
    border-left: 2px solid var(--ink);
    ${look.strong}
    font-size: 10px;
    letter-spacing: -0.03em;
    line-height: 11px;
    margin-top: 1px;
  }
  .map:not(.column) .name .changed {
    display: table;
  }
  .map button:hover .name {
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .map .word-heads {
    position: relative;
    height: 14px;
    color: var(--ink-2);
  }
  .map .word-heads span {
    position: absolute;
    transform: translateX(-50%);
    white-space: nowrap;
  }
  .map .word-heads .focus {
    ${look.ofFocus}
  }
  .map .flow {
    position: relative;
    padding-top: 2px;
  }
  .map .focus-frame {
    position: absolute;
    top: 0;
    bottom: 0;
    box-sizing: border-box;
    border: 1px solid var(--query);
    opacity: 0.8;
    pointer-events: none;
  }
  .map .part {
    position: relative;
    padding-bottom: 4px;
  }
  .map .folded {
    margin: 4px 0 7px;
  }
  .map .folded .cells + .cells {
    margin-top: 3px;
  }
  .map .unfolded {
    margin: 0 -10px 6px;
    padding: 5px 10px 2px;
    border-radius: 6px;
    background: var(--sheet);
  }
  .map .unfolded h2 {
    margin: 0 0 2px;
    font-size: 12px;
    line-height: 16px;
    font-weight: 700;
  }
  .map .part [aria-current='true'] .name {
    font-weight: 700;
  }
  .map .heads-of {
    position: relative;
    margin-top: -8px;
  }
  .map .head {
    position: absolute;
    left: 0;
    right: 0;
    cursor: pointer;
  }
  .map .head:hover {
    outline: 1px solid var(--ink-2);
    outline-offset: 1px;
  }
  .map .head[aria-checked='true'] {
    outline: 2px solid var(--weight);
    outline-offset: 1px;
    border-radius: 1px;
  }
  .map .head:focus-visible {
    ${look.focusRing}
  }
  .map .note {
    margin: 4px 0 0;
    color: var(--ink-2);
  }
  .map :is(.hue-query, .hue-key, .hue-value, .hue-weight, .hue-norm, .hue-feed-forward) .name {
    color: var(--hue);
  }
  .map .hue-query {
    --hue: var(--query);
  }
  .map .hue-key {
    --hue: var(--key);
  }
  .map .hue-value {
    --hue: var(--value);
  }
  .map .hue-weight {
    --hue: var(--weight);
  }
  .map .hue-norm {
    --hue: var(--norm);
  }
  .map .hue-feed-forward {
    --hue: var(--feed-forward);
  }
  /* What a part is for: after a moment over its row, at once for the keyboard. */
  .map .card {
    position: absolute;
    top: -8px;
    left: calc(100% + 14px);
    z-index: 3;
    box-sizing: border-box;
    width: 300px;
    padding: 8px 14px 10px;
    ${look.onPaper}
    font-size: 13px;
    line-height: 18px;
    color: var(--ink);
    opacity: 0;
    visibility: hidden;
    pointer-events: none;
    transition: opacity 90ms linear, visibility 0s 90ms;
  }
  .map :is(button:hover:not([data-read]), button:focus-visible) + .card {
    opacity: 1;
    visibility: visible;
    transition: opacity 90ms linear 300ms;
  }
  .map button:focus-visible + .card {
    transition-delay: 0s;
  }
  .map .card b {
    font: 700 15px / 20px var(--serif);
  }
  .map .card .shape {
    float: right;
    ${look.quiet}
  }
  .map .card :is(.purpose, .equation) {
    display: block;
  }
  .map .card .equation {
    margin-top: 4px;
    font: 13px / 18px var(--serif);
    color: var(--ink-2);
  }
  @media (prefers-reduced-motion: reduce) {
    .map .card {
      transition: none;
    }
  }

  .map.rail {
    width: 44px;
  }
  .map.rail :is(.part .name, .note, .word-heads span:not(.focus)) {
    display: none;
  }
  .map.rail .part button {
    min-height: 24px;
  }
  .map.rail .part .cells {
    margin-top: 8px;
  }
  .map.rail .heads-of .cells {
    margin-top: 0;
  }
  .map.rail .unfolded {
    margin: 0 -4px 6px;
    padding: 4px;
  }

  .map.tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(64px, 1fr));
    gap: 4px;
    width: auto;
  }
  .map.tiles .folded {
    min-width: 0;
    margin: 0;
    padding: 4px 6px 6px;
    border-radius: 5px;
  }
  .map.tiles [aria-current='true'] {
    background: var(--sheet);
  }
  .map.tiles [aria-current='true'] .name {
    font-weight: 700;
  }
  .map.tiles .cells {
    width: 100%;
  }
`;
