import type { Choice, Dispatch } from '../actions';
import { firstHead, firstToken } from '../defaults';
import { firstSentence } from '../presets';
import type { State } from '../state';
import { firstView, stepAt, timeline, whole } from '../timeline';
import type { Chapter } from './chapter';
import { chapters } from './chapters';

/** The open chapter; null outside the tour. */
export function chapterOf({ tour }: State): Chapter | null {
  return tour ? (chapters[tour.chapter] ?? null) : null;
}

/** How much of its step is to be seen before the guess: enough to guess from, not the answer. */
const glimpse = { attention: 0.02, others: 0.3 };

/** Where on the timeline a chapter begins. */
function placeOf(chapter: Chapter): { view: string; time: number } {
  const at = timeline.findIndex((step) => step.id === chapter.step);
  const view = timeline[at]?.view ?? firstView;
  return {
    view,
    time: at + (view === firstView ? glimpse.attention : glimpse.others),
  };
}

/** Where a chapter begins: its sentence, the head that finds antecedents, its step still to play. */
export function startOf(state: State, chapter: Chapter): Choice {
  const { model, trace } = state;
  const { view, time } = placeOf(chapter);
  const there = trace?.encoding.text === firstSentence;
  return {
    sentence: firstSentence,
    masked: [],
    view,
    time,
    trail: [],
    why: null,
    ...(model ? firstHead(model) : {}),
    ...(there ? { token: firstToken(trace.encoding.tokens) } : {}),
  };
}

/**
 * A choice that names a chapter shows the chapter's picture too, as far as it says nothing else. A
 * view or a time is said of the other, too.
 */
export function withPicture(state: State, choice: Choice): Choice {
  const chapter = choice.tour && chapters[choice.tour.chapter];
  if (!chapter) return choice;
  const { view, time, ...start } = startOf(state, chapter);
  const placed = choice.view !== undefined || choice.time !== undefined;
  return { ...start, ...(placed ? {} : { view, time }), ...choice };
}

/** Where its answer is to be seen: its step from there on, and what else the chapter says. */
export function answerOf(chapter: Chapter): Choice {
  const { view, time } = placeOf(chapter);
  return { view, time, ...chapter.look };
}

/** Opens a chapter; outside the first and the last there is none. */
export function openChapter(state: State, dispatch: Dispatch, at: number): void {
  const chapter = chapters[at];
  if (!chapter) return;
  const tour = { chapter: at, guess: null, shown: false };
  dispatch({ type: 'play', playing: false });
  dispatch({ type: 'choose', choice: { ...startOf(state, chapter), tour } });
}

export function endTour(dispatch: Dispatch): void {
  dispatch({ type: 'choose', choice: { tour: null } });
}

/** The reader expects an option of the open chapter. */
export function expectOption({ tour }: State, dispatch: Dispatch, guess: number): void {
  if (tour) dispatch({ type: 'choose', choice: { tour: { ...tour, guess } } });
}

/** Goes where the open chapter's answer is to be seen, and plays its step. */
export function showAnswer(state: State, dispatch: Dispatch): void {
  const chapter = chapterOf(state);
  if (!chapter || !state.tour) return;
  const tour = { ...state.tour, shown: true };
  dispatch({ type: 'choose', choice: { ...answerOf(chapter), tour } });
  dispatch({ type: 'step', by: 1 });
}

/** The reader has gone on from where the chapter is: to other words, another step or head. */
export function hasWandered(state: State): boolean {
  const chapter = chapterOf(state);
  if (!chapter || !state.model) return false;
  const { layer, head } = firstHead(state.model);
  const sentence = (state.tour?.shown && chapter.look.sentence) || firstSentence;
  const elsewhere = state.layer !== layer || state.head !== head;
  const otherWords = state.sentence !== sentence || state.masked.length > 0;
  return elsewhere || otherWords || !isAtStep(state, chapter);
}

function isAtStep({ view, time }: State, { step }: Chapter): boolean {
  const there = stepAt(time, whole);
  return there?.id === step && there.view === view;
}

/** Back to where the chapter is, with the reader's guess as it stands. */
export function returnTo(state: State, dispatch: Dispatch): void {
  const chapter = chapterOf(state);
  if (!chapter) return;
  dispatch({ type: 'play', playing: false });
  const look = state.tour?.shown ? chapter.look : {};
  dispatch({ type: 'choose', choice: { ...startOf(state, chapter), ...look } });
  if (state.tour?.shown) dispatch({ type: 'step', by: 1 });
}
