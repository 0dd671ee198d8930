import { css, html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import * as look from '../render/palette.css';
import { styled } from '../render/styled';
import { type Axis, nextDetent, settledNumber } from '../state/options';

// A rule that names the parts of two engines is dropped by both: each has its own.
const thumb = css`
  box-sizing: border-box;
  width: 18px;
  height: 18px;
  border: 2px solid var(--ink);
  border-radius: 50%;
  background: var(--paper) radial-gradient(var(--ink) 3px, transparent 3.5px);
`;

/** A line with a knob that is dragged, and over it the model's answer for every number. */
export const numberAxisStyles = css`
  .number-axis {
    position: relative;
  }
  .number-axis svg {
    display: block;
    overflow: visible;
    font-size: 11px;
    fill: var(--ink-2);
  }
  .number-axis .rule {
    stroke: var(--line);
  }
  .number-axis .track {
    stroke: var(--ink-2);
  }
  .number-axis .way {
    stroke: var(--ink);
    stroke-width: 3;
  }
  .number-axis .answer {
    ${look.contour}
  }
  .number-axis .other {
    fill: none;
    stroke: var(--ink-2);
    stroke-dasharray: 3 3;
  }
  .number-axis .was {
    fill: var(--paper);
    stroke: var(--ink);
  }
  .number-axis input {
    position: absolute;
    appearance: none;
    height: 32px;
    margin: 0;
    background: none;
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .number-axis input:focus-visible {
    outline: 0;
  }
  .number-axis input:focus-visible::-webkit-slider-thumb {
    ${look.focusRing}
  }
  .number-axis input:focus-visible::-moz-range-thumb {
    ${look.focusRing}
  }
  .number-axis input::-webkit-slider-thumb {
    appearance: none;
    ${thumb}
  }
  .number-axis input::-moz-range-thumb {
    ${thumb}
  }
`;

/** A line over the axis: a probability for each of its samples, as far as they are known. */
export interface AnswerLine {
  readonly values: readonly number[];
  readonly look: 'answer' | 'other';
  /** What is written at one of its samples. */
  readonly note?: { readonly at: number; readonly text: string } | undefined;
}

export interface NumberAxis {
  readonly axis: Axis;
  readonly width: number;
  readonly number: number;
  /** Said of the knob: "divisor of the scores". */
  readonly name: string;
  /** "÷ 4, as trained" */
  readonly said: string;
  /** What is at a detent; empty for none. */
  label(detent: number): string;
  readonly lines: readonly AnswerLine[];
  /** `held` while the knob is dragged. */
  set(number: number, held: boolean): void;
}

const knob = 18;
const lineHeight = 34;
const trackAt = lineHeight + 14;
const height = trackAt + 22;

/** Places of a knob: fine enough to drag, and every detent among them nearly. */
const steps = 1000;

const round = (x: number): number => Math.round(x * 10) / 10;

const heightOf = (probability: number): number => round(2 + lineHeight * (1 - probability));

function answer({ axis }: NumberAxis, { values, look }: AnswerLine, x: (n: number) => number) {
  const points = values.map((p, i) => `${round(x(axis.samples[i] ?? 0))} ${heightOf(p)}`);
  return points.length < 2 ? nothing : svg`<path class=${look} d="M${points.join('L')}"></path>`;
}

/** Room that a note takes. */
const noteSize = { width: 150, height: 12 };

/** What is written at the lines, a later note above one that it would lie on. */
function notes({ axis, lines, width }: NumberAxis, x: (n: number) => number): SVGTemplateResult[] {
  const placed: { x: number; y: number }[] = [];
  return lines.flatMap(({ values, note }) => {
    const at = note && axis.samples[note.at];
    if (!note || at === undefined) return [];
    const place = { x: round(x(at)), y: heightOf(values[note.at] ?? 0) - 4 };
    const covered = placed.find(
      (other) =>
        Math.abs(other.x - place.x) < noteSize.width &&
        Math.abs(other.y - place.y) < noteSize.height,
    );
    if (covered) place.y = covered.y - noteSize.height;
    placed.push(place);
    const anchor = place.x > width - noteSize.width ? 'end' : 'start';
    return [
      svg`<text x=${place.x} y=${place.y} text-anchor=${anchor} paint-order="stroke" stroke="var(--paper)" stroke-width="4">${note.text}</text>`,
    ];
  });
}

function detents({ axis, label }: NumberAxis, x: (n: number) => number): SVGTemplateResult[] {
  return axis.detents.map(
    (detent) => svg`<path class="track" d="M${round(x(detent))} ${trackAt - 3}v6"></path>
      <text x=${round(x(detent))} y=${trackAt + 20} text-anchor="middle"
        font-weight=${detent === axis.own ? 700 : 400}>${label(detent)}</text>`,
  );
}

function picture(of: NumberAxis): SVGTemplateResult {
  const { axis, width, number, lines } = of;
  const x = (n: number) => knob / 2 + axis.place(n) * (width - knob);
  const [from, to] = [x(axis.own), x(number)].map(round);
  const rule = (y: number) =>
    svg`<path class="rule" d="M${knob / 2} ${y}H${width - knob / 2}"></path>`;
  return svg`${rule(2)} ${rule(2 + lineHeight)}
    ${lines.map((line) => answer(of, line, x))} ${notes(of, x)}
    <path class="track" d="M${knob / 2} ${trackAt}H${width - knob / 2}"></path>
    ${detents(of, x)}
    <path class="way" d="M${from} ${trackAt}H${to}"></path>
    <circle class="was" cx=${from ?? 0} cy=${trackAt} r="5"></circle>`;
}

export function numberAxis(of: NumberAxis): TemplateResult {
  const { axis, width, number, name, said, set } = of;
  const wanted = (event: Event) =>
    settledNumber(axis, Number((event.target as HTMLInputElement).value) / steps);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    set(nextDetent(axis, number, by as 1 | -1), false);
  };
  return html`<div class="number-axis" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} aria-hidden="true">${picture(of)}</svg>
    <input
      type="range"
      min="0"
      max=${steps}
      style=${styled({ left: '0', top: `${trackAt - 16}px`, width: `${width}px` })}
      aria-label=${name}
      aria-valuetext=${said}
      .value=${live(String(Math.round(axis.place(number) * steps)))}
      @input=${(event: Event) => set(wanted(event), true)}
      @change=${(event: Event) => set(wanted(event), false)}
      @keydown=${onKey}
    />
  </div>`;
}
