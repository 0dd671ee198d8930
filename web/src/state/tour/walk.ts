import type { Choice } from '../actions';
import { firstHead, firstToken } from '../defaults';
import { firstSentence } from '../presets';
import type { State } from '../state';
import { timeline } from '../timeline';
import type { Chapter } from './chapter';
import { chapters } from './chapters';

/** The open chapter; null outside the tour. */
export function chapterOf({ tour }: State): Chapter | null {
  return tour ? (chapters[tour.chapter] ?? null) : null;
}

const beginOf = (chapter: Chapter): number =>
  timeline.findIndex((step) => step.id === chapter.step);

/** Where a chapter begins: its sentence, the head that finds antecedents, its step still to play. */
export function startOf(state: State, chapter: Chapter): Choice {
  const { model, trace } = state;
  const at = beginOf(chapter);
  const there = trace?.encoding.text === firstSentence;
  return {
    sentence: firstSentence,
    masked: [],
    view: timeline[at]?.view ?? state.view,
    time: at,
    trail: [],
    why: null,
    ...(model ? firstHead(model) : {}),
    ...(there ? { token: firstToken(trace.encoding.tokens) } : {}),
  };
}

/** Where its answer is to be seen: at the end of its step, and what else the chapter says. */
export function answerOf(chapter: Chapter): Choice {
  const at = beginOf(chapter);
  const view = timeline[at]?.view;
  return { ...(view ? { view } : {}), time: at + 1, ...chapter.look };
}

/** Until when a chapter plays by itself. */
export const endOf = (chapter: Chapter): number => beginOf(chapter) + 1;
