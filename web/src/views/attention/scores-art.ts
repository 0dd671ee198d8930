import { type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { signedScale } from '../../render/color';
import { signed } from '../../render/format';
import { ease, ramp, staggered } from '../../render/motion';
import { largest } from '../../state/vector';
import { vectorStrip } from '../../widgets/vector-strip';

import type { AttentionRow } from './attention-row';
import { isDim, loudFrom } from './handles';
import { type ColumnsScene, productsHeight, shows, stripHeight } from './scene';

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

/** Where the products of one key stand: under its strip, on a line of their own. */
export interface ProductsPlace {
  readonly left: number;
  readonly width: number;
  readonly zero: number;
  /** From the largest product of any key to the most negative. */
  readonly height: number;
}

/** The products as one path of bars: up where they add to the score, down where they take away. */
function productBars(facts: AttentionRow, j: number, place: ProductsPlace, above: boolean): string {
  const { left, width, zero, height } = place;
  const range = facts.range.above + facts.range.below;
  const unit = range > 0 ? height / range : 0;
  const cell = width / facts.dK;
  return (facts.products[j] ?? [])
    .map((p, i) => {
      if (p > 0 !== above) return '';
      const x = (left + (i + 0.13) * cell).toFixed(2);
      return `M${x} ${zero}v${(-p * unit).toFixed(2)}h${(cell * 0.74).toFixed(2)}V${zero}Z`;
    })
    .join('');
}

/** They grow out of their line when the query has come to the key. */
export function productsArt(
  facts: AttentionRow,
  j: number,
  place: ProductsPlace,
  progress: number,
): SVGTemplateResult {
  const at = visit(j, facts.tokens.length);
  const grown = ease(ramp(progress, at, at + 0.07));
  const { left, width, zero } = place;
  return svg`<g class="mark products" data-role="score" data-token=${j} opacity=${grown > 0 ? 1 : 0}
    transform="matrix(1 0 0 ${grown.toFixed(3)} 0 ${(zero * (1 - grown)).toFixed(2)})">
    ${guard(
      [facts, width, left, zero],
      () => svg`
      <path class="above" d=${productBars(facts, j, place, true)}></path>
      <path class="below" d=${productBars(facts, j, place, false)}></path>
      <path class="zero" d="M${left} ${zero}h${width}"></path>`,
    )}
  </g>`;
}

function products(scene: ColumnsScene, j: number, progress: number): SVGTemplateResult {
  const { facts, strip, y, centres } = scene;
  const left = (centres[j] ?? 0) - strip / 2;
  const place = { left, width: strip, zero: y.zero, height: productsHeight * 0.84 };
  return productsArt(facts, j, place, progress);
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
  const multiplied = shows(scene, 'products');
  const columns = scene.centres.map(
    (_, j) => svg`<g class=${isDim(scene, j) ? 'dim' : ''}>
      ${multiplied ? svg`${keyStrip(scene, j, progress)}${products(scene, j, progress)}` : ''}
      ${score(scene, j, progress)}
    </g>`,
  );
  return svg`${columns}${multiplied ? traveller(scene, progress) : ''}`;
}

/** The scores contract on a common axis: a ring where each was, a dot where it is now. */
export function scaleArt(scene: ColumnsScene, progress: number): SVGTemplateResult {
  if (progress <= 0) return svg``;
  return svg`${scene.centres.map((_, j) => scaleColumn(scene, j, progress))}`;
}

/** One score on the axis of all: from where it was to where it is, in a width about its middle. */
export function axisArt(
  facts: AttentionRow,
  j: number,
  place: { readonly middle: number; readonly width: number; readonly y: number },
  progress: number,
): SVGTemplateResult {
  const { middle, width, y } = place;
  const bound = Math.max(1e-12, largest(facts.scores));
  const at = (value: number) => middle + ((value / bound) * width * 0.9) / 2;
  const before = at(facts.scores[j] ?? 0);
  const after = at(facts.scaled[j] ?? 0);
  const now = before + (after - before) * ease(ramp(progress, 0.25, 0.75));
  return svg`<g class="mark axis" data-role="score" data-token=${j}>
    <path d="M${middle - width / 2} ${y}h${width}M${middle} ${y - 3}v6"></path>
    <path class="way" d="M${before.toFixed(2)} ${y}H${now.toFixed(2)}"></path>
    <circle class="before" cx=${before.toFixed(2)} cy=${y} r="2.4"></circle>
    <circle class="now" cx=${now.toFixed(2)} cy=${y} r="3"></circle>
  </g>`;
}

function scaleColumn(scene: ColumnsScene, j: number, progress: number) {
  const { facts, strip, y, centres } = scene;
  const middle = centres[j] ?? 0;
  const loud = (facts.weights[j] ?? 0) > loudFrom;
  return svg`<g class=${isDim(scene, j) ? 'dim' : ''} opacity=${ramp(progress, 0, 0.2)}>
    ${axisArt(facts, j, { middle, width: strip, y: y.axis }, progress)}
    <text class="minor ${loud ? 'loud' : ''}" data-tensor="scaled" data-token=${j} x=${middle}
      y=${y.scaled} opacity=${ramp(progress, 0.72, 0.9)} text-anchor="middle"
      >${signed(facts.scaled[j] ?? 0)}</text>
  </g>`;
}
