import { html, type TemplateResult } from 'lit';
import { viewOf } from '../../state/views';
import { explained } from '../../widgets/terms';

/** When the second beat of a step's caption is read: with the step's numbers in their places. */
const secondFrom = 0.85;

export const hasEnded = (progress: number): boolean => progress >= secondFrom;

/** Whether a view's picture is complete; one that is no step of the timeline always is. */
export const isOver = (view: string, time: number): boolean =>
  viewOf(view)?.tick === undefined || hasEnded(time);

/** A caption of two beats, its terms explained at their first use; the place of the second is kept free until it comes. */
export function beatsOf([happens, result]: readonly unknown[], over: boolean): TemplateResult {
  const met = new Set<number>();
  const [first, second] = [explained(happens, met), explained(result, met)];
  return html`<span class="happens">${first}</span> <span class="result ${over ? '' : 'later'}">${second}</span>`;
}
