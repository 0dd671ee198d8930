import { css } from 'lit';
import * as look from '../../render/palette.css';
import { figureTextStyles } from '../kit/figure-text.css';
import { stepStyles } from '../kit/styles.css';

export const familyStyles = css`
  ${stepStyles}
  ${figureTextStyles}
  .family {
    margin: 0;
  }
  .members {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
    gap: 20px 14px;
  }
  .members.fours {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  .member h3 {
    margin: 0 0 4px;
  }
  .member h3 small {
    color: var(--ink-2);
    font: 12px var(--sans);
  }
  .member.chosen h3 {
    ${look.chosenWord}
  }
  .which {
    ${look.row}
    gap: 2px 14px;
    margin-bottom: 8px;
  }
  .which [aria-checked='true'] {
    ${look.strong}
    ${look.offered}
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 14px;
  }
  .block {
    display: grid;
    gap: 4px;
    font-size: 12px;
    text-align: center;
  }
  .layer {
    position: relative;
    display: grid;
    gap: 4px;
    padding: 6px 8px 6px 18px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: var(--sheet);
  }
  .times {
    ${look.quietest}
    line-height: 1;
    text-align: end;
  }
  .part {
    display: grid;
    min-height: 24px;
    padding: 2px 4px;
    border: 1px solid var(--hue, var(--line));
    border-radius: 2px;
    place-content: center;
    background: var(--paper);
    line-height: 1.25;
  }
  .part small {
    font-size: 11px;
  }
  .part.end {
    border-color: transparent;
    background: none;
    color: var(--ink-2);
    font: italic 13px var(--serif);
  }
  .part.positions {
    --hue: var(--residual);
    border-style: dashed;
  }
  .part.attention {
    --hue: var(--weight);
    min-height: 34px;
  }
  .part.norm {
    --hue: var(--norm);
    min-height: 20px;
  }
  .part.network {
    --hue: var(--feed-forward);
    min-height: 34px;
  }
  .part.differs {
    border-width: 2px;
    background: color-mix(in srgb, var(--hue, var(--ink-2)) 20%, var(--paper));
    font-weight: 700;
  }
  .part.end.differs {
    background: none;
    color: var(--ink);
    ${look.underlined}
  }
  .around {
    position: relative;
    display: grid;
    gap: 4px;
  }
  /* The residual connection: out before the part, back at the sum. */
  .around::before {
    position: absolute;
    inset: 2px auto 8px -10px;
    width: 10px;
    border: 1.5px solid var(--residual);
    border-right: 0;
    border-radius: 3px 0 0 3px;
    content: '';
  }
  .plus {
    color: var(--residual);
    font-weight: 700;
    line-height: 1;
  }
  .member .act {
    margin-top: 6px;
    min-height: 28px;
    padding: 2px 10px;
  }
  .act[aria-pressed='true'] {
    ${look.inverted}
  }
  figcaption {
    max-width: 76ch;
    margin: 12px 0 0;
    font: 17px / 1.35 var(--serif);
  }
  .told-and-asked {
    ${look.twoColumns}
  }
  .question,
  .about {
    margin-top: 10px;
  }
`;
