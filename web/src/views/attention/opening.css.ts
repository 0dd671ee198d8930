import { css } from 'lit';
import * as look from '../../render/palette.css';

/** The opening: words and arches, large, with what is written among them. */
export const openingStyles = css`
  .opening .plane {
    position: relative;
  }
  .opening .arches {
    ${look.overlay}
  }
  .opening .piece {
    height: 40px;
    line-height: 38px;
  }
  .opening.rows .word .piece {
    height: 28px;
    line-height: 25px;
  }
  .opening :is(.amount, .of-what, .change, .guess, .about) {
    position: absolute;
    margin: 0;
  }
  .opening .amount {
    font-size: 13px;
    line-height: 20px;
    ${look.ofHead}
    text-align: center;
    pointer-events: none;
    -webkit-text-stroke: 5px var(--paper);
    paint-order: stroke fill;
  }
  .opening .amount.inside {
    font-size: 15px;
    color: var(--paper);
    -webkit-text-stroke: 0;
  }
  .opening .beside-pin {
    padding: 0 2px;
    background: var(--paper);
  }
  .opening.rows .amount {
    font-weight: 400;
    line-height: 28px;
    text-align: end;
  }
  .opening.rows .amount.most {
    font-size: 17px;
    font-weight: 700;
  }
  .opening :is(.of-what, .change, .guess span) {
    ${look.quiet}
  }
  .opening .of-what {
    ${look.ellipsis}
    line-height: 28px;
  }
  .opening .change {
    text-align: center;
    white-space: nowrap;
  }
  .opening .guess {
    padding-top: 20px;
    text-align: center;
    pointer-events: none;
  }
  .opening .guess .stem {
    position: absolute;
    top: 0;
    height: 18px;
    border-left: 1px solid var(--ink-2);
  }
  .opening .guess > span:not(.odds) {
    display: block;
  }
  .opening .guess b {
    font: 700 26px / 34px var(--serif);
  }
  .opening .guess .odds {
    font-size: 15px;
  }
  .opening.rows .guess {
    padding: 0;
    text-align: end;
    white-space: nowrap;
  }
  .opening.rows .guess b {
    font: 700 20px / 28px var(--serif);
  }
  .opening.rows .guess .odds {
    font-size: 13px;
  }
  .opening .pill {
    font-size: 15px;
    line-height: 26px;
  }
  .opening.rows .pill {
    padding: 0 16px;
    border-radius: 18px;
    line-height: 34px;
  }
  .opening .about {
    font-size: 13px;
    line-height: 19px;
    color: var(--ink-2);
  }
`;
