import { css } from 'lit';

export const formulaStyles = css`
  math {
    font-size: 13px;
    font-family: var(--serif);
  }
  math mn {
    font-family: var(--sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  math mtext.name {
    font-family: var(--serif);
  }
  .term[data-role='query'] {
    color: var(--query);
  }
  .term[data-role='key'] {
    color: var(--key);
  }
  .term[data-role='value'] {
    color: var(--value);
  }
  .term[data-role='weight'] {
    color: var(--weight);
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: center;
    gap: 4px 32px;
    margin: 10px 0 0;
    min-height: 44px;
  }
  .formula math {
    font-size: 15px;
  }
  .formula .numbers {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: baseline;
    gap: 3px 14px;
  }
  .formula .numbers math {
    font-size: 13px;
  }
  .formula .about {
    font-size: 11px;
    color: var(--ink-2);
  }
  .formula mtext.rest {
    font-family: var(--sans);
    font-size: 11px;
    color: var(--ink-2);
  }
`;
