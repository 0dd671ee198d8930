import { html, type TemplateResult } from 'lit';
import { weight } from '../state/format';
import type { Guess } from '../state/prediction';
import { guessText } from '../state/what-if/reading';

/** "street .804"; of a run that is not known yet, a place for it. */
export const readingText = (reading: Guess | null): string => (reading ? guessText(reading) : '…');

/** The same, marked where it is another word than it was. */
export function readingMark(reading: Guess | null, was: Guess | null): TemplateResult {
  const turned = reading && was && reading.piece !== was.piece;
  return html`<span class="reads ${turned ? 'turned' : ''}">
    <span class="guess">${reading ? reading.piece : '…'}</span>
    <span class="likely">${reading ? weight(reading.probability) : ''}</span>
  </span>`;
}
