import { css } from 'lit';

/** An answer below the figure. */
export const beneathStyles = css`
  .why.beneath {
    position: relative;
    margin: 16px 0;
    padding: 16px 16px 20px;
    border-top: 1.5px solid var(--ink);
    background: var(--sheet);
    container-type: inline-size;
  }
  .why.beneath :is(h2, h3) {
    margin: 0;
    scroll-margin: 48px 0 160px;
    font: italic 700 20px / 1.2 var(--serif);
  }
  .why.beneath .name {
    margin: 4px 0 0;
    font: 15px / 1.35 var(--serif);
  }
  .why.beneath .where {
    margin: 0;
    color: var(--ink-2);
    font-size: 12px;
  }
  .why.beneath .close {
    position: absolute;
    top: 12px;
    right: 16px;
    min-height: 24px;
    color: var(--ink-2);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .why.beneath .trail {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    margin: 0 64px 8px 0;
    padding: 0;
    list-style: none;
    color: var(--ink-2);
    font-size: 12px;
  }
  .why.beneath .trail li + li::before {
    content: '←';
    margin-right: 4px;
  }
  .why.beneath .trail button {
    min-height: 24px;
  }
  .why.beneath .trail [aria-current] {
    color: var(--ink);
    font-weight: 700;
  }
  .why.beneath .about {
    margin: 12px 0 4px;
    color: var(--ink-2);
  }
  .why.beneath .operand {
    min-height: 24px;
    min-width: 24px;
    border-bottom: 1px dotted currentcolor;
  }
  .why.beneath .operand:hover {
    border-bottom-style: solid;
  }
  .why.beneath .sum {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 8px;
    margin: 8px 0 0;
    font-size: 15px;
  }
  .why.beneath .sum b {
    font-size: 17px;
  }
  .why.beneath .sum .part {
    display: inline-flex;
    flex-direction: column;
    align-items: center;
  }
  .why.beneath .sum small {
    color: var(--ink-2);
    font-size: 11px;
  }
  .why.beneath .terms {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(264px, 1fr));
    gap: 0 32px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .why.beneath .terms li {
    display: grid;
    grid-template-columns: 28px 1fr 14px 1fr 14px 1fr 56px;
    align-items: center;
    min-height: 24px;
    text-align: end;
  }
  .why.beneath .formula {
    margin: 8px 0 0;
    font: 15px / 1.4 var(--serif);
  }
  .why.beneath .terms li.plain {
    grid-template-columns: minmax(64px, 1fr) 1fr 56px;
  }
  .why.beneath .terms .whole {
    grid-column: 2 / span 3;
  }
  .why.beneath .terms.powers li {
    grid-template-columns: minmax(56px, 1.4fr) 1fr 1fr 72px;
    gap: 8px;
  }
  .why.beneath .terms .operand {
    justify-self: end;
    text-align: end;
  }
  .why.beneath .terms .place {
    color: var(--ink-2);
    font-size: 11px;
    text-align: start;
  }
  .why.beneath .terms .word {
    overflow: hidden;
    font: 15px / 1.2 var(--serif);
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .why.beneath .terms .own {
    font-weight: 700;
  }
  .why.beneath .terms svg {
    display: block;
    width: 100%;
    height: 12px;
    margin-left: 8px;
    overflow: visible;
  }
  .why.beneath .rest {
    color: var(--ink-2);
  }
  @container (max-width: 340px) {
    .why.beneath .terms {
      grid-template-columns: 1fr;
    }
  }
`;
