import { html, nothing, type TemplateResult } from 'lit';
import { presets, swapOf } from '../../../state/presets';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';

const pronouns = presets.filter(({ shows }) => shows === 'pronouns');

/** The sentence that is read, to be changed; its twin, and others that have a pronoun. */
export function sourceField(m: FigureContext): TemplateResult {
  const { sentence } = m.state;
  const read = (text: string) => m.dispatch({ type: 'sentence', text });
  const typed = (event: Event) => {
    const input = event.target as HTMLInputElement;
    // There is nothing to be made of no words: the sentence stays.
    if (input.value.trim() === '') input.value = sentence;
    else read(input.value);
  };
  const picked = (event: Event) => {
    const menu = event.target as HTMLSelectElement;
    const preset = pronouns[menu.selectedIndex - 1];
    menu.selectedIndex = 0;
    if (preset) read(preset.text);
  };
  const swap = swapOf(sentence);
  return html`<label class="source-field"><span>${msg`It reads`}</span>
      <input type="text" .value=${sentence} maxlength="200" spellcheck="false" autocomplete="off" @change=${typed} /></label>
    <div class="presets">
      ${swap ? html`<button type="button" class="link underlined" @click=${() => read(swap.text)}>${msg`with “${swap.label}”`}</button>` : nothing}
      <select class="menu" aria-label=${msg`Sentences with a pronoun`} @change=${picked}>
        <option>${msg`another sentence`}</option>${pronouns.map(({ text }) => html`<option>${text}</option>`)}
      </select>
    </div>`;
}
