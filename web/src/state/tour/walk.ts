import { ownRun } from '../../model/protocol';
import type { Choice, Dispatch } from '../actions';
import { firstHead, firstToken } from '../defaults';
import { firstSentence } from '../presets';
import type { State } from '../state';
import { firstView, stepAt, timeline, whole } from '../timeline';
import type { Chapter } from './chapter';
import { chapters } from './chapters';
import { Facts } from './facts';
import { type Answer, answerOf, type Tour, withAnswer } from './progress';
import { awaitsGuess } from './veil';

/** The open chapter; null outside the tour. */
export function chapterOf({ tour }: State): Chapter | null {
  return tour ? (chapters[tour.chapter] ?? null) : null;
}

/** How much of its step is to be seen before the guess: where it begins. */
const glimpse = 0.01;

interface ChapterPlace {
  readonly view: string;
  readonly time: number;
}

/** Where on the timeline a chapter begins, or ends once it is answered. */
function placeOf(chapter: Chapter, answered: boolean): ChapterPlace {
  const at = timeline.findIndex((step) => step.id === chapter.step);
  return { view: timeline[at]?.view ?? firstView, time: answered ? at + 1 : at + glimpse };
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
export function withPicture(state: State, choice: Choice): Choice {
  const { tour } = choice;
  const chapter = tour && chapters[tour.chapter];
  if (!chapter) return choice;
  const { view, time, ...start } = startOf(state, chapter, answerOf(tour) !== null);
  const placed = choice.view !== undefined || choice.time !== undefined;
  return { ...start, ...(placed ? {} : { view, time }), ...choice };
}

const stopped = { type: 'play', playing: false } as const;

/** Opens a chapter; outside the first and the last there is none. What was answered stays. */
export function openChapter(state: State, dispatch: Dispatch, at: number): void {
  const chapter = chapters[at];
  if (!chapter) return;
  const tour: Tour = { chapter: at, answers: state.tour?.answers ?? [] };
  dispatch(stopped);
  const picture = startOf(state, chapter, answerOf(tour) !== null);
  // It tells of the model as it was trained; what the reader changed can be had back by undo.
  dispatch({ type: 'run', run: ownRun });
  dispatch({ type: 'choose', choice: { ...picture, tour } });
}

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
  dispatch({ type: 'step', by: 1 });
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
  const elsewhere = state.layer !== layer || state.head !== head;
  const otherWords = state.sentence !== sentence || state.masked.length > 0;
  return elsewhere || otherWords || state.backward || !isAtStep(state, chapter);
}

function isAtStep({ view, time }: State, { step }: Chapter): boolean {
  const there = stepAt(time, whole);
  return there?.id === step && there.view === view;
}

/** Back to where the chapter is, with the reader's answer as it is. */
export function returnTo(state: State, dispatch: Dispatch): void {
  if (state.tour) openChapter(state, dispatch, state.tour.chapter);
}
