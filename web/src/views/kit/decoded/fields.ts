import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DecodeAnswer } from '../../../relatives/protocol';
import { msgHtml } from '../../../render/msg-html';
import { presets, swapOf } from '../../../state/presets';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';
import { copyingHead, type HeadOf } from './rows';

/** Under which the settings hold the head: layer and head from 1, as "2.3". */
const name = 'decoder';

/** The head that the reader has chosen, else `usual`. */
export function headAt(m: FigureContext, answer: DecodeAnswer, usual = copyingHead): HeadOf {
  const [layer = 0, head = 0] = (m.choices.get(name) ?? '').split('.').map((n) => Number(n) - 1);
  const { layers, heads } = answer.model;
  const isThere = layer >= 0 && layer < layers && head >= 0 && head < heads;
  return isThere ? { layer, head } : usual(answer);
}

function menu(label: string, count: number, chosen: number, choose: (i: number) => void) {
  const change = (event: Event) => choose((event.target as HTMLSelectElement).selectedIndex);
  return html`<select class="menu" aria-label=${label} @change=${change}>
    ${Array.from({ length: count }, (_, i) => html`<option .selected=${live(i === chosen)}>${i + 1}</option>`)}
  </select>`;
}

/** Menus of the decoder's layers and heads. */
export function headChoice(
  m: FigureContext,
  { model: { layers, heads } }: DecodeAnswer,
  { layer, head }: HeadOf,
): TemplateResult {
  const choose = (l: number, h: number) => m.choose({ [name]: `${l + 1}.${h + 1}` });
  return html`<span class="head-choice">${msgHtml`Layer ${menu(msg`Layer`, layers, layer, (l) => choose(l, head))} of ${layers}`},
    ${msgHtml`head ${menu(msg`Head`, heads, head, (h) => choose(layer, h))} of ${heads}`}</span>`;
}

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
