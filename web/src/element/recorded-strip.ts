import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import * as look from '../render/palette.css';
import type { State } from '../state/state';
import { svgMarks } from '../views/kit/svg-marks';
import { smallButterfly } from '../views/kit/wings';
import { grouped, spokenLanguage } from '../words/language';
import { msg } from '../words/msg';
import recorded from './recorded-training.json';

export const recordedStripStyles = css`
  .recorded {
    ${look.spread}
    flex: 1;
    min-width: 0;
    align-items: center;
    gap: 8px 24px;
    padding: 6px 0;
    text-align: start;
  }
  .recorded .what {
    flex: 0 0 200px;
    ${look.quiet}
    line-height: 16px;
  }
  .recorded b {
    display: block;
    font-size: 13px;
    line-height: 22px;
    color: var(--ink);
    ${look.offered}
    text-decoration-thickness: 1px;
  }
  .recorded .frames {
    display: flex;
    flex: 1 1 auto;
    justify-content: space-around;
    max-width: 860px;
  }
  .recorded .frame {
    ${look.quietest}
    line-height: 14px;
    text-align: center;
  }
  .recorded .frame svg {
    display: block;
  }
  :host([form='narrow']) .recorded {
    flex-wrap: wrap;
    gap: 8px;
  }
  :host([form='narrow']) .recorded .what {
    flex-basis: auto;
  }
  .recorded:hover b {
    text-decoration-thickness: 2px;
  }
`;

/** The word that the rows are of, among those of the first sentence. */
const focus = 7;

/** The steps of the training, and those that are shown where there is no room for all. */
const every = recorded.frames.map(({ step }) => step);
const fewer = [0, 200, 300, 500, 3000];

/** A frame, and a smaller one; what stands beside the frames on a page that is not narrow. */
const large = { width: 68, height: 56 };
const small = { width: 46, height: 40 };
const textWidth = 500;

const inParts = (row: readonly number[]): readonly number[] => row.map((w) => w / 100);

/** The head's rows at the steps of the training. */
const framesOf = (steps: readonly number[], { width, height }: typeof large, drawn: boolean) =>
  recorded.frames
    .filter(({ step }) => steps.includes(step))
    .map(({ step, tired, wide }) => {
      const rows = { focus, upperRow: inParts(tired), lowerRow: inParts(wide) };
      return html`<span class="frame">
        <svg width=${width} height=${height}>${drawn ? svgMarks(smallButterfly(rows, width, height), 0) : nothing}</svg>
        ${grouped(step)}</span>`;
    });

/** What the strip is drawn from, and where it leads. */
export interface Strip {
  /** The state for what is drawn after the figure. */
  readonly beside: State;
  /** Of the page, in CSS pixels. */
  readonly width: number;
  readonly narrow: boolean;
  /** A run of training. */
  watchLearning(): void;
}

/**
 * One head on its way from random numbers to the right noun, recorded from the training that it opens. Its
 * marks are drawn after the picture.
 */
export function recordedStrip({ beside, width, narrow, watchLearning }: Strip): TemplateResult {
  const room = narrow ? 0 : width - textWidth;
  const drawn = beside.trace !== null || beside.status.kind === 'error';
  const shown = room >= every.length * large.width ? every : fewer;
  const size = room >= fewer.length * large.width ? large : small;
  const steps = grouped(every.at(-1) ?? 0);
  return html`<button class="recorded" type="button" @click=${watchLearning}>
    <span class="what"><b>${msg`Watch it learn`}</b> ${
      narrow
        ? msg`${steps} steps, live`
        : msg`One head over ${steps} steps: “… too tired” above, “… too wide” below`
    }</span>
    <span class="frames" aria-hidden="true">
      ${guard([shown, size, drawn, spokenLanguage()], () => framesOf(shown, size, drawn))}
    </span>
  </button>`;
}
