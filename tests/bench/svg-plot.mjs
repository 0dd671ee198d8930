// Log-log plots as SVG, in the colours of the reader's light or dark page.
const size = { width: 460, height: 380 };
const inner = { left: 70, right: 14, top: 40, bottom: 54 };

const style = `
  svg { font: 13px system-ui, sans-serif; --ink: #1f2328; --soft: #59636e; --grid: #d9dee3;
    --page: #fff; --blue: #0b5cad; --orange: #b34700; --green: #1a7040; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --soft: #9aa5b1; --grid: #333b44; --page: #0d1117; --blue: #6cb6ff;
      --orange: #ffa657; --green: #6fd08c; }
  }
  .page { fill: var(--page); }
  .grid { stroke: var(--grid); }
  .title { fill: var(--ink); font-weight: 600; }
  .label { fill: var(--ink); paint-order: stroke; stroke: var(--page); stroke-width: 5px; }
  .tick { fill: var(--soft); font-size: 12px; }
  .line { fill: none; stroke-width: 1.8; }
  .point { stroke: var(--page); }
  .ink { --mark: var(--ink); } .blue { --mark: var(--blue); }
  .orange { --mark: var(--orange); } .green { --mark: var(--green); }
  .line { stroke: var(--mark); } .point { fill: var(--mark); }
`;

/** From a domain of powers to pixels, both as logarithms. */
function logScale([from, to], [start, end]) {
  const share = (value) => Math.log(value / from) / Math.log(to / from);
  return (value) => start + share(value) * (end - start);
}

const powersBetween = (base, [from, to]) => {
  const [first, last] = [from, to].map((value) => Math.round(Math.log(value) / Math.log(base)));
  return Array.from({ length: last - first + 1 }, (_, i) => base ** (first + i));
};

/** The powers of ten that hold the values. */
function decades(values) {
  const floor = 10 ** Math.floor(Math.log10(Math.min(...values)));
  return [floor, 10 ** Math.ceil(Math.log10(Math.max(...values)))];
}

const text = (x, y, content, kind, anchor = 'middle', more = '') =>
  `<text x="${x}" y="${y}" class="${kind}" text-anchor="${anchor}"${more}>${content}</text>`;
const rule = (x1, y1, x2, y2) => `<path class="grid" d="M${x1} ${y1}L${x2} ${y2}"/>`;

function axes({ title, x, y }, scale, domain) {
  const [left, right] = [inner.left, size.width - inner.right];
  const [top, bottom] = [inner.top, size.height - inner.bottom];
  const middle = (top + bottom) / 2;
  return [
    text((left + right) / 2, 22, title, 'title'),
    ...powersBetween(2, domain.x).map(
      (value) =>
        rule(scale.x(value), top, scale.x(value), bottom) +
        text(scale.x(value), bottom + 18, value, 'tick'),
    ),
    ...powersBetween(10, domain.y).map(
      (value) =>
        rule(left, scale.y(value), right, scale.y(value)) +
        text(left - 8, scale.y(value) + 4, value, 'tick', 'end'),
    ),
    text((left + right) / 2, size.height - 12, x, 'label'),
    text(18, middle, y, 'label', 'middle', ` transform="rotate(-90 18 ${middle})"`),
  ];
}

const round = (value) => Math.round(value * 10) / 10;

function drawSeries({ points, color, dash }, scale) {
  const places = points.map(([x, y]) => [round(scale.x(x)), round(scale.y(y))]);
  if (dash === undefined)
    return places
      .map(([x, y]) => `<circle class="point ${color}" cx="${x}" cy="${y}" r="4.5"/>`)
      .join('');
  const path = places.map(([x, y]) => `${x} ${y}`).join('L');
  return `<path class="line ${color}" stroke-dasharray="${dash}" d="M${path}"/>`;
}

/** In the upper left corner, which rising curves leave free. */
function legend(series) {
  return series.map(({ name, color, dash }, i) => {
    const [x, y] = [inner.left + 12, inner.top + 18 + 19 * i];
    const sample =
      dash === undefined
        ? `<circle class="point ${color}" cx="${x + 12}" cy="${y - 4}" r="4.5"/>`
        : `<path class="line ${color}" stroke-dasharray="${dash}" d="M${x} ${y - 4}h24"/>`;
    return sample + text(x + 32, y, name, 'label', 'start');
  });
}

/** Lines below the lowest decade of the measured points leave the panel. */
function cropped(series, domain) {
  return series.map((one) => ({
    ...one,
    points: one.points.filter(([, value]) => value >= domain.y[0] && value <= domain.y[1]),
  }));
}

function drawPanel(panel, index) {
  const measured = panel.series.filter(({ dash }) => dash === undefined);
  const all = measured.flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const [low, high] = decades(all.map(([, y]) => y));
  // A decade more gives the legend its corner.
  const domain = { x: [Math.min(...xs), Math.max(...xs)], y: [low, 10 * high] };
  const scale = {
    x: logScale(domain.x, [inner.left + 10, size.width - inner.right - 10]),
    y: logScale(domain.y, [size.height - inner.bottom, inner.top]),
  };
  const shown = cropped(panel.series, domain);
  const lines = shown.filter(({ dash }) => dash !== undefined);
  const points = shown.filter(({ dash }) => dash === undefined);
  return [
    `<g transform="translate(${index * size.width} 0)">`,
    ...axes(panel, scale, domain),
    ...[...lines, ...points].map((series) => drawSeries(series, scale)),
    ...legend(panel.series),
    '</g>',
  ].join('\n');
}

/**
 * Panels side by side: {title, x, y, series}, x and y being the axes' labels. A series is
 * {name, color, points: [x, y][]}, drawn as points, or as a line where it has a `dash`.
 */
export function plot(label, panels) {
  const width = panels.length * size.width;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${size.height}" role="img" aria-label="${label}">`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${size.height}"/>`,
    ...panels.map(drawPanel),
    '</svg>\n',
  ].join('\n');
}

const colors = { demo: 'green', base: 'blue', BERT: 'orange' };

/** A line for each name over the runs, with a logarithmic scale of ratios; the last point is labelled. */
function drawRuns({ title, runs }, index) {
  const names = [...new Set(runs.flatMap(({ ratios }) => Object.keys(ratios)))];
  const values = runs.flatMap(({ ratios }) => Object.values(ratios));
  const least = Math.min(0.5, ...values);
  const most = Math.max(2, ...values);
  const right = size.width - 120;
  const x = (run) => inner.left + (run / Math.max(1, runs.length - 1)) * (right - inner.left);
  const y = logScale([least, most], [size.height - inner.bottom - 20, inner.top + 6]);
  const marks = [0.5, 1, 2, 4, 8].filter((value) => value >= least && value <= most);
  const ends = names
    .map((name) => ({ name, at: y(runs.at(-1)?.ratios[name] ?? least) }))
    .sort((a, b) => a.at - b.at);
  // Labels of lines that end close together stand one below another.
  for (let i = 1; i < ends.length; i++) ends[i].at = Math.max(ends[i].at, ends[i - 1].at + 13);
  const over = Math.max(0, (ends.at(-1)?.at ?? 0) - (size.height - inner.bottom));
  return [
    `<g transform="translate(${(index % 2) * size.width} ${Math.floor(index / 2) * size.height})">`,
    text(size.width / 2, 22, title, 'title'),
    ...marks.map(
      (value) =>
        rule(inner.left, y(value), right, y(value)) +
        text(inner.left - 8, y(value) + 4, value, 'tick', 'end'),
    ),
    ...runs.map(({ commit }, run) => {
      const [tx, ty] = [round(x(run)), size.height - inner.bottom + 4];
      return text(tx, ty, commit, 'tick', 'end', ` transform="rotate(-60 ${tx} ${ty})"`);
    }),
    ...ends.flatMap(({ name, at }) => {
      const points = runs.flatMap(({ ratios }, run) =>
        name in ratios ? [[run, ratios[name]]] : [],
      );
      const color = colors[name.split(/[-,]/)[0]] ?? 'ink';
      const places = points.map(([run, value]) => `${round(x(run))} ${round(y(value))}`);
      return [
        `<path class="line ${color}" d="M${places.join('L')}"/>`,
        ...places.map(
          (place) =>
            `<circle class="point ${color}" cx="${place.split(' ')[0]}" cy="${place.split(' ')[1]}" r="2.5"/>`,
        ),
        text(right + 8, round(at + 4 - over), name, 'tick', 'start'),
      ];
    }),
    '</g>',
  ].join('\n');
}

/** Panels two by two: {title, runs}, a run being {commit, ratios} with its ratios by name. */
export function sheet(label, panels) {
  const [width, height] = [2 * size.width, Math.ceil(panels.length / 2) * size.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...panels.map(drawRuns),
    '</svg>\n',
  ].join('\n');
}
