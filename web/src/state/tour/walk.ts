import { ownRun } from '../../model/protocol';
import type { Choice, Dispatch } from '../actions';
import { firstHead, firstToken } from '../defaults';
import { firstSentence } from '../presets';
import { readSettings, withSettings } from '../settings';
import { initialSelection, type State } from '../state';
import { stepAt, timeline, whole } from '../timeline';
import { neededParameters } from '../what-if/wants';
import type { Chapter } from './chapter';
import { afterEncoder, chapters } from './chapters';
import { Facts } from './facts';
import { type Answer, answerOf, type Tour, withAnswer, withKnown } from './progress';
import { glimpse, playedBefore, shownAlone } from './stops';
import { awaitsGuess } from './veil';

/** The open chapter; null outside the tour. */
export function chapterOf({ tour }: State): Chapter | null {
  return tour ? (chapters[tour.chapter] ?? null) : null;
}

/** Whether what a chapter opens is a step of the timeline. */
const plays = (step: string): boolean => timeline.some(({ id }) => id === step);

/** Where a chapter begins, or ends once it is answered: on the timeline, or at a figure beside it. */
function placeOf(
  { step }: Chapter,
  answered: boolean,
): Pick<Choice, 'view' | 'time' | 'settings' | 'other'> {
  const at = timeline.findIndex(({ id }) => id === step);
  const view = shownAlone.has(step) ? step : timeline[at]?.view;
  return view
    ? { view, time: answered ? at + 1 : at + (playedBefore[step] ?? glimpse) }
    : { view: step, settings: initialSelection.settings, other: initialSelection.other };
}

/** The chapter's sentence, the head to look at first, and its step as far as it is to be seen. */
function startOf(state: State, chapter: Chapter, answered: boolean): Choice {
  const { model, trace } = state;
  const there = trace?.encoding.text === firstSentence;
  return {
    sentence: firstSentence,
    masked: [],
    film: false,
    // It tells of the numbers, and plays their way.
    backward: false,
    ...placeOf(chapter, answered),
    trail: [],
    why: null,
    ...(model ? firstHead(model) : {}),
    ...(there ? { token: firstToken(trace.encoding.tokens) } : {}),
    ...(answered ? chapter.look : {}),
  };
}

/**
 * A choice that names a chapter shows the chapter's picture too, as far as it says nothing else. A
 * view or a time is said of the other, too.
 */
export function withPicture(state: State, said: Choice): Choice {
  const choice = withFormerChapter(said);
  const { tour } = choice;
  const chapter = tour && chapters[tour.chapter];
  if (!chapter) return choice;
  const answered = answerOf(withKnown(tour, state.lastTour)) !== null;
  const start = startOf(state, chapter, answered);
  const { view: _, time: __, ...elsewhere } = start;
  const placed = choice.view !== undefined || choice.time !== undefined;
  const known = withKnown(tour, state.lastTour);
  // An address from just before the answer has the sentence of the question.
  const isLate = answered && answerOf(tour) === null && choice.sentence === firstSentence;
  const sentence = isLate ? start.sentence : choice.sentence;
  const of = sentence === undefined ? {} : { sentence };
  return { ...(placed ? elsewhere : start), ...choice, ...of, tour: known };
}

/**
 * The chapters of decoders were settings of their figures, with the option that was guessed, from 1:
 * "chapter=14,said=2".
 */
function withFormerChapter(choice: Choice): Choice {
  const said = readSettings(choice.settings ?? '');
  const chapter = Number(said.get('chapter')) - 1;
  if (choice.tour || !afterEncoder.includes(chapters[chapter] as Chapter)) return choice;
  const option = Number.parseInt(said.get('said') ?? '', 10);
  const tour: Tour = { chapter, answers: [] };
  const settings = withSettings(choice.settings ?? '', { chapter: '', said: '' });
  // The second of them asked something else.
  const given =
    option > 0 && chapter === chapters.indexOf(afterEncoder[0] as Chapter) ? option - 1 : 'seen';
  return { ...choice, settings, tour: Number.isNaN(option) ? tour : withAnswer(tour, given) };
}

const stopped = { type: 'play', playing: false } as const;

const notBegun: Tour = { chapter: 0, answers: [] };

/** Opens a chapter; outside the first and the last there is none. What was answered stays. */
export function openChapter(
  state: State,
  dispatch: Dispatch,
  at: number,
  known = state.lastTour ?? notBegun,
): void {
  const chapter = chapters[at];
  if (!chapter) return;
  const tour: Tour = { ...known, chapter: at };
  dispatch(stopped);
  const picture = startOf(state, chapter, answerOf(tour) !== null);
  dispatch({ type: 'choose', choice: { ...picture, tour } });
  // It tells of the model as it was trained; what the reader changed can be had back by undo.
  dispatch({ type: 'run', run: ownRun });
}

/** Whether a tour was left before its end, so that there is a place to go on from. */
export const isUnfinished = ({ lastTour }: Pick<State, 'lastTour'>): boolean =>
  lastTour !== null && chapters.some((_, at) => (lastTour.answers[at] ?? null) === null);

/** Begins the tour, or goes on where it was left. */
export function takeTour(state: State, dispatch: Dispatch): void {
  if (isUnfinished(state)) openChapter(state, dispatch, state.lastTour?.chapter ?? 0);
  else beginAnew(state, dispatch);
}

/** From the first chapter, with nothing answered. */
export const beginAnew = (state: State, dispatch: Dispatch): void =>
  openChapter(state, dispatch, 0, notBegun);

export function endTour(dispatch: Dispatch): void {
  dispatch({ type: 'choose', choice: { tour: null } });
}

/** Takes a guess, or "seen" for none, then shows the answer: the chapter's step plays. */
export function answer(state: State, dispatch: Dispatch, given: Answer): void {
  const chapter = chapterOf(state);
  if (!chapter || !state.tour || !awaitsGuess(state)) return;
  const tour = withAnswer(state.tour, given);
  const choice = { ...placeOf(chapter, false), backward: false, ...chapter.look, tour };
  dispatch({ type: 'choose', choice });
  if (choice.time !== undefined) dispatch({ type: 'step', by: 1 });
}

/** Everything that the open chapter's answer reads has been computed. */
export function isReady(state: State): boolean {
  const chapter = chapterOf(state);
  if (!chapter || !state.model || state.trace?.encoding.text !== state.sentence) return false;
  return neededParameters(state).length === 0 && chapter.options(new Facts(state)).length > 0;
}

/** The option of the open chapter that the trace bears out, once it is answered; null before. */
export function rightOption(state: State): number | null {
  const isKnown = chapterOf(state) && !awaitsGuess(state) && isReady(state);
  if (!isKnown || hasWandered(state)) return null;
  return chapterOf(state)?.right(new Facts(state)) ?? null;
}

/** The options that a reader of the open chapter may take now; none where no answer is awaited. */
export function openOptions(state: State): readonly string[] {
  const chapter = chapterOf(state);
  return chapter && state.trace && awaitsGuess(state) ? chapter.options(new Facts(state)) : [];
}

/** A digit takes that option of the open chapter; false for any other key. */
export function guessByKey(key: string, state: State, dispatch: Dispatch): boolean {
  const option = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  if (option < 0 || option >= openOptions(state).length) return false;
  answer(state, dispatch, option);
  return true;
}

/** A press on a word of the sentence while a guess is awaited: the guess, where the words are options. */
export function guessWord(state: State, dispatch: Dispatch, token: number): void {
  const chapter = chapterOf(state);
  if (!chapter?.words || !state.trace) return;
  const option = chapter.words(new Facts(state)).indexOf(token);
  if (option >= 0) answer(state, dispatch, option);
}

/** One press of a presenter: shows the answer, then goes to the next chapter. */
export function goOn(state: State, dispatch: Dispatch): void {
  if (!state.tour) return;
  if (awaitsGuess(state)) answer(state, dispatch, 'seen');
  else openChapter(state, dispatch, state.tour.chapter + 1);
}

/** The reader has gone on from where the chapter is: to other words, another step or head. */
export function hasWandered(state: State): boolean {
  const chapter = chapterOf(state);
  if (!chapter || !state.model || !state.tour) return false;
  const { layer, head } = firstHead(state.model);
  const answered = answerOf(state.tour) !== null;
  const sentence = (answered && chapter.look.sentence) || firstSentence;
  // A figure beside the timeline has heads of its own.
  const elsewhere = plays(chapter.step) && (state.layer !== layer || state.head !== head);
  const rewritten = !plays(chapter.step) && asksElse(state);
  const otherWords = state.sentence !== sentence || state.masked.length > 0;
  return elsewhere || rewritten || otherWords || state.backward || !isAtStep(state, chapter);
}

/** Settings with which a figure beside the timeline is about something else: another writing, other boxes. */
const anew = ['taken', 'over', 'than', 'at', 'metric'];

function asksElse({ settings, other, token, trace }: State): boolean {
  const chosen = readSettings(settings);
  const elsewhere = trace !== null && token !== firstToken(trace.encoding.tokens);
  return elsewhere || other !== initialSelection.other || anew.some((name) => chosen.has(name));
}

function isAtStep({ view, time }: State, { step }: Chapter): boolean {
  if (!plays(step)) return view === step;
  const there = stepAt(time, whole);
  return there?.id === step && (there.view === view || step === view);
}

/** Back to where the chapter is, with the reader's answer as it is. */
export function returnTo(state: State, dispatch: Dispatch): void {
  if (state.tour) openChapter(state, dispatch, state.tour.chapter);
}
