import { html, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { wordName } from '../../state/word-names';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** The two words that were picked. */
export interface Picked {
  readonly from: number;
  readonly to: number;
}

export interface Frame {
  readonly width: number;
  readonly pitch: number;
  /** From one step to the next, down. */
  readonly row: number;
  readonly shown: readonly number[];
  readonly pick: (token: number) => void;
}

/** The least from one step to the next. */
export const leastRow = 17;
const boxHeight = 12;

const middle = ({ pitch }: Frame, i: number): number => pitch * (i + 0.5);

/** The words of one picture, as buttons; narrow columns have them at a slant. */
function words(m: FigureContext, frame: Frame, { from, to }: Picked): TemplateResult {
  const { tokens } = m.trace.encoding;
  const slanted = frame.pitch < 46;
  return html`<div class="heads ${slanted ? 'slanted' : ''}" role="group" aria-label=${msg`words: pick two`} @keydown=${moveFocus}>
    ${frame.shown.map((token, i) => {
      const chosen = token === from || token === to;
      const style = styled({ left: `${middle(frame, i)}px` });
      return html`<button type="button" class=${chosen ? 'picked' : ''} data-stop tabindex=${token === to ? 0 : -1}
        style=${style} aria-pressed=${chosen} aria-label=${msg`pick ${wordName(tokens, token)}`}
        @click=${() => frame.pick(token)}>${tokens[token]?.piece}</button>`;
    })}
  </div>`;
}

const box = (frame: Frame, i: number, row: number, look: string) =>
  svg`<rect class=${look} x=${middle(frame, i) - Math.min(14, frame.pitch * 0.36)} y=${row * frame.row + 3}
    width=${2 * Math.min(14, frame.pitch * 0.36)} height=${boxHeight} rx="2"></rect>`;

/** One step under another: each word waits for the one before. */
export function chain(m: FigureContext, frame: Frame, picked: Picked): TemplateResult {
  const places = frame.shown.map((token) => token);
  const [low, high] = [Math.min(picked.from, picked.to), Math.max(picked.from, picked.to)];
  const inside = (token: number) => token >= low && token <= high;
  const hop = (i: number) => {
    const on = inside(places[i] ?? -1) && inside(places[i + 1] ?? -1);
    const [x1, x2] = [middle(frame, i), middle(frame, i + 1)];
    const y = i * frame.row + 3 + boxHeight / 2;
    return svg`<path class="hop ${on ? 'on' : ''}" d="M${x1} ${y}H${x2}V${y + frame.row - boxHeight / 2}"></path>`;
  };
  const height = places.length * frame.row + 4;
  return html`${words(m, frame, picked)}
    <svg width=${frame.width} height=${height} aria-hidden="true">
      ${places.slice(0, -1).map((_, i) => hop(i))}
      ${places.map((token, i) => box(frame, i, i, inside(token) ? 'on' : ''))}
      ${places.map((_, i) => svg`<text x=${i < places.length / 2 ? frame.width - 2 : 2} y=${i * frame.row + 13} text-anchor=${i < places.length / 2 ? 'end' : 'start'}>${msg`step ${i + 1}`}</text>`)}
    </svg>`;
}

/** One step for all: every word reaches every other directly. */
export function atOnce(m: FigureContext, frame: Frame, picked: Picked): TemplateResult {
  const top = Math.round(66 * (frame.row / leastRow) ** 0.5);
  const at = (token: number) => middle(frame, frame.shown.indexOf(token));
  const arch = (a: number, b: number, look: string) => {
    const [x1, x2] = [middle(frame, a), middle(frame, b)];
    const rise = Math.min(top - 6, 12 + Math.abs(x2 - x1) * 0.22 * (top / 66));
    return svg`<path class="hop ${look}" d="M${x1} ${top}C${x1} ${top - rise * 1.3} ${x2} ${top - rise * 1.3} ${x2} ${top}"></path>`;
  };
  const pairs = frame.shown.flatMap((_, i) =>
    frame.shown.slice(i + 1).map((_, j) => [i, i + 1 + j]),
  );
  const [x1, x2] = [at(picked.from), at(picked.to)];
  const y = (top + 2) / frame.row;
  return html`${words(m, frame, picked)}
    <svg width=${frame.width} height=${top + 24} aria-hidden="true">
      ${pairs.map(([i = 0, j = 0]) => arch(i, j, 'faint'))}
      ${x1 === x2 ? '' : arch(frame.shown.indexOf(picked.from), frame.shown.indexOf(picked.to), 'on')}
      ${frame.shown.map((token, i) => box(frame, i, y, token === picked.from || token === picked.to ? 'on' : ''))}
      <text x=${frame.width - 2} y="12" text-anchor="end">${msg`step 1: all of them`}</text>
    </svg>`;
}
