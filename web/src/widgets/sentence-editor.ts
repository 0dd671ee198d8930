import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { sentenceNotes } from '../state/honesty';
import { type Preset, presetGroups } from '../state/presets';
import type { State } from '../state/state';
import { msg } from '../words/msg';
import { linkButton } from './controls';

/** The text field, the presets, and messages about the text. */
export const sentenceEditorStyles = css`
  .editor {
    display: grid;
    gap: 4px;
    padding: 4px 0 8px;
  }
  .editor .line {
    display: flex;
    align-items: baseline;
    gap: 16px;
  }
  .editor input {
    flex: 1;
    min-width: 0;
    padding: 4px 0;
    border: 0;
    border-bottom: 1px solid var(--ink);
    border-radius: 0;
    background: none;
    font-family: var(--serif);
    font-size: 20px;
  }
  .editor input:focus-visible {
    ${look.focusLine}
  }
  .editor input::placeholder {
    ${look.placeholder}
  }
  .editor ul {
    ${look.row}
    gap: 0 16px;
    margin: 0;
    padding: 0 0 0 76px;
    list-style: none;
    ${look.quiet}
  }
  .editor .shows {
    width: 60px;
    margin-left: -76px;
    line-height: 24px;
  }
`;

interface Editor {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly close: () => void;
}

const presetItem = ({ text, look }: Preset, dispatch: Dispatch): TemplateResult => {
  const start = () => dispatch({ type: 'choose', choice: { ...look, sentence: text, masked: [] } });
  return html`<li>${linkButton(text, start, 'underlined')}</li>`;
};

export function sentenceEditor({ state, dispatch, close }: Editor): TemplateResult {
  const onInput = (event: Event) =>
    dispatch({ type: 'sentence', text: (event.target as HTMLInputElement).value });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return html`<div class="editor" part="editor">
    <div class="line">
      <input
        type="text"
        aria-label=${msg`Sentence`}
        placeholder=${msg`Type a sentence`}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${live(state.sentence)}
        @input=${onInput}
        @keydown=${onKey}
      />
      ${linkButton(msg`Done`, close, 'underlined')}
    </div>
    <div role="group" aria-label=${msg`Example sentences`}>
      ${presetGroups(state.sentence).map(
        ([shows, presets]) => html`<ul aria-label=${msg(shows)}>
          <li class="shows" aria-hidden="true">${msg(shows)}</li>
          ${presets.map((preset) => presetItem(preset, dispatch))}
        </ul>`,
      )}
    </div>
  </div>`;
}

/** Errors and notes about the sentence, shown below it. */
export function sentenceMessages(state: State): TemplateResult | typeof nothing {
  const { status } = state;
  const error = status.kind === 'error' && status.place === 'sentence' ? status.message : null;
  const kept = error?.startsWith('cannot change')
    ? msg`Your change does not fit this sentence. It is kept for one it fits. In detail: `
    : '';
  const notes = error === null ? sentenceNotes(state) : [];
  return html`<div class="messages" role="status">
    ${error === null ? nothing : html`<p class="remark error">${kept}${error}</p>`}
    ${notes.map((note) => html`<p class="remark">${note}</p>`)}
  </div>`;
}
