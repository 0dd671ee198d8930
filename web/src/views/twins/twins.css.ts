import { css } from 'lit';
import * as look from '../../render/palette.css';

/** The other sentence, and the readings that are compared. */
export const twinsStyles = css`
  .twins {
    ${look.wrapping}
    gap: 4px 20px;
    padding: 0 0 8px;
    ${look.quiet}
  }
  .twins label:not(.search) {
    display: flex;
    flex: 1 1 60%;
    align-items: baseline;
    gap: 8px;
    min-width: 0;
    white-space: nowrap;
  }
  .twins textarea {
    flex: 1;
    min-width: 0;
    padding: 2px 0;
    border: 0;
    border-bottom: 1px solid var(--ink-2);
    border-radius: 0;
    background: none;
    color: var(--ink);
    font: 16px var(--serif);
    field-sizing: content;
    resize: none;
  }
  .twins textarea:focus-visible {
    ${look.focusLine}
  }
  .twins textarea::placeholder {
    ${look.placeholder}
  }
  .twins .search {
    white-space: normal;
  }
  .twins .found {
    flex: 1 1 100%;
  }
  .twins .found p {
    margin: 0;
  }
  .twins progress {
    width: 120px;
    height: 6px;
    accent-color: var(--ink);
  }
  .twins ul {
    ${look.row}
    gap: 0 16px;
    ${look.plainList}
  }
  .twins li button {
    min-height: 24px;
  }
  .twins li b {
    color: var(--ink);
    font: 700 14px var(--serif);
  }
  .twins li :is(button:hover, [aria-pressed='true']) {
    color: var(--ink);
    ${look.underlined}
  }
  .twins .pair {
    display: inline-flex;
    align-items: baseline;
    gap: 6px;
  }
  .step[data-view='twins'] .area.chosen {
    outline-color: var(--ink);
  }
`;
