import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { lowered } from './lowered';
import type { Asking, Operand, Reckonings, Term } from './reckoning';

/** A number that unfolds its own arithmetic. */
export const asks = ({ open, ask }: Asking, key: string, text: string, what = ''): TemplateResult =>
  html`<button type="button" class="asks" data-key=${key} aria-expanded=${open === key}
    aria-label=${msg`${what ? `${what}, ${text}` : text}: why?`} @click=${() => ask(open === key ? '' : key)}>${text}</button>`;

/** A sentence whose numbers can be asked: each by its key, in their order. */
export function asksIn(
  asking: Asking,
  text: string,
  numbers: readonly (readonly [written: string, key: string])[],
): readonly unknown[] {
  const parts: unknown[] = [];
  let rest = text;
  for (const [written, key] of numbers) {
    const at = rest.indexOf(written);
    if (at < 0) continue;
    const before = rest.slice(0, at);
    const after = rest.slice(at + written.length);
    // No line ends between a number and what is around it.
    const [opens = ''] = /\S*$/.exec(before) ?? [];
    const [closes = ''] = /^[^\s\u00a0]*/.exec(after) ?? [];
    parts.push(
      before.slice(0, before.length - opens.length),
      html`<span class="asked">${opens}${asks(asking, key, written)}${closes}</span>`,
    );
    rest = after.slice(closes.length);
  }
  return [...parts, rest];
}

/** So many of the largest terms are written out. */
const most = 12;

function operand({ dispatch, ask }: Asking, { text, cell, key }: Operand): TemplateResult {
  if (!cell && !key) return html`<span>${text}</span>`;
  const why = () => (cell ? dispatch({ type: 'cell', cell }) : ask(key ?? ''));
  return html`<button type="button" class="asks" aria-label=${msg`${text}: why?`} @click=${why}>${text}</button>`;
}

function terms(asking: Asking, all: readonly Term[], write: (x: number) => string) {
  const order = [...all].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const shown = all.length <= most ? all : order.slice(0, most);
  const rest = order.slice(most).reduce((sum, { value }) => sum + value, 0);
  return html`<p class="about">${all.length > most ? msg`${all.length} numbers add up; the ${most} largest:` : msg`${all.length} numbers add up:`}</p>
    <ul>${shown.map(
      ({ name, factors, value }) =>
        html`<li><small>${name}</small> ${factors.map((each, i) => html`${i > 0 ? ' × ' : nothing}${operand(asking, each)}`)}${factors.length === 1 && factors[0]?.text === write(value) ? nothing : html` = ${write(value)}`}</li>`,
    )}</ul>
    ${all.length > most ? html`<p class="about">${msg`the other ${all.length - most} together ${write(rest)}`}</p>` : nothing}`;
}

const intoSight = (section?: Element): void => section?.scrollIntoView?.({ block: 'nearest' });

/** The arithmetic of the number that was asked; nothing where none of these was. */
export function reckoned(asking: Asking, all: Reckonings): unknown {
  const of = all.get(asking.open)?.();
  if (!of) return nothing;
  const close = () => asking.ask('');
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const answer = html`<section class="reckoned" aria-label=${msg`Why ${of.value}?`} @keydown=${press} ${ref(intoSight)}>
    <button type="button" class="link underlined" @click=${close}>${msg`close`}</button>
    <h3>${msg`Why ${of.value}?`}</h3>
    <p>${of.what}</p>
    <p class="about">${lowered(of.formula)}</p>
    ${of.terms ? terms(asking, of.terms, of.write ?? ((x) => signed(x, 3))) : nothing}
    <p class="line" role="status">${of.line.map((part) => (typeof part === 'string' ? html`<span>${part}</span> ` : html`${operand(asking, part)} `))}= <b>${of.value}</b></p>
  </section>`;
  return keyed(asking.open, answer);
}
