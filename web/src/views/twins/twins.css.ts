import { css } from 'lit';

/** The other sentence, and the readings that are compared. */
export const twinsStyles = css`
  .twins {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 20px;
    padding: 0 0 8px;
    font-size: 12px;
    color: var(--ink-2);
  }
  .twins label {
    display: flex;
    flex: 1 1 260px;
    align-items: baseline;
    gap: 8px;
    min-width: 0;
    white-space: nowrap;
  }
  .twins input {
    flex: 1;
    min-width: 0;
    padding: 2px 0;
    border: 0;
    border-bottom: 1px solid var(--ink-2);
    border-radius: 0;
    background: none;
    color: var(--ink);
    font: 16px var(--serif);
  }
  .twins input:focus-visible {
    border-bottom: 2px solid var(--ink);
    margin-bottom: -1px;
    outline: 0;
  }
  .twins input::placeholder {
    color: var(--ink-2);
    opacity: 1;
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
