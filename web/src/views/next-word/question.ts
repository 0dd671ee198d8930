import { html, type TemplateResult } from 'lit';
import type { DecodeStep } from '../../relatives/protocol';
import { percent } from '../../state/format';
import { valueFor, valueWritten } from '../../state/settings';
import { msg } from '../../words/msg';
import { answered } from '../kit/answered';
import { namedWord, shownWord } from '../kit/decoded/words';
import type { FigureContext } from '../kit/hosted-figure';
import { textBefore } from './text';

/** Places among the ten likeliest that are offered as guesses. */
const offered = [0, 3, 7];

/** Whether the reader has guessed once, or asked to be shown; then nothing is hidden. */
export const isGuessed = ({ choices }: FigureContext): boolean => choices.has('guessed');

/** In place of the bars, once: what comes next? */
export function guessWord(m: FigureContext, { next, position }: DecodeStep): TemplateResult {
  const words = offered.flatMap((i) => next[i] ?? []);
  const options = [...words].sort((a, b) => a.token.localeCompare(b.token));
  const give = (id: number) =>
    answered(() => m.choose({ guessed: valueFor(textBefore(m), `${id}.${position}`) }));
  return html`<div class="next"><div class="question"><p>${msg`You first: what comes next?`}</p>
    <div>${options.map(
      ({ id, token }) =>
        html`<button type="button" class="guess" @click=${give(id)}>${shownWord(token)}</button>`,
    )}<button type="button" class="link underlined" @click=${give(-1)}>${msg`just show me`}</button></div>
  </div></div>`;
}

/** What the guess was worth, while its place is the one to be filled. */
export function verdict(m: FigureContext, { next, position }: DecodeStep): string {
  const guessed = valueWritten(textBefore(m), m.choices.get('guessed')) ?? '';
  const [id, place] = guessed.split('.').map(Number);
  const [best] = next;
  const guess = next.find((each) => each.id === id);
  if (!guess || !best || place !== position) return '';
  const given = msg`You said ${namedWord(guess.token)}: the model gives that ${percent(guess.probability)}.`;
  return guess.id === best.id ? msg`${given} It would say the same.` : given;
}
