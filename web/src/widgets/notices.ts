import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import { isTrained } from '../state/defaults';
import { originOf } from '../state/honesty';
import type { State } from '../state/state';
import { nothingIn } from '../state/word-names';
import { inLanguage } from '../words/language';
import { msg } from '../words/msg';
import { linkButton } from './controls';

/** Notices about the model: loading, failed, untrained; its name and size. */
export const noticeStyles = css`
  .remark {
    margin: 0;
    ${look.quiet}
  }
  .remark:last-child {
    margin-bottom: 8px;
  }
  .remark.error {
    ${look.strong}
  }
  .untrained {
    padding: 1px 8px;
    border: 1px solid var(--line);
    background: repeating-linear-gradient(
      -45deg,
      var(--sheet) 0 5px,
      var(--paper) 5px 10px
    );
    font-size: 12px;
    white-space: nowrap;
  }
  .loading {
    margin: 24px 0;
    font-size: 13px;
    color: var(--ink-2);
  }
  .loading.error {
    ${look.strong}
  }
  .model-line p {
    margin: 0;
  }
  .model-line .error {
    ${look.strong}
    overflow-wrap: anywhere;
  }
`;

export function untrainedTab({ model }: State): TemplateResult | typeof nothing {
  if (!model || isTrained(model)) return nothing;
  return html`<span class="untrained">${msg`untrained: weights are random`}</span>`;
}

/** Bytes of memory below which nobody need be told. */
const tellsFrom = 50e6;

/** How much of a model has been read, where that is known, and the way to end it. */
function readSoFar({ status }: State, cancel: () => void): TemplateResult | typeof nothing {
  if (status.kind !== 'loading' || status.share === undefined) return nothing;
  const { share, memory = 0 } = status;
  return html`<progress aria-label=${msg`Reading the model`} .value=${share}></progress>
    ${linkButton(msg`Cancel`, cancel, 'underlined')}
    ${memory > tellsFrom ? html`<p>${msg`It takes about ${Math.round(memory / 1e6)} MB of memory.`}</p>` : nothing}`;
}

/** What a notice about the model may ask of its figure. */
export interface Loads {
  retry(): void;
  cancelOpening(): void;
}

/**
 * Placeholder until the first trace arrives, and what went wrong until the model is whole; `asked` where
 * nothing loads before the reader asks.
 */
export function waiting(
  state: State,
  figure: Loads,
  asked = false,
): TemplateResult | typeof nothing {
  const { status, trace, model, sentence } = state;
  const tryAgain = () => figure.retry();
  if (trace && !(model?.metadata.early && status.kind === 'error')) return nothing;
  if (asked)
    return html`<p class="loading">${linkButton(msg`Load the figure`, tryAgain, 'underlined')}</p>`;
  if (status.kind === 'error') {
    const ofSentence = status.place === 'sentence';
    // Trying again does not help an empty text.
    if (ofSentence && nothingIn(sentence) !== null) return nothing;
    return html`<p class="loading error" role="alert">
      ${ofSentence ? nothing : status.message} ${linkButton(msg`Try again`, tryAgain, 'underlined')}
    </p>`;
  }
  return html`<div class="loading">
    <span role="status">${msg`Loading the model`}</span> ${readSoFar(state, () => figure.cancelOpening())}
  </div>`;
}

/** A model error after the first trace; before that, the placeholder shows it. */
export function modelError({ trace, model, status }: State): string | null {
  return trace && !model?.metadata.early && status.kind === 'error' && status.place === 'model'
    ? status.message
    : null;
}

/** 979 712 → "980 k", 109482240 → "109 M". */
export function shortCount(count: number): string {
  if (count < 1e4) return String(count);
  return count < 1e6
    ? `${Math.round(count / 1e3)} k`
    : `${inLanguage(String(Number((count / 1e6).toPrecision(3))))} M`;
}

export interface ModelLine {
  readonly state: State;
  readonly open: (files: readonly File[]) => void;
  readonly cancel: () => void;
}

/** The model's name and size, the button that opens another, and the error if that fails. */
export function modelLine({ state, open, cancel }: ModelLine): TemplateResult {
  const { model, trace } = state;
  const error = modelError(state);
  const browse = (folder: boolean) => (event: Event) => {
    const input = (event.currentTarget as Element).parentElement?.querySelector('input');
    if (!input) return;
    input.webkitdirectory = folder;
    input.click();
  };
  const onPick = (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (input.files?.length) open(Array.from(input.files));
    input.value = '';
  };
  const {
    num_hidden_layers: layers,
    num_attention_heads: heads,
    hidden_size: d,
  } = model?.config ?? {};
  return html`<div class="small-print model-line" part="model">
    ${
      model
        ? html`<p>
            ${msgHtml`<b>${model.metadata.name ?? msg`A model without a name`}</b>,
            ${shortCount(model.parameters)} parameters: ${layers} layers, ${heads} heads, d ${d}`}
          </p>
          ${isTrained(model) ? html`<p>${originOf(model)}</p>` : nothing}`
        : nothing
    }
    <button type="button" class="link underlined" @click=${browse(false)}>${msg`Open a model…`}</button>
    <button type="button" class="link underlined" @click=${browse(true)}>${msg`Open a folder…`}</button>
    <input type="file" accept=".safetensors,.json,.txt" multiple hidden @change=${onPick} />
    ${trace ? readSoFar(state, cancel) : nothing}
    ${error === null ? nothing : html`<p class="error" role="alert">${error}</p>`}
  </div>`;
}
