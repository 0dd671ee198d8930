import { type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { signedScale } from '../../render/color';
import { signed } from '../../render/format';
import { ease, ramp, staggered } from '../../render/motion';
import { largest } from '../../state/vector';
import { vectorStrip } from '../../widgets/vector-strip';

import { isDim, loudFrom } from './handles';
import { type ColumnsScene, productsHeight, stripHeight } from './scene';

/** The stretch of the step in which the query visits the keys. */
const visits = { from: 0.16, length: 0.72 };

/** When the query stands at the j-th key. */
function visit(j: number, n: number): number {
  return visits.from + (visits.length * (j + 0.5)) / n;
}

/** Where the travelling query is: it halts at every key and hops to the next. */
export function queryPlace(progress: number, centres: readonly number[], home: number): number {
  const n = centres.length;
  const place = Math.min(n - 1, ((progress - visits.from) / visits.length) * n - 0.5);
  const left = Math.max(-1, Math.floor(place));
  const hop = ease(ramp(place - left, 0.25, 0.75));
  const from = centres[left] ?? home;
  const to = centres[left + 1] ?? from;
  return from + (to - from) * hop;
}

function keyStrip(scene: ColumnsScene, j: number, progress: number): SVGTemplateResult {
  const { facts, strip, y, centres } = scene;
  const shown = ease(staggered(progress, j, centres.length, 0, 0.16));
  const box = { x: (centres[j] ?? 0) - strip / 2, y: y.keys, width: strip, height: stripHeight };
  const scale = signedScale('key', facts.bounds.key);
  return svg`<g class="mark" data-role="key" opacity=${shown}
    transform="translate(0 ${((shown - 1) * 16).toFixed(2)})">
    ${guard([facts, strip, box.x, box.y], () => vectorStrip(facts.keys[j] ?? [], scale, box))}
  </g>`;
}

/** The products as one path of bars: up where they add to the score, down where they take away. */
function productBars(scene: ColumnsScene, j: number, above: boolean): string {
  const { facts, strip, y, centres } = scene;
  const all = facts.products.flat();
  const range = Math.max(0, ...all) + Math.max(0, ...all.map((p) => -p));
  const unit = range > 0 ? (productsHeight * 0.84) / range : 0;
  const cell = strip / facts.dK;
  const left = (centres[j] ?? 0) - strip / 2;
  return (facts.products[j] ?? [])
    .map((p, i) => {
      if (p > 0 !== above) return '';
      const x = (left + (i + 0.13) * cell).toFixed(2);
      return `M${x} ${y.zero}v${(-p * unit).toFixed(2)}h${(cell * 0.74).toFixed(2)}V${y.zero}Z`;
    })
    .join('');
}

function products(scene: ColumnsScene, j: number, progress: number): SVGTemplateResult {
  const { facts, strip, y, centres } = scene;
  const grown = ease(ramp(progress, visit(j, centres.length), visit(j, centres.length) + 0.07));
  const left = (centres[j] ?? 0) - strip / 2;
  return svg`<g class="mark products" data-role="score" opacity=${grown > 0 ? 1 : 0}
    transform="matrix(1 0 0 ${grown.toFixed(3)} 0 ${(y.zero * (1 - grown)).toFixed(2)})">
    ${guard(
      [facts, strip, left, y.zero],
      () => svg`
      <path class="above" d=${productBars(scene, j, true)}></path>
      <path class="below" d=${productBars(scene, j, false)}></path>
      <path class="zero" d="M${left} ${y.zero}h${strip}"></path>`,
    )}
  </g>`;
}

function score(scene: ColumnsScene, j: number, progress: number): SVGTemplateResult {
  const { facts, y, centres } = scene;
  const at = visit(j, centres.length);
  const landed = ease(ramp(progress, at + 0.04, at + 0.11));
  const loud = (facts.weights[j] ?? 0) > loudFrom;
  return svg`<text class="number ${loud ? 'loud' : ''}" data-tensor="scores" data-token=${j}
    x=${centres[j]} y=${y.scores - 8 * (1 - landed)} opacity=${landed}
    text-anchor="middle">${signed(facts.scores[j] ?? 0)}</text>`;
}

/** The query strip on its way along the keys, cell beneath cell. */
function traveller(scene: ColumnsScene, progress: number): SVGTemplateResult | '' {
  if (progress <= 0 || progress >= 1) return '';
  const { facts, strip, y, centres, gutter } = scene;
  const shown = Math.min(ramp(progress, 0.04, 0.12), ramp(-progress, -0.97, -0.9));
  const x = queryPlace(progress, centres, -gutter + strip / 2) - strip / 2;
  const box = { x: 0, y: y.products - 3, width: strip, height: stripHeight };
  return svg`<g class="traveller" opacity=${shown} transform="translate(${x.toFixed(2)} 0)">
    <rect class="ground" x="-1" y=${box.y - 1} width=${strip + 1.4} height=${stripHeight + 2}></rect>
    ${guard([facts, strip, box.y], () => vectorStrip(facts.query, signedScale('query', facts.bounds.query), box))}
  </g>`;
}

/** Keys drop from the words, the query visits each, the products add up to the score. */
export function scoresArt(scene: ColumnsScene, progress: number): SVGTemplateResult {
  const columns = scene.centres.map(
    (_, j) => svg`<g class=${isDim(scene, j) ? 'dim' : ''}>
      ${keyStrip(scene, j, progress)}${products(scene, j, progress)}${score(scene, j, progress)}
    </g>`,
  );
  return svg`${columns}${traveller(scene, progress)}`;
}

/** The scores contract on a common axis: a ring where each was, a dot where it is now. */
export function scaleArt(scene: ColumnsScene, progress: number): SVGTemplateResult {
  if (progress <= 0) return svg``;
  const bound = Math.max(1e-12, largest(scene.facts.scores));
  return svg`${scene.centres.map((_, j) => scaleColumn(scene, j, progress, bound))}`;
}

function scaleColumn(scene: ColumnsScene, j: number, progress: number, bound: number) {
  const { facts, strip, y, centres } = scene;
  const middle = centres[j] ?? 0;
  const place = (value: number) => middle + ((value / bound) * strip * 0.9) / 2;
  const before = place(facts.scores[j] ?? 0);
  const after = place(facts.scaled[j] ?? 0);
  const now = before + (after - before) * ease(ramp(progress, 0.25, 0.75));
  const loud = (facts.weights[j] ?? 0) > loudFrom;
  return svg`<g class=${isDim(scene, j) ? 'dim' : ''} opacity=${ramp(progress, 0, 0.2)}>
    <g class="mark axis" data-role="score">
      <path d="M${middle - strip / 2} ${y.axis}h${strip}M${middle} ${y.axis - 3}v6"></path>
      <path class="way" d="M${before.toFixed(2)} ${y.axis}H${now.toFixed(2)}"></path>
      <circle class="before" cx=${before} cy=${y.axis} r="2.4"></circle>
      <circle class="now" cx=${now.toFixed(2)} cy=${y.axis} r="3"></circle>
    </g>
    <text class="minor ${loud ? 'loud' : ''}" data-tensor="scaled" data-token=${j} x=${middle}
      y=${y.scaled} opacity=${ramp(progress, 0.72, 0.9)} text-anchor="middle"
      >${signed(facts.scaled[j] ?? 0)}</text>
  </g>`;
}
