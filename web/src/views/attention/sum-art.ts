import { type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { cssColor, cssInk, signedScale } from '../../render/color';
import { signed } from '../../render/format';
import { ease, mix, ramp, staggered } from '../../render/motion';
import { vectorStrip } from '../../widgets/vector-strip';
import { isDim } from './handles';
import { type ColumnsScene, type OutputGrid, stripHeight } from './scene';

const loudCurrent = 0.03;

function valueStrip(scene: ColumnsScene, j: number, progress: number): SVGTemplateResult {
  const { facts, strip, centres, lower } = scene;
  const shown = ease(staggered(progress, j, centres.length, 0, 0.16));
  const box = {
    x: (centres[j] ?? 0) - strip / 2,
    y: lower.values,
    width: strip,
    height: stripHeight,
  };
  const scale = signedScale('value', facts.bounds.value);
  return svg`<g opacity=${shown} transform="translate(0 ${((shown - 1) * 12).toFixed(2)})">
    ${guard([facts, strip, box.x, box.y], () => vectorStrip(facts.values[j] ?? [], scale, box))}
  </g>`;
}

/** The tapers and currents of one value. */
function current(scene: ColumnsScene, j: number): SVGTemplateResult {
  const { facts, valueFlow } = scene;
  const scale = signedScale('value', facts.bounds.value);
  const color = (cell: number) => cssColor(scale, facts.values[j]?.[cell] ?? 0);
  const threads = valueFlow.threads.filter((thread) => thread.key === j);
  const faint = (facts.weights[j] ?? 0) < loudCurrent ? 'faint' : '';
  const line = valueFlow.currents[j]?.line;
  const width = Math.max(0.6, valueFlow.currents[j]?.width ?? 0).toFixed(2);
  return svg`<g class="taper ${faint}">
      ${threads.map((t) => svg`<path d=${t.taper} fill=${color(t.cell)}></path>`)}
    </g>
    ${threads.map((t) => (t.flow ? svg`<path d=${t.flow} fill=${color(t.cell)}></path>` : ''))}
    ${line ? svg`<path class="thin" d=${line} stroke-width=${width}></path>` : ''}`;
}

/** How far down the values have flowed, from the strips to the mouth. */
function front(scene: ColumnsScene, progress: number): number {
  const top = scene.lower.values + stripHeight;
  return mix(top, scene.lower.mouth, ease(ramp(progress, 0.16, 0.7)));
}

/** From the mouth, as wide as weight 1, to the first row of the output. */
function delta(scene: ColumnsScene, progress: number): SVGTemplateResult {
  const { valueFlow, lower, output } = scene;
  const opened = ease(ramp(progress, 0.68, 0.82));
  const cells = Math.min(output.perRow, scene.facts.dK);
  const [a, b] = [valueFlow.mouth.left, valueFlow.mouth.left + valueFlow.mouth.width];
  const [left, right] = [
    mix(a, output.left, opened),
    mix(b, output.left + cells * output.cell, opened),
  ];
  const [y, end] = [lower.mouth, mix(lower.mouth, lower.output, opened)];
  const m = (y + end) / 2;
  return svg`<path class="mark delta" data-role="value" d="M${a} ${y}C${a} ${m} ${left} ${m} ${left} ${end}H${right}C${right} ${m} ${b} ${m} ${b} ${y}Z"></path>`;
}

/** The place of a cell in an output grid. */
export function outputCell(grid: OutputGrid, i: number): { x: number; y: number } {
  const row = Math.floor(i / grid.perRow);
  return { x: grid.left + (i % grid.perRow) * grid.cell, y: row * grid.height };
}

/** The output strip: cells with their numbers, which appear one after another when they are final. */
export function outputArt(
  output: ArrayLike<number>,
  bound: number,
  grid: OutputGrid,
  top: number,
  progress: number,
): SVGTemplateResult {
  const scale = signedScale('value', bound);
  const cells = Array.from(output, (z, i) => {
    const { x, y } = outputCell(grid, i);
    const shown = staggered(progress, i, output.length, 0.8, 1);
    return svg`<g opacity=${shown}>
      <rect x=${x} y=${top + y} width=${grid.cell - 1} height=${grid.height - 1} fill=${cssColor(scale, z)}></rect>
      <text class=${grid.cell < 37 ? 't11' : 't12'} data-tensor="heads" data-index=${i} x=${x + (grid.cell - 1) / 2}
        y=${top + y + grid.height / 2 + 4} text-anchor="middle" fill=${cssInk(scale, z)}>${signed(z)}</text>
    </g>`;
  });
  return svg`<g class="mark output" data-role="value">${cells}</g>`;
}

/** Value strips narrow to weight × width, flow down and add up to the output. */
export function sumArt(scene: ColumnsScene, progress: number): SVGTemplateResult {
  if (progress <= 0) return svg``;
  const { facts, block, lower, output, centres } = scene;
  const columns = (art: (j: number) => SVGTemplateResult) =>
    centres.map(
      (_, j) =>
        svg`<g class=${isDim(scene, j) ? 'dim' : ''}><g class="mark" data-role="value">${art(j)}</g></g>`,
    );
  return svg`${columns((j) => valueStrip(scene, j, progress))}
    <svg class="value-flow" width=${block} height=${front(scene, progress)}>
      ${guard([scene], () => columns((j) => current(scene, j)))}
    </svg>
    ${progress > 0.68 ? delta(scene, progress) : ''}
    ${progress > 0.8 ? outputArt(facts.output, facts.bounds.output, output, lower.output, progress) : ''}`;
}
