import { css, unsafeCSS } from 'lit';
import * as look from '../render/palette.css';

/** A term, or an operand of an answer, has the hue of its tensor. */
const hues = unsafeCSS(
  ['query', 'key', 'value', 'weight', 'residual', 'norm', 'feed-forward']
    .map((role) => `.term[data-role='${role}'], .operand.hue-${role} { color: var(--${role}); }`)
    .join(' '),
);

export const formulaStyles = css`
  /* Scripts are a fifth smaller: nothing under 11 px. */
  math {
    font-size: 14px;
    font-family: var(--serif);
  }
  math msup msub > :nth-child(2) {
    font-size: 11px;
  }
  math mn {
    font-family: var(--sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  math mtext.name {
    font-family: var(--serif);
  }
  ${hues}
  .term:is(:hover, :focus, .lit) {
    ${look.underlined}
    text-decoration-thickness: 1px;
    background: var(--sheet);
  }
  .formula {
    ${look.row}
    justify-content: center;
    align-items: center;
    gap: 4px 32px;
    margin: 10px 0 0;
    min-height: 56px;
  }
  .formula math {
    font-size: 15px;
    math-style: normal;
  }
  .formula .numbers {
    ${look.wrapping}
    justify-content: center;
    gap: 3px 14px;
  }
  .formula .numbers math {
    font-size: 14px;
  }
  /* A line of three products fits a phone, whatever their digits. */
  .formula .numbers :is(mn, mo, mtext) {
    font-size: clamp(11px, 3.1vw, 13px);
  }
  .formula .numbers :is(msup > :nth-child(2), msup > :nth-child(2) mn) {
    font-size: 11px;
  }
  .formula .about {
    ${look.quietest}
  }
  .formula button.about {
    min-height: 24px;
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .formula mtext.rest {
    font-family: var(--sans);
    ${look.quietest}
  }
`;
