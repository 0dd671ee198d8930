import { msg } from '../../words/msg';
import type { Choice } from '../actions';
import type { Facts } from './facts';
import type { Stop } from './stops';

/**
 * One stop of the tour. It puts the explorer where its text is about, asks what the reader expects,
 * and then shows the answer. Words and numbers come from the trace.
 */
export interface Chapter {
  readonly title: string;
  /** The view that the chapter opens; a step of the timeline plays as the answer. */
  readonly step: Stop;
  readonly text: (facts: Facts) => string;
  readonly question: (facts: Facts) => string;
  readonly options: (facts: Facts) => readonly string[];
  /** The words that the options are: a click on one in the sentence is a guess. */
  readonly words?: (facts: Facts) => readonly number[];
  /** Place of the option that the trace bears out. */
  readonly right: (facts: Facts) => number;
  /** What shows the answer, beside the step as it plays. */
  readonly look: Choice;
  /** The number of each option, where they have one. */
  readonly numbers?: (facts: Facts) => readonly string[];
  /** The right answer with its number, and why. */
  readonly reveal: (facts: Facts) => string;
  /** Why an option is not it, with its number, where there is more to say than that. */
  readonly instead?: (facts: Facts, option: number) => string;
  /** What the step has made of the words, in one line. */
  readonly changed: (facts: Facts) => string;
  /** What to remember of the chapter, in one line. */
  readonly recap: string;
  /** A question of the practice that brings back an earlier chapter: every third has one. */
  readonly recall?: string;
}

export const yesNo = () => [msg`Yes`, msg`No`];

export const yes = (is: boolean): number => (is ? 0 : 1);
