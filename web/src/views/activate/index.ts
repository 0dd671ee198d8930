import { cell } from '../../state/dataflow/cell';
import { activations } from '../../state/dataflow/kinds/activation';
import { quoted } from '../../state/dataflow/naming';
import { ofLayer, type Structure } from '../../state/dataflow/structure';
import { signed } from '../../state/format';
import { nouns } from '../../state/presets';
import { awaitsGuess } from '../../state/tour/veil';
import { argmax, largest, notAboveZero } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, label, stretched, text, textWidth } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { dot, handle, line, path } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { endRoom, strip, vector } from '../kit/strip';
import { words } from '../kit/words';

const plotHeight = (frame: Frame): number => stretched(frame, 190, 260);

interface Units {
  readonly hidden: Float32Array;
  readonly activated: Float32Array;
  readonly names: { readonly hidden: string; readonly activated: string };
}

function unitsOf(m: StepContext): Units {
  const f = `layers.${m.layer}.feedForward`;
  const of = { hidden: `${f}.hidden`, activated: `${f}.activated` };
  const row = (name: string) => m.trace.row(name, m.focus);
  return { hidden: row(of.hidden), activated: row(of.activated), names: of };
}

/** The unit to write out: the one pointed at, else the one with the largest activation. */
function chosenUnit(m: StepContext, { activated, names: of }: Units): number {
  const looked =
    m.point && Object.values(of).includes(m.point.name) && m.point.index[0] === m.focus;
  return looked ? (m.point?.index[1] ?? 0) : argmax(activated);
}

/** Coordinates of the plot: u to the right, f(u) upwards. */
function axes(frame: Frame, top: number, units: Units) {
  const bound = largest(units.hidden) * 1.05 || 1;
  const high = Math.max(...units.activated, bound * 0.1) * 1.08;
  const low = Math.min(0, ...units.activated) * 1.3;
  const height = plotHeight(frame);
  const x = (u: number) => frame.left + (frame.inner * (u + bound)) / (2 * bound);
  const y = (v: number) => top + height - 14 - ((height - 20) * (v - low)) / (high - low);
  return { x, y, bound, high };
}

type Plot = ReturnType<typeof axes>;

/** The activation function, clipped to the height of the plot. */
function curve({ x, y, bound, high }: Plot, activation: Structure['activation']): string {
  const course = Array.from({ length: 241 }, (_, i) => -bound + (2 * bound * i) / 240);
  const points = course
    .filter((u) => activations[activation].apply(u) <= high)
    .map((u) => `${x(u).toFixed(1)} ${y(activations[activation].apply(u)).toFixed(1)}`);
  return `M${points.join('L')}`;
}

/** More units than this share a dot where they would cover each other. */
const mostDots = 1024;

/** The units by where they have a dot: where they are many, those at the same pixel have one. */
export function dotted(hidden: Float32Array, x: Plot['x']): readonly (readonly number[])[] {
  const places = new Map<number, number[]>();
  hidden.forEach((u, i) => {
    const at = hidden.length > mostDots ? Math.round(x(u)) : i;
    places.set(at, [...(places.get(at) ?? []), i]);
  });
  return [...places.values()];
}

/** How much wider bold letters are than others. */
const bold = 1.08;

/** Where a unit's numbers are written: beside its dot where there is room, else above it. */
function besideDot({ left, inner }: Frame, [x, y]: readonly [number, number], width: number) {
  const right = left + inner;
  const before = { x: x - 10, base: y + 4, anchor: 'end', from: x - 10 - width } as const;
  const after = { x: x + 10, base: y + 4, anchor: 'start', from: x + 10 } as const;
  const sides = x > left + inner * 0.6 ? [before, after] : [after, before];
  const centre = Math.max(left + width / 2, Math.min(x, right - width / 2));
  const above = { x: centre, base: y - 10, anchor: 'middle', from: centre - width / 2 } as const;
  return sides.find(({ from }) => from >= left && from + width <= right) ?? above;
}

/** A dot per unit that starts on the axis at u and moves to f(u). */
function dots(units: Units, { x, y }: Plot, chosen: number): readonly Mark[] {
  const ground = y(0);
  const order = dotted(units.hidden, x).filter(([i, other]) => other || i !== chosen);
  return [...order, [chosen]].map((all, place) => {
    const i = all[0] ?? 0;
    const at = y(units.activated[i] ?? 0);
    const own = place === order.length;
    const keys = [
      { at: 0, dy: ground - at, opacity: 0 },
      { at: 0.2, dy: ground - at, opacity: 1 },
      { at: own ? 0.45 : 0.3, dy: ground - at },
      { at: own ? 0.8 : 0.6 },
    ];
    const look = own
      ? { r: 5, tone: 'ink' as const, opacity: 1 }
      : { r: 2.4, tone: 'feed-forward' as const, opacity: 1 - 0.6 ** all.length };
    return dot(x(units.hidden[i] ?? 0), at, look.r, look.tone, { opacity: look.opacity, keys });
  });
}

function plot(m: StepContext, frame: Frame, top: number, units: Units): Drawn {
  const at = axes(frame, top, units);
  const chosen = chosenUnit(m, units);
  const u = units.hidden[chosen] ?? 0;
  const v = units.activated[chosen] ?? 0;
  const [x, y] = [at.x(u), at.y(v)];
  const written = `f(${signed(u)}) = ${signed(v)}, ${msg`unit ${chosen + 1}`}`;
  const width = textWidth(written, 13) * bold;
  const { base, anchor, ...beside } = besideDot(frame, [x, y], width);
  const place = { x: beside.from - 2, y: base - 16, width: width + 4, height: 24 };
  return {
    marks: [
      line(frame.left, at.y(0), frame.left + frame.inner, at.y(0)),
      path(`M${at.x(0)} ${top}V${at.y(0) + 6}`, { stroke: 'line' }),
      text(at.x(0), at.y(0) + 18, '0', { anchor: 'middle', size: 11 }),
      text(frame.left, at.y(0) + 18, `u = ${signed(-at.bound, 1)}`, { size: 11 }),
      text(frame.left + frame.inner, at.y(0) + 18, signed(at.bound, 1), {
        size: 11,
        anchor: 'end',
      }),
      path(curve(at, ofLayer(m.graph.structure, m.layer).activation), {
        stroke: 'feed-forward',
        width: 1.6,
      }),
      ...dots(units, at, chosen),
      path(`M${x} ${at.y(0)}V${y}`, { stroke: 'ink', dash: '2 3', keys: appear(0.6, 0.8) }),
      text(beside.x, base, written, {
        size: 13,
        tone: 'ink',
        bold: true,
        anchor,
        keys: appear(0.75, 0.85),
      }),
      handle(place, msg`Why ${signed(v)}?`, {
        kind: 'cell',
        cell: cell(units.names.activated, m.focus, chosen),
      }),
    ],
    bottom: top + plotHeight(frame) + 12,
  };
}

/** After the tour's question, what it compares: the units of two other words, one above the other. */
function comparedWords(m: StepContext, frame: Frame, top: number, name: string): Drawn {
  const isAsked = m.state.tour !== null && !awaitsGuess(m.state);
  const tokens = isAsked
    ? nouns.map((noun) => m.tokens.findIndex(({ piece }) => piece === noun))
    : [];
  const marks: Mark[] = [];
  let bottom = top;
  for (const token of tokens.filter((each) => each >= 0)) {
    const side = label(frame, bottom, {
      name: quoted(m.tokens[token]?.piece ?? ''),
      formula: 'f(u)',
      tone: 'feed-forward',
    });
    const place = { x: frame.left, y: side.top + 4, width: frame.inner - endRoom, height: 32 };
    marks.push(...side.marks, strip(m, name, token, 'feed-forward', place, { bars: true }));
    bottom = Math.max(place.y + place.height + 10, side.bottom + 4);
  }
  return { marks, bottom };
}

export const figure: Draw = (m, frame) => {
  const units = unitsOf(m);
  const { activation } = ofLayer(m.graph.structure, m.layer);
  const off = notAboveZero(units.hidden);
  const total = units.hidden.length;
  const { cutsOff } = activations[activation];
  const share = cutsOff
    ? msg`${off} of ${total} units are off`
    : msg`${off} of ${total} units are below zero and held back`;
  const head = words(m, frame);
  const marks: Mark[] = [...head.marks];
  const row = (
    name: string,
    title: string,
    formula: string,
    y: number,
    during: readonly [number, number] | null,
  ) => {
    const side = label(frame, y, { name: title, formula, tone: 'feed-forward' });
    const place = { x: frame.left, y: side.top + 4, width: frame.inner, height: 32 };
    const sweep = during && { axis: 'x' as const, from: during[0], to: during[1] };
    marks.push(
      ...side.marks,
      ...vector(m, place, { name, role: 'feed-forward' }, sweep ? { sweep } : {}),
    );
    return Math.max(place.y + place.height + 10, side.bottom + 4);
  };
  const first = row(
    units.names.hidden,
    msg`Before`,
    msg`u, ${total} hidden units`,
    head.bottom + 4,
    null,
  );
  const side = label(frame, first, {
    name: activations[activation].name,
    formula: `f(u) = ${activations[activation].formula}`,
    note: msg`each dot is one of the ${total} hidden units; ${share}`,
  });
  const drawn = plot(m, frame, side.top + 6, units);
  marks.push(...side.marks, ...drawn.marks);
  const bottom = row(
    units.names.activated,
    msg`After`,
    'f(u)',
    Math.max(drawn.bottom, side.bottom) + 6,
    [0.6, 1],
  );
  const compared = comparedWords(m, frame, bottom, units.names.activated);
  marks.push(...compared.marks);
  return {
    marks,
    bottom: compared.bottom,
    chosen: [cell(units.names.activated, m.focus, chosenUnit(m, units))],
    caption: [
      cutsOff
        ? msg`Everything below zero is cut off, since without a bend in the line two matrices could do no more than one:`
        : msg`Everything below zero is held back, since without a bend in the line two matrices could do no more than one:`,
      msg`for ${quoted(m.word)}, ${share}.`,
    ],
  };
};
