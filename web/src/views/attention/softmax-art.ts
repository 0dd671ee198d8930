import { type SVGTemplateResult, svg } from 'lit';
import { positive } from '../../render/format';
import { ease, mix, ramp, staggered } from '../../render/motion';
import { isDim } from './handles';
import type { ColumnsScene } from './scene';

/** Bars are never shorter than this, so that a small weight stays visible; a weight of 0 has none. */
const shortest = 0.8;

export function barLength(weight: number, share: number, full: number): number {
  return weight === 0 ? 0 : Math.max(shortest, share * full);
}

/**
 * Heights of the bars, as shares of the height of weight 1: first each grows to e^s, on a scale on
 * which the largest is 1; then all are divided by the same sum and stand at their weights.
 */
export function barShares(
  powers: readonly number[],
  weights: ArrayLike<number>,
  progress: number,
): readonly number[] {
  const most = Math.max(...powers);
  const divided = ease(ramp(progress, 0.55, 0.88));
  return powers.map((power, j) => {
    const grown = ease(staggered(progress, j, powers.length, 0, 0.4));
    return grown * mix(most > 0 ? power / most : 0, weights[j] ?? 0, divided);
  });
}

/** How far each part of the step has come. */
export function softmaxParts(progress: number) {
  return {
    powers: Math.min(ramp(progress, 0.34, 0.42), ramp(-progress, -0.6, -0.54)),
    sum: ramp(progress, 0.42, 0.5),
    weights: ramp(progress, 0.88, 1),
  };
}

export function softmaxArt(scene: ColumnsScene, progress: number): SVGTemplateResult {
  if (progress <= 0) return svg``;
  const { facts, y, centres, pitch, strip } = scene;
  const shares = barShares(facts.powers, facts.weights, progress);
  const shown = softmaxParts(progress);
  const first = (centres[0] ?? 0) - strip / 2;
  const last = (centres[centres.length - 1] ?? 0) + strip / 2;
  const width = Math.min(36, pitch * 0.38);
  const bars = centres.map((x, j) => {
    const height = barLength(facts.weights[j] ?? 0, shares[j] ?? 0, y.bar);
    return svg`<g class=${isDim(scene, j) ? 'dim' : ''}>
      <rect class="mark bar" data-role="weight" x=${x - width / 2} y=${(y.bars - height).toFixed(2)}
        width=${width} height=${height.toFixed(2)} rx=${Math.min(1.5, height / 2)}></rect>
      ${
        shown.powers > 0
          ? svg`<text class="minor" data-tensor="powers" data-token=${j} x=${x}
              y=${y.bars - height - 7} opacity=${shown.powers} text-anchor="middle"
              >${positive(facts.powers[j] ?? 0)}</text>`
          : ''
      }
    </g>`;
  });
  return svg`<path class="ground-line" d="M${first} ${y.bars + 0.5}H${last}"></path>${bars}`;
}
