import { later, msg } from '../../words/msg';
import { curvesOf, ghosts, layerTicks, styleOf } from '../kit/depth/lines';
import {
  type DepthSettings,
  deepest,
  type Measure,
  type Measured,
  nameOf,
  shownWirings,
  sizeText,
  spreadAt,
  textOf,
  type Wiring,
} from '../kit/depth/study';
import { text } from '../kit/frame';
import { line } from '../kit/marks';
import { type Curve, type Plot, placeOfX, placeOfY, plotMarks, spread } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import type { Box, SvgMark } from '../kit/scene';

/** A plot of one measure over the layers, and on which side the lines are named. */
export interface Panel {
  readonly measure: Measure;
  readonly note: string;
  /** Where the lines differ most: at the words, or after the last layer. */
  readonly named: 'left' | 'right';
  /** Lowest and highest number that is ever drawn. */
  readonly bounds: readonly [low: number, high: number];
}

export const panels: Readonly<Record<'difference' | 'gradient', Panel>> = {
  gradient: {
    measure: 'gradient',
    note: later('size of the gradient that reaches each layer; 1 at the end'),
    named: 'left',
    bounds: [1e-40, 1e40],
  },
  difference: {
    measure: 'difference',
    note: later('1 − mean cosine of two words of the sentence, after each layer'),
    named: 'right',
    bounds: [1e-8, 1],
  },
};

/** A logarithmic axis over what is drawn, in steps of a hundred, so that it seldom changes. */
function axisOf(curves: readonly Curve[], [low, high]: Panel['bounds']): Axis {
  const values = curves
    .flatMap(({ points }) => points.map(([, y]) => y))
    .filter((y) => Number.isFinite(y) && y > 0);
  const decades = (y: number, up: boolean) => {
    const half = Math.log10(Math.min(high, Math.max(low, y))) / 2;
    return 10 ** (2 * (up ? Math.ceil(half) : Math.floor(half)));
  };
  const from = decades(Math.min(1, ...values), false);
  const to = decades(Math.max(1, ...values), true);
  return { from: from < to ? from : to / 100, to, log: true };
}

export interface PanelRoom {
  readonly box: Box;
  /** Where the reader has the encoder's end: its own lines may still be on their way. */
  readonly end: number;
  /** Whether there is room for names beside the lines. */
  readonly names: boolean;
}

export interface DrawnPanel {
  readonly plot: Plot;
  readonly marks: readonly SvgMark[];
}

interface LineEnd {
  readonly wirings: readonly Wiring[];
  readonly text: string;
  /** Where its name would stand. */
  readonly y: number;
}

function lineEnds(panel: Panel, plot: Plot, measured: Measured, settings: DepthSettings) {
  const layer = panel.named === 'left' ? 0 : settings.depth;
  const { y: top, height } = plot.box;
  const lowest = top + height;
  return shownWirings(settings).flatMap((wiring): readonly LineEnd[] => {
    const at = spreadAt(measured, [settings.depth, wiring], panel.measure, layer);
    if (!at) return [];
    const y = Number.isFinite(at.middle) ? placeOfY(plot, at.middle) : top;
    const text = `${nameOf(wiring)} ${textOf(panel.measure, at.middle)}`;
    return [{ wirings: [wiring], text, y: y <= lowest ? Math.max(top, y) : lowest + 1 }];
  });
}

/** Those without a path that left the plot at its lower edge have one name. */
function joined(ends: readonly LineEnd[], plot: Plot): readonly LineEnd[] {
  const lowest = plot.box.y + plot.box.height;
  const isGone = ({ y, wirings }: LineEnd) => y > lowest && !wirings.some(({ path }) => path);
  const wirings = ends.filter(isGone).flatMap((end) => end.wirings);
  if (wirings.length < 2) return ends;
  const text = msg`without <${sizeText(plot.y.from)}`;
  return [...ends.filter((end) => !isGone(end)), { wirings, text, y: lowest + 1 }];
}

/** Names and numbers where the lines differ most. */
function namesOf(panel: Panel, plot: Plot, measured: Measured, settings: DepthSettings) {
  const left = panel.named === 'left';
  const { box } = plot;
  const ends = joined(lineEnds(panel, plot, measured, settings), plot);
  const heights = ends.map(({ y }) => y);
  const places = spread(heights, 14, [box.y, box.y + box.height]);
  const x = left ? box.x - 8 : Math.min(box.x + box.width, placeOfX(plot, settings.depth)) + 10;
  return ends.map((end, i) => {
    const [wiring] = end.wirings;
    const tone = wiring && end.wirings.length === 1 ? styleOf(wiring).tone : 'ink';
    return text(x, (places[i] ?? 0) + 4, end.text, {
      ...{ anchor: left ? 'end' : 'start', tone, bold: wiring?.path === true },
    });
  });
}

/** The end of the encoder: a rule that the reader drags. */
function endMarks(plot: Plot, depth: number): readonly SvgMark[] {
  const x = placeOfX(plot, depth);
  const { y, height } = plot.box;
  return [line(x, y, x, y + height, 'ink')];
}

export function drawPanel(
  panel: Panel,
  { box, names, end }: PanelRoom,
  measured: Measured,
  settings: DepthSettings,
): DrawnPanel {
  const own = curvesOf(measured, settings, panel.measure);
  const right = names && panel.named === 'left';
  const ruler = { write: sizeText };
  const layers = { ticks: layerTicks, write: (x: number) => (x === 0 ? msg`words` : String(x)) };
  const plot: Plot = {
    box,
    x: { from: 0, to: deepest },
    y: axisOf(own, panel.bounds),
    curves: [...ghosts(measured, settings, panel.measure), ...own],
    below: layers,
    left: right ? { write: () => '' } : ruler,
    ...(right && { right: ruler }),
  };
  return {
    plot,
    marks: [
      ...plotMarks(plot),
      ...endMarks(plot, end),
      ...(names ? namesOf(panel, plot, measured, settings) : []),
    ],
  };
}
