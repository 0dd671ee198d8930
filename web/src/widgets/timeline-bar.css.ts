import { css } from 'lit';
import * as look from '../render/palette.css';

/** Play, step back, step on, speed, and the rail with the steps' names. */
export const timelineStyles = css`
  .timeline {
    container: bar / inline-size;
    background: var(--paper);
  }
  .timeline .controls {
    display: grid;
    grid-template-columns: repeat(5, auto) 1fr;
    align-items: center;
    column-gap: 6px;
  }
  .timeline .icon {
    ${look.centred}
    width: 28px;
    height: 44px;
  }
  .timeline .icon svg,
  .timeline .play svg {
    display: block;
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .timeline .play {
    border-radius: 50%;
    padding: 3px;
  }
  .timeline .play:focus-visible {
    border-radius: 50%;
  }
  .timeline .play circle {
    fill: var(--ink);
    stroke: none;
  }
  .timeline .play path {
    fill: var(--paper);
    stroke: none;
  }
  .timeline .loop[aria-pressed='true'] {
    box-shadow: inset 0 -2px var(--ink);
  }
  .timeline .speed {
    min-width: 32px;
    min-height: 28px;
    color: var(--ink-2);
    text-align: center;
  }
  .timeline .rail {
    grid-column: 6;
    position: relative;
    height: 64px;
    margin: 0 26px 0 32px;
    container-type: inline-size;
    cursor: pointer;
    touch-action: pan-y;
    user-select: none;
  }
  .timeline .stretch,
  .timeline .done {
    position: absolute;
    top: 27px;
    left: 0;
    height: 2px;
    border-radius: 2px;
    background: var(--line);
  }
  .timeline .playhead {
    position: absolute;
    inset: 0;
  }
  /* On which the playhead is painted. */
  .timeline .rail > canvas {
    z-index: 1;
  }
  .timeline .done {
    top: 27.5px;
    height: 1.4px;
    border-radius: 0;
    background: var(--ink-2);
  }
  .timeline .done.heavy {
    top: 26.5px;
    height: 3px;
    background: var(--ink);
  }
  .timeline .group {
    position: absolute;
    top: 38px;
    ${look.quiet}
    line-height: 24px;
    white-space: nowrap;
    transform: translateX(-50%);
    pointer-events: none;
  }
  .timeline .group.here {
    top: -4px;
    margin-left: -12px;
    ${look.strong}
    transform: none;
  }
  .timeline .tick {
    --room: min(96px, 100% / var(--count));
    position: absolute;
    top: 38px;
    width: var(--room);
    height: 24px;
    margin-left: calc(var(--room) / -2);
    display: flex;
    justify-content: center;
    ${look.quiet}
    line-height: 24px;
    white-space: nowrap;
  }
  .timeline .many .tick {
    font-size: 11px;
    letter-spacing: -0.02em;
    word-spacing: -0.1em;
  }
  .timeline .many .tick:not(.here) {
    visibility: hidden;
  }
  .timeline .mark {
    position: absolute;
    top: 23px;
    width: 1.5px;
    height: 10px;
    margin-left: -0.75px;
    background: var(--line);
    pointer-events: none;
  }
  .timeline .mark.here {
    background: var(--ink-2);
  }
  .timeline .mark.past {
    background: var(--ink);
  }
  .timeline .changed {
    position: absolute;
    top: 12px;
    font-size: 10px;
    line-height: 12px;
    transform: translateX(-50%);
    pointer-events: none;
  }
  .timeline .affected {
    position: absolute;
    top: 18px;
    border-top: 2px dotted var(--ink);
    pointer-events: none;
  }
  .timeline .beginning {
    left: 0;
  }
  .timeline .tick.past {
    color: var(--ink);
  }
  .timeline .tick.now {
    ${look.strong}
  }
  .timeline .knob {
    position: absolute;
    z-index: 1;
    top: 20px;
    width: 16px;
    height: 16px;
    margin-left: -8px;
    box-sizing: border-box;
    border: 3px solid var(--ink);
    border-radius: 50%;
    background: var(--paper);
    will-change: transform;
  }
  .timeline .knob:focus-visible {
    border-radius: 50%;
  }
  .timeline .knob::after {
    content: '';
    position: absolute;
    inset: -16px;
  }
  /* Where the reader's own colours take the place of grounds, lines are borders of text's colour. */
  @media (forced-colors: active) {
    .timeline :is(.stretch, .done, .mark) {
      forced-color-adjust: none;
      background: CanvasText;
    }
    .timeline .stretch,
    .timeline .mark:not(.past, .here) {
      background: GrayText;
    }
  }
  .timeline .summary {
    display: none;
  }
  /* Where the names would touch, the one of the present place stands alone. */
  @container bar (width < 1120px) {
    .timeline .many .tick:not(.now) {
      visibility: hidden;
    }
  }
  @container bar (width < 1040px) {
    .timeline .many .group {
      visibility: hidden;
    }
  }
  @container bar (width < 560px) {
    .timeline .controls {
      grid-template-columns: auto auto 1fr auto auto auto;
      column-gap: 2px;
    }
    .timeline .onward {
      order: 1;
    }
    .timeline :is(.loop, .speed) {
      order: 2;
    }
    .timeline .rail {
      grid-column: 3;
      height: 72px;
      margin: 0 16px;
    }
    .timeline :is(.tick, .group) {
      display: none;
    }
    .timeline .summary {
      position: absolute;
      display: flex;
      flex-direction: column;
      justify-content: space-between;
      /* Above the buttons there is room for a name that is longer than the rail. */
      inset: 0 -24px 8px;
      text-align: center;
      font-size: 11px;
      line-height: 16px;
      white-space: nowrap;
      color: var(--ink-2);
      pointer-events: none;
    }
    .timeline .summary b {
      font-size: 13px;
      color: var(--ink);
    }
  }
`;
