import { css } from 'lit';
import * as look from '../render/palette.css';

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
    ${look.spread}
    color: var(--ink-2);
    margin-top: 2px;
  }
`;
