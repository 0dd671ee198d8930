import { html, type TemplateResult } from 'lit';
import { weight } from '../render/format';
import type { Reading } from '../state/what-if/what-if';

/** "street .804"; of a run that is not known yet, a place for it. */
export const readingText = (reading: Reading | null): string =>
  reading ? `${reading.piece} ${weight(reading.probability)}` : '…';

/** The same, marked where it is another word than it was. */
export function readingMark(reading: Reading | null, was: Reading | null): TemplateResult {
  const turned = reading && was && reading.piece !== was.piece;
  return html`<span class="reads ${turned ? 'turned' : ''}">
    <span class="guess">${reading ? reading.piece : '…'}</span>
    <span class="likely">${reading ? weight(reading.probability) : ''}</span>
  </span>`;
}
