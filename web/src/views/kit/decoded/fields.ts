import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { relatives } from '../../../relatives/client';
import type { DecodeAnswer, DecodeStep } from '../../../relatives/protocol';
import { msgHtml } from '../../../render/msg-html';
import { styled } from '../../../render/styled';
import { percent, weight } from '../../../state/format';
import { presets, swapOf } from '../../../state/presets';
import { moveFocus, takeAtEnter } from '../../../widgets/keys';
import { msg } from '../../../words/msg';
import { type Asking, asks } from '../derivation';
import type { FigureContext } from '../hosted-figure';
import { copyingHead, type HeadOf, namedWord, shownWord } from './words';

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
    const input = event.target as HTMLTextAreaElement;
    // There is nothing to be made of no words: the sentence stays.
    if (input.value.trim() === '') input.value = sentence;
    else read(input.value.replace(/\s+/g, ' '));
  };
  const picked = (event: Event) => {
    const menu = event.target as HTMLSelectElement;
    const preset = pronouns[menu.selectedIndex - 1];
    menu.selectedIndex = 0;
    if (preset) read(preset.text);
  };
  const swap = swapOf(sentence);
  return html`<label class="source-field"><span>${msg`It reads`}</span>
      <textarea rows="1" .value=${sentence} maxlength="200" spellcheck="false" autocomplete="off" @keydown=${takeAtEnter} @change=${typed}></textarea></label>
    <div class="presets">
      ${swap ? html`<button type="button" class="link underlined" @click=${() => read(swap.text)}>${msg`with “${swap.label}”`}</button>` : nothing}
      <select class="menu" aria-label=${msg`Sentences with a pronoun`} @change=${picked}>
        <option>${msg`another sentence`}</option>${pronouns.map(({ text }) => html`<option>${text}</option>`)}
      </select>
    </div>`;
}

/** What was measured on sentences that a model had not seen, as its file has it. */
interface Measures {
  readonly sentences: number;
  /** Shares of whole sentences and of single pieces that it wrote as they should be. */
  readonly whole?: number;
  readonly tokens: number;
}

interface Asked {
  asked: boolean;
  measures: Measures | null;
}

function measuresOf(m: FigureContext, model: 'rewrite' | 'next-word'): Measures | null {
  const known = m.kept<Asked>('measures', { asked: false, measures: null });
  if (known.asked) return known.measures;
  known.asked = true;
  const read = ({ metadata }: { metadata: Readonly<Record<string, string>> }) => {
    known.measures = JSON.parse(metadata.evaluation ?? 'null') as Measures | null;
    m.keep('measures', known);
  };
  relatives()
    .info(model)
    .then(read, () => undefined);
  return null;
}

const isUnknown = (token: string): boolean => token === '[UNK]' || token.startsWith('##');

/** What kind of model it is, how well it does, and whether it knows these words. */
export function aboutModel(
  m: FigureContext,
  model: 'rewrite' | 'next-word',
  words: readonly string[],
): TemplateResult | typeof nothing {
  const measures = measuresOf(m, model);
  if (!measures) return nothing;
  const { sentences, whole, tokens } = measures;
  const told =
    whole === undefined
      ? msg`A separate small model, trained on sentences made by a grammar. On ${sentences} new ones, its first choice of the next word is right in ${percent(tokens)}.`
      : msg`A separate small model, trained on sentences made by a grammar. Of ${sentences} new ones, it writes ${percent(whole)} correctly.`;
  const doubt = words.some(isUnknown)
    ? msg`It does not know every word here: [UNK] stands for an unknown one, ## for a token that continues a word.`
    : '';
  return html`<p class="about">${told} <b>${doubt}</b></p>`;
}

interface Candidates {
  readonly step: DecodeStep;
  readonly asking: Asking;
  /** Under which its probability can be asked why. */
  readonly key: (id: number) => string;
  /** Takes the word and goes on from there. */
  readonly take: (id: number) => void;
}

/** The likeliest words of a place as bars; each is a button that takes it. */
export const candidates = ({ step, asking, key, take }: Candidates): TemplateResult =>
  html`<ol class="candidates" aria-label=${msg`The most likely words`} @keydown=${moveFocus}>
    ${step.next.map(
      ({ id, token, probability }, i) => html`<li class=${id === step.id ? 'taken' : ''}>
        <button type="button" class="take" data-stop tabindex=${i === 0 ? 0 : -1} aria-pressed=${id === step.id}
          aria-label=${msg`take ${namedWord(token)}, probability ${weight(probability)}`}
          @click=${() => take(id)}>${shownWord(token)}</button>
        <span class="bar" aria-hidden="true"><i style=${styled({ width: `${(probability * 100).toFixed(2)}%` })}></i></span>
        ${asks(asking, key(id), weight(probability), namedWord(token))}
      </li>`,
    )}
  </ol>`;
