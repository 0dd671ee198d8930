import { later } from '../../words/msg';
import type { Choice } from '../actions';
import { firstSentence } from '../presets';
import { stops } from './stops';

/** A chapter that a figure of another file tells itself. */
interface Further {
  readonly number: number;
  readonly title: string;
  /** Opens it. */
  readonly choice: Choice;
}

const further = (view: string, title: string, i: number): Further => {
  const number = stops.length + 1 + i;
  const choice = { tour: null, view, sentence: firstSentence, settings: `chapter=${number}` };
  return { number, title, choice };
};

/** What comes after the encoder, in the order of the tour. */
export const furtherChapters: readonly Further[] = [
  further('decoder', later('A decoder writes'), 0),
  further('cross-attention', later('It looks at what was read'), 1),
];
