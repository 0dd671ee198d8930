import { css } from 'lit';
import * as look from '../../render/palette.css';
import { draggedUpAndDown } from '../kit/styles.css';

/** Words, weights and the swap: what a reader can take hold of. */
export const handleStyles = css`
  .figure .word {
    position: absolute;
    display: flex;
    justify-content: center;
    align-items: flex-start;
    font-family: var(--serif);
    font-variant-numeric: normal;
    white-space: nowrap;
  }
  .figure .piece {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    border-bottom: 2.5px solid transparent;
    line-height: 28px;
    height: 30px;
    box-sizing: border-box;
    padding: 0 2px;
  }
  .figure .word:hover .piece {
    border-bottom-color: var(--line);
  }
  .figure .word.top .piece,
  .figure .word.focus .piece {
    font-weight: 700;
  }
  .figure .word.focus .piece {
    color: var(--query);
    border-bottom-color: var(--query);
  }
  .figure .word.dim:not(.focus) .piece {
    color: var(--ink-2);
  }
  .figure .beyond {
    position: absolute;
    overflow: hidden;
    ${look.quiet}
    line-height: 28px;
    text-align: center;
    white-space: nowrap;
    ${look.underlined}
  }
  .figure.columns .beyond {
    vertical-align: top;
    padding: 0 0 26px;
  }
  .figure.rows .beyond {
    text-align: left;
  }
  .figure .share {
    position: absolute;
    ${look.quiet}
  }
  .figure .share span {
    position: absolute;
    left: 0;
    right: 0;
    text-align: center;
    line-height: 16px;
  }
  .figure .share s {
    position: absolute;
    left: 0;
    right: 0;
    ${look.quietest}
    font-weight: 400;
    line-height: 14px;
    text-align: center;
  }
  .figure .share.changed span::before {
    display: inline-block;
    width: 2px;
    height: 12px;
    margin-right: 4px;
    background: var(--ink);
    content: '';
    vertical-align: -1px;
  }
  .figure .share.loud {
    font-size: 15px;
    ${look.ofHead}
  }
  .figure .share:hover span,
  .figure .share.open span {
    ${look.underlined}
    text-decoration-thickness: 1px;
  }
  .figure .share.dim {
    color: var(--ink-2);
  }
  .figure .crown {
    position: absolute;
    z-index: 1;
    ${look.centred}
    ${draggedUpAndDown}
  }
  .figure .crown .knob {
    ${look.centred}
    box-sizing: border-box;
    width: 18px;
    height: 18px;
    border: 2px solid var(--ink);
    border-radius: 50%;
    background: var(--paper);
    font-size: 9px;
    line-height: 1;
    opacity: 0;
  }
  .figure .crown:is(:hover, :focus-visible, .changed, .held) .knob {
    opacity: 1;
  }
  .figure .crown .gain {
    position: absolute;
    left: 100%;
    padding: 0 3px;
    background: var(--paper);
    font-size: 12px;
    font-weight: 700;
    line-height: 16px;
    white-space: nowrap;
  }
  .figure.rows .crown .gain {
    display: none;
  }
  .figure .ask {
    position: absolute;
  }
  .figure .ask:hover {
    box-shadow: inset 0 -1px var(--ink-2);
  }
  .figure .swap {
    position: absolute;
    ${look.centred}
  }
  .figure .pill {
    box-sizing: border-box;
    min-width: 100%;
    padding: 0 10px;
    border: 1px solid var(--ink);
    border-radius: 14px;
    background: var(--paper);
    font: 13px / 22px var(--serif);
    text-align: center;
    white-space: nowrap;
  }
  .figure .swap:hover .pill {
    background: var(--sheet);
  }
  .figure.rows .word {
    justify-content: flex-start;
    align-items: center;
  }
  .figure.rows .piece {
    padding: 0;
  }
  .figure.rows .share :is(span, s) {
    right: auto;
    top: 14px;
    white-space: nowrap;
  }
  .figure.rows .share.loud {
    font-size: 13px;
  }
  .figure.rows .swap {
    justify-items: start;
  }
  .figure.rows .pill {
    min-width: 0;
  }
`;

/** Names of the steps, of the output, and the caption. */
export const labelStyles = css`
  .figure .gutter {
    position: sticky;
    left: 0;
    flex: none;
    z-index: 1;
  }
  .figure .wide .gutter:not(.inline) {
    background: var(--paper);
  }
  .figure .label,
  .figure .hint {
    position: absolute;
    white-space: nowrap;
  }
  .figure .hint {
    ${look.quiet}
  }
  .figure .hint.small {
    font-size: 11px;
  }
  .figure .label .head {
    display: flex;
    align-items: baseline;
    gap: 8px;
    line-height: 20px;
  }
  .figure .label.stacked .head {
    display: block;
  }
  .figure .label.stacked .head > * {
    display: block;
  }
  .figure .gutter.inline .label {
    display: flex;
    align-items: center;
    gap: 14px;
  }
  .figure .gutter.inline .note {
    line-height: 20px;
    font-size: 11px;
  }
  .figure .gutter.inline .step {
    font-size: 13px;
  }
  .figure .label .step {
    font: 700 15px var(--serif);
    font-stretch: condensed;
  }
  .figure .label.todo .step {
    color: var(--ink-2);
    font-weight: 400;
  }
  .figure .gutter:not(.inline) .label {
    width: 92px;
    white-space: normal;
  }
  .figure .label .note {
    ${look.quiet}
    line-height: 17px;
  }
  .figure .home {
    margin-top: 1px;
  }
  .figure .names > * {
    position: absolute;
    line-height: 20px;
    white-space: nowrap;
  }
  .figure .names b {
    font: 700 14px / 20px var(--serif);
  }
  .figure .names .new {
    text-align: right;
  }
  .figure .names span:not(.value) {
    ${look.quiet}
  }
  .figure .names .ends {
    ${look.spread}
  }
  .figure .caption {
    margin: 20px 0 0;
    text-align: center;
    text-wrap: balance;
    font: 15px / 1.45 var(--serif);
    font-stretch: condensed;
  }
  .figure .mention:hover {
    ${look.underlined}
  }
`;
