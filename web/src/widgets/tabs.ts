import { css, html, type TemplateResult } from 'lit';

export const tabStyles = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    margin: 0 0 12px;
    border-bottom: 1px solid var(--line);
  }
  .tabs [role='tab'] {
    min-height: 32px;
    border-bottom: 2px solid transparent;
    color: var(--ink-2);
  }
  .tabs [aria-selected='true'] {
    border-bottom-color: var(--ink);
    color: var(--ink);
    font-weight: 700;
  }
`;

interface Tab {
  readonly id: string;
  readonly name: string;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs above one panel; arrow keys, Home and End choose among them. */
export function tabs(
  label: string,
  all: readonly Tab[],
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const move = (event: KeyboardEvent) => {
    const at = all.findIndex(({ id }) => id === chosen);
    const next = all[moves[event.key]?.(at, all.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    (event.currentTarget as Element).querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${all.map(
      ({
        id,
        name,
      }) => html`<button type="button" role="tab" id=${`tab-${id}`} aria-controls="panel"
        aria-selected=${id === chosen} tabindex=${id === chosen ? 0 : -1} @click=${() => choose(id)}
      >${name}</button>`,
    )}
  </div>`;
}

/** What the chosen tab shows. */
export const tabPanel = (chosen: string, body: unknown): TemplateResult =>
  html`<div role="tabpanel" id="panel" aria-labelledby=${`tab-${chosen}`}>${body}</div>`;
