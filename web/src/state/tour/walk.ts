import type { Choice } from '../actions';
import { firstHead, firstToken } from '../defaults';
import { firstSentence } from '../presets';
import type { State } from '../state';
import { firstView, timeline } from '../timeline';
import type { Chapter } from './chapter';
import { chapters } from './chapters';

/** The open chapter; null outside the tour. */
export function chapterOf({ tour }: State): Chapter | null {
  return tour ? (chapters[tour.chapter] ?? null) : null;
}

/** How much of its step is to be seen before the guess: enough to guess from, not the answer. */
const glimpse = { attention: 0.02, others: 0.3 };

/** Where on the timeline a chapter begins, and until when its answer plays. */
function placeOf(chapter: Chapter): { view: string; time: number; end: number } {
  const at = timeline.findIndex((step) => step.id === chapter.step);
  const view = timeline[at]?.view ?? firstView;
  return {
    view,
    time: at + (view === firstView ? glimpse.attention : glimpse.others),
    end: at + 1,
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

/** Where its answer is to be seen: its step from there on, and what else the chapter says. */
export function answerOf(chapter: Chapter): Choice {
  const { view, time } = placeOf(chapter);
  return { view, time, ...chapter.look };
}

/** Until when a chapter's answer plays. */
export const endOf = (chapter: Chapter): number => placeOf(chapter).end;
