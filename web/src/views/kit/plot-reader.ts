import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { Plot } from './plot';
import { valueAt } from './plot-axis';

/** What lies over a plot and lets the reader go along it: a slider to keys and to a screen reader. */
export interface PlotReader {
  readonly plot: Plot;
  /** What the slider is called. */
  readonly label: string;
  /** The values that can be chosen, ascending. */
  readonly stops: readonly number[];
  /** The place of the value that is chosen among them. */
  readonly at: number;
  /** Its readout: the numbers of all lines there. */
  readonly says: string;
  readonly choose: (at: number) => void;
  /** A pointer rests on this stop, without having pressed; null where it leaves. */
  readonly hover?: (at: number | null) => void;
}

/** The stop that is nearest to a pointer. */
function stopUnder({ plot, stops }: PlotReader, event: PointerEvent): number {
  const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const value = valueAt(plot.x, [area.left, area.right], event.clientX);
  const far = (stop: number) => Math.abs(plot.x.log ? Math.log(stop / value) : stop - value);
  let best = 0;
  for (const [i, stop] of stops.entries()) if (far(stop) < far(stops[best] ?? 0)) best = i;
  return best;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The stop that a key leads to; undefined for any other key. */
export function stopByKey(key: string, at: number, count: number): number | undefined {
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, at + step));
}

/** Drags, taps and keys choose; a mouse that rests hovers. A finger that goes up or down scrolls the page. */
export function plotReader(reader: PlotReader): TemplateResult {
  const { plot, label, stops, at, says, choose, hover } = reader;
  const { x, y, width, height } = plot.box;
  const down = (event: PointerEvent) => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    choose(stopUnder(reader, event));
  };
  const move = (event: PointerEvent) => {
    if (event.buttons > 0) choose(stopUnder(reader, event));
    else if (event.pointerType === 'mouse') hover?.(stopUnder(reader, event));
  };
  const press = (event: KeyboardEvent) => {
    const stop = stopByKey(event.key, at, stops.length);
    if (stop === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(stop);
  };
  return html`<div
    class="plot-reader"
    role="slider"
    tabindex="0"
    aria-label=${label}
    aria-valuemin="0"
    aria-valuemax=${Math.max(0, stops.length - 1)}
    aria-valuenow=${at}
    aria-valuetext=${says}
    style=${styled({ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })}
    @pointerdown=${down}
    @pointermove=${move}
    @pointerleave=${() => hover?.(null)}
    @keydown=${press}
  ></div>`;
}
