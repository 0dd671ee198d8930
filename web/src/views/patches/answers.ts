import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { percent } from '../../state/format';
import { valueFor, valueWritten } from '../../state/settings';
import { msg } from '../../words/msg';
import { answered } from '../kit/answered';
import { askingOf } from '../kit/derivation';
import { asks } from '../kit/derived';
import type { FigureContext } from '../kit/hosted-figure';
import { answerText, verdictText } from './caption';
import { guessedAbout, type Picture } from './picture';
import type { Reading } from './reading';
import { answerOf, canAnswer } from './scene';
import { nameOf, questionTexts } from './words';

const mostShown = 4;
const mostGuesses = 4;

/** What can be guessed: the things of the scene, and the model's answer. */
export function guessesOf({ scene }: Picture, reading: Reading): readonly number[] {
  const things = new Set(scene.things.filter(canAnswer).map(answerOf));
  things.delete(reading.best);
  return [reading.best, ...[...things].slice(0, mostGuesses - 1)].sort((a, b) => a - b);
}

function bars(m: FigureContext, reading: Reading): TemplateResult {
  const asking = askingOf(m);
  const order = [...reading.answer.answers.keys()].sort(
    (a, b) =>
      (reading.answer.answers[b]?.probability ?? 0) - (reading.answer.answers[a]?.probability ?? 0),
  );
  return html`<ul class="answers" aria-label=${msg`The most probable answers`}>
    ${order.slice(0, mostShown).map((answer) => {
      const share = reading.answer.answers[answer]?.probability ?? 0;
      return html`<li><span>${nameOf(answer)}</span>
        <i style=${styled({ width: `${(100 * share).toFixed(1)}%` })}></i>
        ${asks(asking, `answer ${answer}`, percent(share), nameOf(answer))}</li>`;
    })}
  </ul>`;
}

/** Whether the reader has said what the model will answer, or wants to be shown: of this picture or, changing it, before. */
export const isAnswered = ({ choices }: FigureContext): boolean => choices.has('pictureGuess');

/** The question, put to the reader first; then what the model answers. */
export function answers(m: FigureContext, picture: Picture, reading: Reading): TemplateResult {
  const about = guessedAbout(m);
  const give = (guess: string) =>
    answered(() => m.choose({ pictureGuess: valueFor(about, guess) }));
  if (!isAnswered(m))
    return html`<div class="ask" role="group" aria-label=${msg`Question`}>
      <p><b>${msg(questionTexts[picture.scene.question])}</b> ${msg`What will the model say?`}</p>
      ${guessesOf(picture, reading).map(
        (answer) =>
          html`<button type="button" class="choice" @click=${give(String(answer + 1))}>${nameOf(answer)}</button> `,
      )}
      <button type="button" class="link underlined" @click=${give('shown')}>${msg`just show me`}</button>
    </div>`;
  const guess = valueWritten(about, m.choices.get('pictureGuess'));
  const same = Number(guess) - 1 === reading.best;
  return html`<div class="ask">
    <p role="status"><b>${msg(questionTexts[picture.scene.question])}</b> ${same ? msg`As you said:` : ''} ${answerText(reading)} ${verdictText(picture, reading.best)}</p>
    ${bars(m, reading)}
  </div>`;
}
