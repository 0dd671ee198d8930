import { css } from 'lit';

/** A fold beneath what was asked: a hairline with a notch, on the sheet's ground. */
export const whyInspectorStyles = css`
  .inspector {
    position: relative;
    margin: 16px 0;
    padding: 16px 16px 20px;
    border-top: 1.5px solid var(--ink);
    background: var(--sheet);
    container-type: inline-size;
  }
  .inspector h2 {
    margin: 0;
    scroll-margin: 48px 0 160px;
    font: italic 700 20px / 1.2 var(--serif);
  }
  .inspector .name {
    margin: 4px 0 0;
    font: 15px / 1.35 var(--serif);
  }
  .inspector .where {
    margin: 0;
    color: var(--ink-2);
    font-size: 12px;
  }
  .inspector .close {
    position: absolute;
    top: 12px;
    right: 16px;
    min-height: 24px;
    color: var(--ink-2);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .inspector .trail {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    margin: 0 64px 8px 0;
    padding: 0;
    list-style: none;
    color: var(--ink-2);
    font-size: 12px;
  }
  .inspector .trail li + li::before {
    content: '←';
    margin-right: 4px;
  }
  .inspector .trail button {
    min-height: 24px;
  }
  .inspector .trail [aria-current] {
    color: var(--ink);
    font-weight: 700;
  }
  .inspector .about {
    margin: 12px 0 4px;
    color: var(--ink-2);
  }
  .inspector .operand {
    min-height: 24px;
    min-width: 24px;
    border-bottom: 1px dotted currentcolor;
  }
  .inspector .operand:hover {
    border-bottom-style: solid;
  }
  .inspector .sum {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 8px;
    margin: 8px 0 0;
    font-size: 15px;
  }
  .inspector .sum b {
    font-size: 17px;
  }
  .inspector .sum .part {
    display: inline-flex;
    flex-direction: column;
    align-items: center;
  }
  .inspector .sum small {
    color: var(--ink-2);
    font-size: 11px;
  }
  .inspector .terms {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(264px, 1fr));
    gap: 0 32px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .inspector .terms li {
    display: grid;
    grid-template-columns: 28px 1fr 14px 1fr 14px 1fr 56px;
    align-items: center;
    min-height: 24px;
    text-align: end;
  }
  .inspector .terms.powers li {
    grid-template-columns: minmax(56px, 1.4fr) 1fr 1fr 72px;
    gap: 8px;
  }
  .inspector .terms .operand {
    justify-self: end;
    text-align: end;
  }
  .inspector .terms .place {
    color: var(--ink-2);
    font-size: 11px;
    text-align: start;
  }
  .inspector .terms .word {
    overflow: hidden;
    font: 15px / 1.2 var(--serif);
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .inspector .terms .own {
    font-weight: 700;
  }
  .inspector .terms svg {
    display: block;
    width: 100%;
    height: 12px;
    margin-left: 8px;
    overflow: visible;
  }
  .inspector .rest {
    color: var(--ink-2);
  }
  @container (max-width: 340px) {
    .inspector .terms {
      grid-template-columns: 1fr;
    }
  }
`;
