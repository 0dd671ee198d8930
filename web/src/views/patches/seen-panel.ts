import { html, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { paintPicture, sharpnessOf } from './canvas';
import { chooseHead, type Focus, placeOf, ranked } from './focus';
import type { Picture } from './picture';
import { patchesAcross, type Reading } from './reading';

const lines = Array.from({ length: patchesAcross - 1 }, (_, i) => i + 1);

/** Where a picture of so many pixels is cut into patches; `marks` are drawn above. */
export const gridLines = (width: number, marks: unknown = null): TemplateResult => {
  const step = width / patchesAcross;
  return html`<svg class="grid" width=${width} height=${width} aria-hidden="true">
    ${lines.map((i) => svg`<path d="M${i * step} 0V${width}M0 ${i * step}H${width}"></path>`)} ${marks}
  </svg>`;
};

/** From this weight on, the largest are written on their patches. */
const writtenFrom = 0.08;
const mostWritten = 4;

/** A number's foot is so far below the top of its patch, in pixels: the middle stays to be seen. */
const labelBelow = 14;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The patch beside a token in a direction; from the question, the first. */
export function patchBeside(token: number, [down, right]: readonly [number, number]): number {
  if (token === 0) return 1;
  const [row, column] = placeOf(token);
  const within = (at: number) => Math.min(patchesAcross - 1, Math.max(0, at));
  return 1 + within(row + down) * patchesAcross + within(column + right);
}

const choosePatch = (m: FigureContext, token: number): void => {
  m.keep('rest', null);
  m.choose({ picturePatch: token === 0 ? '' : String(token) });
};

export function tokenText(token: number): string {
  if (token === 0) return msg`the question`;
  const [row, column] = placeOf(token);
  return msg`the patch in row ${row + 1}, column ${column + 1}`;
}

function marks({ row, token }: Focus, width: number) {
  const step = width / patchesAcross;
  const corner = (of: number) => placeOf(of).map((at) => at * step) as [number, number];
  const written = ranked(row)
    .slice(0, mostWritten)
    .filter((of) => (row[of] ?? 0) >= writtenFrom);
  const numbers = written.map((of) => {
    const [y, x] = corner(of);
    const [middle, foot, share] = [x + step / 2, y + labelBelow, weight(row[of] ?? 0)];
    return svg`<text class="halo" x=${middle} y=${foot}>${share}</text><text x=${middle} y=${foot}>${share}</text>`;
  });
  if (token === 0) return numbers;
  const [y, x] = corner(token);
  return [
    svg`<rect class="halo" x=${x} y=${y} width=${step} height=${step}></rect><rect x=${x} y=${y} width=${step} height=${step}></rect>`,
    ...numbers,
  ];
}

/** The picture as one token sees it: sharp where its weights are. */
export function seenPanel(
  m: FigureContext,
  picture: Picture,
  focus: Focus,
  width: number,
): TemplateResult {
  const patchAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const along = (at: number) =>
      Math.min(patchesAcross - 1, Math.max(0, Math.floor((at / box.width) * patchesAcross)));
    return 1 + along(event.clientY - box.top) * patchesAcross + along(event.clientX - box.left);
  };
  const hover = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') m.keep('rest', patchAt(event));
  };
  const press = (event: KeyboardEvent) => {
    const way = steps[event.key];
    const leave = event.key === 'Escape' || event.key === 'Home';
    if (!way && !leave) return;
    event.preventDefault();
    event.stopPropagation();
    choosePatch(m, way ? patchBeside(focus.token, way) : 0);
  };
  return html`<div
    class="seen"
    role="slider"
    tabindex="0"
    aria-label=${msg`The patch to look from; Home for the question`}
    aria-valuemin="0"
    aria-valuemax=${patchesAcross ** 2}
    aria-valuenow=${focus.token}
    aria-valuetext=${seenText(focus)}
    style=${styled({ width: `${width}px`, height: `${width}px` })}
    @pointermove=${hover}
    @pointerleave=${() => m.keep('rest', null)}
    @click=${(event: PointerEvent) => choosePatch(m, patchAt(event))}
    @keydown=${press}
  >
    <canvas aria-hidden="true" ${paintPicture({
      pixels: picture.pixels,
      clear: [...focus.row.subarray(1)].map(sharpnessOf),
    })}></canvas>
    ${gridLines(width, marks(focus, width))}
  </div>`;
}

/** What a token looks at most, for those who cannot see it. */
export function seenText({ row, token }: Focus): string {
  const [first = 1, second = 2] = ranked(row);
  return msg`From ${tokenText(token)}: ${percent(row[first] ?? 0)} to ${tokenText(first)}, ${percent(row[second] ?? 0)} to ${tokenText(second)}`;
}

/** Layer and head, and the way back to the question. */
export function lookControls(m: FigureContext, reading: Reading, focus: Focus): TemplateResult {
  const select = (name: string, label: string, count: number, at: number) => {
    const choose = (event: Event) => chooseHead(m, name, (event.target as HTMLSelectElement).value);
    return html`<label>${label}
      <select @change=${choose}>${Array.from({ length: count }, (_, i) => html`<option value=${i + 1} ?selected=${i === at}>${i + 1}</option>`)}</select></label>`;
  };
  return html`<p class="tools">
    ${select('pictureLayer', msg`layer`, reading.layers, focus.layer)}
    ${select('pictureHead', msg`head`, reading.heads, focus.head)}
    <button type="button" class="link underlined" ?disabled=${focus.token === 0} @click=${() => choosePatch(m, 0)}>${msg`look from the question`}</button>
  </p>`;
}
