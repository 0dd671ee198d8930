import { css } from 'lit';
import { beneathStyles } from '../../widgets/why-beneath.css';

/** Numbers that can be asked, and the arithmetic that they unfold. */
export const derivedStyles = css`
  ${beneathStyles}
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
  .why.beneath {
    grid-column: 1 / -1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
