import { html } from 'lit';

/** "d_ff" with its letters lowered, wherever it is; what is no text stays as it is. */
export const lowered = (text: unknown): unknown =>
  typeof text !== 'string'
    ? text
    : text.split(/_([a-z]+)/).map((part, i) => (i % 2 === 1 ? html`<sub>${part}</sub>` : part));
