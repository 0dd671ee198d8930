import { css } from 'lit';

export const legendStyles = css`
  .legend {
    display: grid;
    gap: 12px;
    margin: 0;
    font-size: 11px;
  }
  .legend dd {
    margin: 3px 0 0;
  }
  .legend svg {
    display: block;
    width: 100%;
    height: 6px;
  }
  .legend .bounds {
    display: flex;
    justify-content: space-between;
    color: var(--ink-2);
    margin-top: 2px;
  }
`;
