import { css } from 'lit';
import * as look from '../../render/palette.css';
import { switchesStyles } from '../../widgets/switches';
import { stepStyles } from '../kit/styles.css';

export const whatIfStyles = css`
  ${stepStyles}
  ${switchesStyles}
  .step :is(.divisor, .switches) button {
    position: static;
    text-align: start;
  }
  .step .switches .toggle {
    text-align: center;
  }
  .step .divisor {
    position: absolute;
  }
  .step .switches {
    margin-top: 8px;
  }
  .step .divisor p {
    margin: 0;
    ${look.quietest}
    line-height: 14px;
    text-align: end;
  }
  .step .answer {
    ${look.wrapping}
    gap: 0 12px;
    margin: 0;
    padding-left: 8px;
    color: var(--ink-2);
  }
  .step .answer.changed {
    box-shadow: inset 2px 0 var(--ink);
  }
  .step .answer i {
    font-style: normal;
    color: var(--query);
  }
  .step .answer b {
    font: 700 24px / 28px var(--serif);
    color: var(--ink);
  }
`;
