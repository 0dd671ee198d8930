import type { TemplateResult } from 'lit';
import type { DecodeStep } from '../../relatives/protocol';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { namedWord, shownWord } from '../kit/decoded/words';
import type { FigureContext } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
import { textBefore } from './text';

/** Places among the ten likeliest that are offered as guesses. */
const offered = [0, 3, 7];

/** Whether the reader has guessed once, or asked to be shown; then nothing is hidden. */
export const isGuessed = ({ choices }: FigureContext): boolean => choices.has('guessed');

function questionOf(m: FigureContext, { next, position }: DecodeStep): Question {
  const options = offered
    .flatMap((i) => next[i] ?? [])
    .sort((a, b) => a.token.localeCompare(b.token));
  const values = options.map(({ id }) => `${id}.${position}`);
  const place = { id: 'guessed', of: textBefore(m), values };
  const guess = options[guessOf(m.state, place) ?? -1];
  const [best] = next;
  const gives = (word: typeof best) =>
    word ? msg`The model gives ${namedWord(word.token)} ${percent(word.probability)}.` : '';
  return {
    ...place,
    asks: msg`Your turn: what comes next?`,
    options: options.map(({ token }) => shownWord(token)),
    right: options.findIndex(({ id }) => id === best?.id),
    why: [gives(best), guess && guess !== best ? gives(guess) : ''].filter(Boolean).join(' '),
    veils: true,
  };
}

/** Asked once, in place of the bars; told as long as the text is the one that was guessed about. */
export function guessWord(m: FigureContext, step: DecodeStep): TemplateResult | '' {
  const asked = questionOf(m, step);
  return isGuessed(m) && guessOf(m.state, asked) === null
    ? ''
    : questionBox(asked, m.state, m.dispatch);
}
