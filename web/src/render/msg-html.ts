import { html, type TemplateResult } from 'lit';
import { translated } from '../words/msg';

/** A message with markup in it: msgHtml`<b>head ${n}</b> of ${all}`. */
export const msgHtml = (message: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> =>
  translated(html, message, values);
