// What the growth of a forward pass is drawn as: points measured, and the terms fitted to them.
import { fitTerm, fitTwoTerms } from './growth-fit.mjs';
import { plot } from './svg-plot.mjs';

const mebibyte = 2 ** 20;
const nd = ({ n, d }) => n * d;
const ndd = ({ n, d }) => n * d * d;
const nnd = ({ n, d }) => n * n * d;

/** A curve over the points' x: `of` as a line, `axis` being n or d. */
const line = (name, color, dash, points, axis, of) => ({
  ...{ name, color, dash },
  points: points.map((point) => [point[axis], of(point)]),
});

const measured = (name, color, points, axis, of) => line(name, color, undefined, points, axis, of);

const xLabel = { n: 'tokens n', d: 'width d' };
const titles = { n: 'd = 512, 6 layers', d: 'n = 128, 6 layers' };

const panel = (axis, y, series) => ({ title: titles[axis], x: xLabel[axis], y, series });

function timePanel(axis, points, { a, b }) {
  return panel(axis, 'time of a forward pass, ms', [
    measured('measured', 'ink', points, axis, ({ ms }) => ms),
    line('fitted O(nd²) + O(n²d)', 'green', 'none', points, axis, (p) => a * ndd(p) + b * nnd(p)),
    line('its term O(nd²)', 'blue', '7 4', points, axis, (p) => a * ndd(p)),
    line('its term O(n²d)', 'orange', '2 4', points, axis, (p) => b * nnd(p)),
  ]);
}

const megabytes = ({ bytes }) => bytes / mebibyte;

function memoryPanel(axis, points, captured, fits) {
  const { a, b } = fits.captured;
  return panel(axis, 'memory of a forward pass, MiB', [
    measured('all layers captured', 'ink', captured, axis, megabytes),
    measured('nothing captured', 'green', points, axis, megabytes),
    line('captured: term O(nd)', 'blue', '7 4', captured, axis, (p) => a * nd(p)),
    line('captured: term O(n²d)', 'orange', '2 4', captured, axis, (p) => b * nnd(p)),
    line('nothing: O(nd)', 'green', 'none', points, axis, (p) => fits.nothing * nd(p)),
  ]);
}

const both = ({ byLength, byWidth }) => [...byLength, ...byWidth];

/** The SVG files by their names, of what growth.mjs measured. */
export function growthPlots(all) {
  const { byLength, byWidth, captured } = all;
  const time = fitTwoTerms(both(all), ({ ms }) => ms, ndd, nnd);
  const memory = {
    nothing: fitTerm(both(all), megabytes, nd),
    captured: fitTwoTerms(both(captured), megabytes, nd, nnd),
  };
  return {
    'growth-time': plot('Time of a forward pass against n and d', [
      timePanel('n', byLength, time),
      timePanel('d', byWidth, time),
    ]),
    'growth-memory': plot('Memory of a forward pass against n and d', [
      memoryPanel('n', byLength, captured.byLength, memory),
      memoryPanel('d', byWidth, captured.byWidth, memory),
    ]),
  };
}
