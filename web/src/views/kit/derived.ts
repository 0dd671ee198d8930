import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { arithmetic, formulaLine } from '../../widgets/why-arithmetic';
import type { Scope } from '../../widgets/why-operand';
import { msg } from '../../words/msg';
import type { Asking, Derive, Told } from './derivation';
import { lowered } from './lowered';

/** A number that unfolds its own arithmetic. */
export const asks = ({ open, ask }: Asking, key: string, text: string, what = ''): TemplateResult =>
  html`<button type="button" class="asks" data-key=${key} aria-expanded=${open === key}
    aria-label=${msg`${what ? `${what}, ${text}` : text}: why?`} @click=${() => ask(open === key ? '' : key)}>${text}</button>`;

/** A sentence whose numbers can be asked; no line ends between a number and what is around it. */
export function told(asking: Asking, sentence: Told): readonly unknown[] {
  const shown: unknown[] = [];
  let [text, skipped] = ['', 0];
  sentence.forEach((part, i) => {
    if (typeof part === 'string') {
      text += part.slice(skipped);
      skipped = 0;
      return;
    }
    const next = sentence[i + 1];
    const [opens = ''] = /\S*$/.exec(text) ?? [];
    const [closes = ''] = /^[^\s\u00a0]*/.exec(typeof next === 'string' ? next : '') ?? [];
    shown.push(
      lowered(text.slice(0, text.length - opens.length)),
      html`<span class="asked">${opens}${asks(asking, part.key, part.text)}${closes}</span>`,
    );
    // What closes it is said; the rest of that text follows.
    text = '';
    skipped = closes.length;
  });
  return [...shown, lowered(text)];
}

const intoSight = (section?: Element): void => section?.scrollIntoView?.({ block: 'nearest' });

/** The arithmetic of the number that was asked; nothing where none of these was. */
export function derived(asking: Asking, derive: Derive): unknown {
  const of = asking.open === '' ? null : derive(asking.open);
  if (!of) return nothing;
  const { text, what, how } = of;
  const scope: Scope = { ...asking, isGradient: false, ...of.scope };
  const close = () => asking.ask('');
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const answer = html`<section class="why beneath" aria-label=${msg`Why ${text}?`} @keydown=${press} ${ref(intoSight)}>
    <button type="button" class="close" @click=${close}>${msg`close`}</button>
    <h3>${msg`Why ${text}?`}</h3>
    <p class="name">${what}</p>
    ${how?.written ? formulaLine(how.written, scope) : nothing}
    ${how ? arithmetic(how, text, scope) : html`<p class="about">${msg`Fetching the model’s numbers …`}</p>`}
  </section>`;
  return keyed(asking.open, answer);
}
