import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { askingOf, asks } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
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

function questionOf(m: FigureContext, picture: Picture, reading: Reading): Question {
  const guesses = guessesOf(picture, reading);
  const asks = msg(questionTexts[picture.scene.question]);
  return {
    ...{ id: 'pictureGuess', of: guessedAbout(m), values: guesses.map((each) => `${each + 1}`) },
    asks: isAnswered(m) ? asks : msg`${asks} What will the model say?`,
    options: guesses.map(nameOf),
    right: guesses.indexOf(reading.best),
    why: `${answerText(reading)} ${verdictText(picture, reading.best)}`,
    veils: true,
  };
}

/** The question, put to the reader first; then what the model answers, of whatever becomes of the picture. */
export function answers(m: FigureContext, picture: Picture, reading: Reading): TemplateResult {
  const asked = questionOf(m, picture, reading);
  const told = html`<div class="question"><p role="status"><b>${asked.asks}</b> ${asked.why}</p></div>`;
  const isOther = isAnswered(m) && guessOf(m.state, asked) === null;
  return html`${isOther ? told : questionBox(asked, m.state, m.dispatch)} ${isAnswered(m) ? bars(m, reading) : ''}`;
}
