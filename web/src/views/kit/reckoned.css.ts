import { css } from 'lit';

/** Numbers that can be asked, and the arithmetic that they unfold. */
export const reckonedStyles = css`
  .asks {
    min-height: 24px;
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .asks:is(:hover, [aria-expanded='true']) {
    text-decoration-style: solid;
  }
  .asks,
  .asked {
    white-space: nowrap;
  }
  :is(.told, .about) .asks,
  figcaption .asks {
    min-height: 0;
    line-height: 1.2;
  }
  .reckoned {
    position: relative;
    grid-column: 1 / -1;
    min-width: 0;
    padding: 10px 14px;
    border-top: 1.5px solid var(--ink);
    background: var(--sheet);
    font-size: 13px;
  }
  .reckoned h3 {
    margin: 0;
    font: italic 700 17px / 1.3 var(--serif);
  }
  .reckoned > .link {
    position: absolute;
    top: 8px;
    right: 14px;
  }
  .reckoned p {
    margin: 4px 0;
  }
  .reckoned ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
    gap: 0 24px;
    margin: 4px 0;
    padding: 0;
    list-style: none;
  }
  .reckoned small {
    display: inline-block;
    min-width: 24px;
    color: var(--ink-2);
    font-size: 11px;
  }
  .reckoned .line {
    font-size: 15px;
    overflow-wrap: anywhere;
  }
`;
