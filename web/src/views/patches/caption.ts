import { html, type TemplateResult } from 'lit';
import type { ModelInfo } from '../../model/protocol';
import { pictureGraph } from '../../relatives/dataflow/picture-graph';
import { styled } from '../../render/styled';
import { cell, cellText } from '../../state/dataflow/cell';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { percent } from '../../state/format';
import { msg, msgParts } from '../../words/msg';
import {
  type Asking,
  askingOf,
  asks,
  type Derive,
  deriveCells,
  followHere,
  operandsOf,
  plainly,
  type Told,
  tell,
} from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
import { valuesOfPass } from '../kit/run-of';
import { type Focus, nameOf, placeOf, questionTexts, ranked, thingAt, thingName } from './focus';
import { guessedAbout, type Picture } from './picture';
import { patchSide, type Reading } from './reading';
import { answerOf, canAnswer, rightAnswer } from './scene';
import { tokenText } from './seen-panel';

/** What a weight is asked by: its cell. */
export const weightKey = ({ layer, head, token }: Focus, key: number): string =>
  cellText(cell(`layers.${layer}.attention.weights`, head, token, key));

/** Any number of the pass by its cell; and "answer 3", a probability. */
export function patchDerivations(
  m: FigureContext,
  asking: Asking,
  reading: Reading,
  { config, vocabulary }: ModelInfo,
): Derive {
  const graph = pictureGraph(config);
  const { heads, width: dModel } = reading;
  const context = {
    ...{ graph, vocabulary, heads, dModel, tokens: [] },
    words: Array.from({ length: reading.tokens }, (_, token) => tokenText(token)),
    answers: reading.answer.answers.map((_, answer) => nameOf(answer)),
  };
  const run = { graph, context, values: valuesOfPass(m, 'pictures', reading.answer) };
  const follow = followHere(run, asking);
  const ofCell = deriveCells(run, follow);
  return (key) => {
    const answer = Number(/^answer (\d+)$/.exec(key)?.[1] ?? Number.NaN);
    if (!(answer < context.answers.length)) return ofCell(key);
    const how = shareOf(operandsOf(reading.row('logits'), 'logits'), answer);
    return {
      ...{ text: percent(how.value), how, scope: { context, follow } },
      what: msg`the probability of the answer “${nameOf(answer)}”`,
    };
  };
}

/** Weights that differ less than so many times from an even share are called alike. */
const alike = 1.5;

/** What stands on a patch. */
function onPatch({ scene, painted }: Picture, token: number): string {
  const [row, column] = placeOf(token);
  const middle = (at: number) => (at + 0.5) * patchSide;
  const thing = thingAt(scene, middle(column), middle(row));
  if (thing) return msg`on it: ${thingName(thing)}`;
  return painted.dropped || painted.strokes.size ? msg`of your own` : msg`nothing on it`;
}

/** Where a token looks. */
export function lookText(picture: Picture, focus: Focus): Told {
  const { token, row } = focus;
  const [best = 1] = ranked(row);
  const from = token === 0 ? tokenText(token) : msg`this patch`;
  const share = { text: percent(row[best] ?? 0), key: weightKey(focus, best) };
  if ((row[best] ?? 0) < alike / row.length)
    return tell(
      msgParts`In this head, ${from} spreads its attention almost evenly over all patches, ${share} at most: this row has no fovea.`,
    );
  return tell(
    msgParts`In this head, ${from} gives ${share} of its attention to ${tokenText(best)} (${onPatch(picture, best)}).`,
  );
}

/** What each of the tokens would get, were attention spread evenly. */
export const uniformAttentionText = ({ row }: Focus): string =>
  msg`Spread evenly, each would get ${percent(1 / row.length)}.`;

/** Whether an answer is right, by the rules that the scenes are made by. */
export function verdictText({ scene, painted }: Picture, answer: number): string {
  if (painted.dropped || painted.strokes.size)
    return msg`It has only ever seen scenes drawn by the program; about your own picture it can only guess.`;
  const right = rightAnswer(scene);
  if (right === null)
    return msg`This scene has no single right answer; the model has only seen scenes that do.`;
  return right === answer ? msg`That is right.` : msg`The right answer is: ${nameOf(right)}.`;
}

/** The answer in a sentence. */
export function answerText(reading: Reading): string {
  const { best, answer } = reading;
  const share = percent(answer.answers[best]?.probability ?? 0);
  return msg`The model says “${nameOf(best)}”, ${share}.`;
}

export function speechText(picture: Picture, reading: Reading, focus: Focus): string {
  return `${msg(questionTexts[picture.scene.question])} ${answerText(reading)} ${verdictText(picture, reading.best)} ${plainly(lookText(picture, focus))}`;
}

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
