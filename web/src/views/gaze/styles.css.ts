import { css } from 'lit';
import * as look from '../../render/palette.css';
import { questionStyles } from '../kit/question';
import { stepStyles } from '../kit/styles.css';

export const gazeStyles = css`
  ${stepStyles}
  ${questionStyles}
  .gaze {
    margin: 0;
  }
  .diptych {
    display: flex;
    gap: 20px;
  }
  .stacked .diptych {
    display: block;
  }
  .eye {
    position: relative;
    overflow: hidden;
    border-radius: 3px;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .eye > * {
    ${look.drawnOver}
    width: 100%;
    height: 100%;
  }
  .eye .dusk {
    background: light-dark(transparent, #8089a8);
    mix-blend-mode: multiply;
  }
  .eye circle {
    fill: none;
    stroke: #1a1c21;
    stroke-width: 1.2;
  }
  .eye .halo {
    stroke: #fff;
    stroke-width: 3;
    opacity: 0.5;
  }
  .scene {
    position: relative;
  }
  .scene .play {
    position: absolute;
    right: 8px;
    bottom: 8px;
    min-height: 28px;
    padding: 0 10px;
    border-radius: 14px;
    background: var(--paper);
    color: var(--ink);
    font-size: 12px;
  }
  .eye .way {
    fill: none;
    stroke: #1a1c21;
    stroke-width: 1.2;
    stroke-dasharray: 2 4;
  }
  .eye .rest {
    fill: #fff;
  }
  .sentence {
    ${look.row}
    gap: 2px 10px;
    align-content: center;
    justify-content: center;
    box-sizing: border-box;
    padding: 10px 12px;
    border-radius: 3px;
  }
  .sentence,
  .lines .line.at {
    background: var(--sheet);
  }
  /* How dark a word is is its number, and no text to be read: buttons and tables say the words. */
  [data-word]::before {
    content: attr(data-word);
  }
  .seen {
    display: flex;
    flex-direction: column;
    align-items: center;
    min-width: 34px;
  }
  .type {
    min-height: 24px;
    padding: 0 2px;
    border-bottom: 2px solid transparent;
    line-height: 1.2;
  }
  .type span {
    display: block;
    font-family: var(--serif);
    transition:
      filter 0.16s var(--ease),
      opacity 0.16s var(--ease);
  }
  .rests .type span {
    transition-duration: 0.4s;
  }
  .own .type {
    border-color: var(--query);
    ${look.ofFocus}
  }
  .seen .number {
    min-height: 24px;
    padding: 0 4px;
    ${look.quiet}
    line-height: 1.2;
  }
  .seen .number:hover:enabled {
    ${look.underlined}
  }
  .seen .strong {
    ${look.ofHead}
  }
  .swap {
    align-self: center;
    min-height: 28px;
    padding: 0 12px;
    border: 1px solid var(--ink);
    border-radius: 16px;
    font-family: var(--serif);
    font-size: 15px;
  }
  .under {
    margin: 4px 0 0;
    ${look.quiet}
  }
  .under b {
    color: var(--ink);
    font: 700 15px / 1.3 var(--serif);
  }
  .stacked .under {
    margin-bottom: 12px;
  }
  .gaze figcaption {
    ${look.caption}
  }
  .gaze .question {
    margin: 8px 0 0;
  }
  .gaze .name {
    ${look.wrapping}
    justify-content: space-between;
    gap: 0 16px;
    margin: 8px 0 4px;
    padding-top: 6px;
    border-top: 1px solid var(--line);
    font: 700 15px / 1.3 var(--serif);
  }
  .gaze .name small {
    color: var(--ink-2);
    font: 12px / 1.3 var(--sans);
  }
  .lines {
    font-family: var(--serif);
    line-height: 1.38;
    cursor: pointer;
  }
  .stacked .line {
    padding: 2px 0;
  }
  .in-columns .line {
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    text-align: center;
    white-space: nowrap;
  }
  .lines .own {
    color: var(--query);
    ${look.underlined}
  }
  .scale {
    ${look.wrapping}
    gap: 0 20px;
    margin: 6px 0 2px;
    padding-top: 4px;
    border-top: 1px solid var(--line);
    ${look.quiet}
  }
  .scale p {
    display: flex;
    gap: 6px;
    align-items: baseline;
    margin: 0;
  }
  .scale span {
    color: var(--ink);
    font: 15px / 1.3 var(--serif);
  }
  @media (prefers-reduced-motion: reduce) {
    .type span {
      transition: none;
    }
  }
`;
