import { css } from 'lit';
import * as look from '../render/palette.css';
import { numberAxisStyles } from './number-axis';

/** The switches in a list or, where there is room, in columns; the control of one unfolds below it. */
export const switchesStyles = css`
  ${numberAxisStyles}
  .switches {
    font-size: 12px;
  }
  .switches .fold {
    ${look.spread}
    width: 100%;
    min-height: 24px;
    align-items: center;
    font-weight: 700;
  }
  .switches .fold::after {
    content: '▸';
    font-weight: 400;
  }
  .switches .fold[aria-expanded='true']::after {
    content: '▾';
  }
  .switches .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr));
    grid-auto-flow: dense;
    gap: 0 32px;
  }
  .switches .switch {
    ${look.spread}
    gap: 8px;
    width: 100%;
    min-height: 24px;
    line-height: 24px;
    white-space: nowrap;
  }
  .switches .switch sub {
    line-height: 0;
  }
  .switches .switch span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    ${look.underlined}
  }
  .switches .switch[aria-expanded='true'] {
    font-weight: 700;
  }
  .switches .control {
    grid-column: 1 / -1;
    min-width: 0;
    margin-bottom: 8px;
    padding: 8px 0;
    border-block: 1px solid var(--line);
  }
  :is(.switches, .scopes) .choices {
    display: grid;
    gap: 2px 6px;
    max-width: 420px;
    align-items: center;
  }
  :is(.switches, .scopes) .choices small {
    ${look.quietest}
  }
  :is(.switches, .scopes) .choice {
    min-height: 24px;
    padding: 0 4px;
    border: 1px solid var(--line);
    font-size: 11px;
    ${look.ellipsis}
  }
  :is(.switches, .scopes) .choice:hover {
    border-color: var(--ink);
  }
  :is(.switches, .scopes) .choice[aria-pressed='true'] {
    border: 2px solid var(--ink);
    font-weight: 700;
  }
  .switches .toggles {
    display: grid;
    gap: 2px;
    align-items: center;
  }
  .switches .toggles small {
    padding-right: 4px;
    color: var(--ink-2);
  }
  .switches .toggle {
    min-height: 24px;
    border: 1px solid var(--ink-2);
    font-size: 11px;
    text-align: center;
  }
  .switches .toggle[aria-pressed='false'] {
    border-style: dashed;
    color: var(--ink-2);
    text-decoration: line-through;
  }
  .switches .toggle:is(:hover, :focus-visible) {
    border-color: var(--ink);
    background: var(--sheet);
  }
  .switches .toggle.turns {
    font-weight: 700;
    border-width: 2px;
  }
  .scopes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(100px, 1fr));
    gap: 2px 8px;
  }
  .scopes .choice {
    ${look.row}
    justify-content: space-between;
    align-content: center;
    gap: 0 8px;
    line-height: 14px;
    text-align: start;
  }
  .switches .control p {
    margin: 4px 0 0;
    ${look.quietest}
    line-height: 15px;
    min-height: 30px;
  }
`;
