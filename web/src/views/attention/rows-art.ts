import { type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { signedScale } from '../../render/color';
import { positive, signed } from '../../render/format';
import { ease, mix, ramp, staggered } from '../../render/motion';
import { stepProgress } from '../../state/timeline';
import { vectorStrip } from '../../widgets/vector-strip';
import { shareAbove } from './columns-layout';
import { isDim, loudFrom } from './handles';
import { type RowsScene, shows, stripHeight } from './scene';
import { axisArt, productsArt, queryPlace } from './scores-art';
import { barLength, barShares, softmaxParts } from './softmax-art';

/** Height of a value strip at weight 1, and the least that one of any weight is drawn with. */
const fullHeight = 30;
const leastHeight = 0.7;

/** Lengths of a row's drawing: a key's strip above the middle, the products' line beneath it. */
const bench = { strip: -13, zero: 8, products: 17 };

/** The key, what the query makes of it, then the score on the common axis: until the softmax comes. */
function workbench(scene: RowsScene, j: number, time: number) {
  const onAxis = Math.min(ramp(time, 1, 1.2), scene.part === 'scale' ? 1 : 1 - ramp(time, 2, 2.15));
  const multiplied = shows(scene, 'products') ? 1 - ramp(time, 1, 1.15) : 0;
  const { left, width } = scene.x.bench;
  const middle = left + width / 2;
  const y = (scene.centres[j] ?? 0) + 1;
  const progress = stepProgress(time, 'scale');
  const axis =
    onAxis > 0 && shows(scene, 'scale')
      ? svg`<g opacity=${onAxis}>${axisArt(scene.facts, j, { middle, width, y }, progress)}</g>`
      : '';
  return svg`${multiplied > 0 ? keyAndProducts(scene, j, time, multiplied) : ''}${axis}`;
}

function keyAndProducts(scene: RowsScene, j: number, time: number, shown: number) {
  const { facts, x, centres } = scene;
  const progress = stepProgress(time, 'scores');
  const come = ease(staggered(progress, j, centres.length, 0, 0.16));
  const { left, width } = x.bench;
  const y = centres[j] ?? 0;
  const box = { x: left, y: y + bench.strip, width, height: stripHeight };
  const zero = y - bench.products / 2 + bench.zero + bench.products * shareAbove(facts);
  const place = { left, width, zero, height: bench.products };
  return svg`<g opacity=${shown}>
    <g class="mark" data-role="key" opacity=${come}>
      ${guard([facts, box.x, box.y, width], () => vectorStrip(facts.keys[j] ?? [], signedScale('key', facts.bounds.key), box))}
    </g>
    ${productsArt(facts, j, place, progress)}
  </g>`;
}

/** The values stand at the right from where they are summed on. */
function values(scene: RowsScene, j: number, time: number) {
  const progress = stepProgress(time, 'sum');
  const shown = ramp(progress, 0.06, 0.16);
  return shown > 0 && shows(scene, 'sum') ? valueStrip(scene, j, progress, shown) : '';
}

function valueStrip(scene: RowsScene, j: number, progress: number, shown: number) {
  const { facts, x, centres } = scene;
  const weight = facts.weights[j] ?? 0;
  const narrowed = ease(ramp(progress, 0.22, 0.6));
  const least = weight === 0 ? 0 : leastHeight;
  const height = Math.max(least, mix(1, weight, narrowed) * fullHeight);
  const box = { x: x.values, y: (centres[j] ?? 0) - height / 2, width: x.strip, height };
  return svg`<g class="mark" data-role="value" opacity=${shown}>
    ${vectorStrip(facts.values[j] ?? [], signedScale('value', facts.bounds.value), box)}
  </g>`;
}

function numbers(scene: RowsScene, j: number, time: number): SVGTemplateResult {
  const { facts, x, centres } = scene;
  if (!shows(scene, 'scores') && !shows(scene, 'scale')) return svg``;
  const scores = stepProgress(time, 'scores');
  const n = centres.length;
  const at = 0.16 + (0.72 * (j + 0.5)) / n;
  const landed = ease(ramp(scores, at + 0.04, at + 0.11));
  const loud = (facts.weights[j] ?? 0) > loudFrom ? 'loud' : '';
  const scaled = ramp(stepProgress(time, 'scale'), 0.2, 0.8);
  const y = centres[j] ?? 0;
  return svg`<text class="rownumber ${loud}" data-tensor="scores" data-token=${j}
      x=${x.scores + 8 * (1 - landed)} y=${y + 1} opacity=${landed} text-anchor="end"
      >${signed(facts.scores[j] ?? 0)}</text>
    <text class="t11 m" data-tensor="scaled" data-token=${j} x=${x.scores} y=${y + 14}
      opacity=${scaled} text-anchor="end">${signed(facts.scaled[j] ?? 0)}</text>`;
}

function bar(scene: RowsScene, j: number, share: number, time: number): SVGTemplateResult {
  const { facts, x, centres } = scene;
  const progress = stepProgress(time, 'softmax');
  if (progress <= 0 || !shows(scene, 'softmax')) return svg``;
  const width = barLength(facts.weights[j] ?? 0, share, x.bar);
  const y = centres[j] ?? 0;
  const { powers } = softmaxParts(progress);
  return svg`<rect class="mark bar" data-role="weight" x=${x.bars} y=${y - 6} width=${width.toFixed(2)}
      height="12" rx=${Math.min(1.5, width / 2)}></rect>
    ${
      powers > 0
        ? svg`<text class="t12" data-tensor="powers" data-token=${j} x=${x.bars + width + 6}
            y=${y + 4} opacity=${powers}>${positive(facts.powers[j] ?? 0)}</text>`
        : ''
    }`;
}

/** The query on its way down the keys. */
function traveller(scene: RowsScene, time: number): SVGTemplateResult | '' {
  const progress = stepProgress(time, 'scores');
  if (progress <= 0 || progress >= 1 || !shows(scene, 'products')) return '';
  const { facts, x, centres, pitch } = scene;
  const shown = Math.min(ramp(progress, 0.04, 0.12), ramp(-progress, -0.97, -0.9));
  const y = queryPlace(progress, centres, (centres[0] ?? 0) - pitch) + 1;
  const box = { x: x.bench.left, y: 0, width: x.bench.width, height: stripHeight };
  return svg`<g class="traveller" opacity=${shown} transform="translate(0 ${y.toFixed(2)})">
    <rect class="ground" x=${box.x - 1} y="-1" width=${box.width + 1.4} height=${stripHeight + 2}></rect>
    ${guard([facts, box.x, box.width], () => vectorStrip(facts.query, signedScale('query', facts.bounds.query), box))}
  </g>`;
}

/** What stands right of the scores at a time. */
function benchName(scene: RowsScene, time: number) {
  const { bench: place } = scene.x;
  const y = 14;
  if (time <= 1 && shows(scene, 'products')) {
    return svg`<text class="t11 m ${time > 0 ? '' : 'todo'}" x=${place.left} y=${y}>key, and under it q × k</text>`;
  }
  if (time > 2 || !shows(scene, 'scale')) return '';
  const middle = place.left + place.width / 2;
  return svg`<g class="axis" transform="translate(${middle - 52} ${y - 4})">
    <circle class="before" r="2.4"></circle><circle class="now" cx="58" r="3"></circle>
    <text class="t11 m" x="7" y="4">before</text><text class="t11 m" x="66" y="4">after</text>
  </g>`;
}

function heads(scene: RowsScene, time: number): SVGTemplateResult {
  const { x, facts } = scene;
  const todo = (step: number) => (time > step ? '' : 'todo');
  const y = 14;
  const numbered = shows(scene, 'scores') || shows(scene, 'scale');
  const later = time > 2;
  return svg`<text class="t11 m" x="0" y=${y}>tap a word</text>
    ${numbered ? svg`<text class="t11 m ${todo(0)}" x=${x.scores} y=${y} text-anchor="end">score</text>` : ''}
    ${time > 1 && numbered ? svg`<text class="t11 m" x=${x.scores} y=${y + 13} text-anchor="end">÷ √${facts.dK}</text>` : ''}
    ${benchName(scene, time)}
    ${later && shows(scene, 'softmax') ? svg`<text class="t11 m" x=${x.bars} y=${y}>softmax</text>` : ''}
    ${later && shows(scene, 'sum') ? svg`<text class="t11 value ${todo(3.06)}" x=${x.values} y=${y}>value</text>` : ''}`;
}

/** What the powers add up to, and what the shares do; with how widely they are spread. */
function rowSum(scene: RowsScene, time: number) {
  if (!shows(scene, 'softmax')) return '';
  const { facts, x, height } = scene;
  const { sum, weights } = softmaxParts(stepProgress(time, 'softmax'));
  const total = facts.weights.reduce((all, w) => all + w, 0);
  const y = height - 18;
  return svg`<text class="t11 m" data-tensor="sum" x=${x.bars} y=${y} opacity=${sum}>${facts.shift === 0 ? 'Σ eˢ' : 'Σ eˢ⁻ᵐᵃˣ'} = ${positive(facts.sum)}</text>
    <text class="t11 m" data-tensor="entropy" x=${x.bars} y=${y + 15} opacity=${weights}
      >adds to ${total.toFixed(3)}, ${facts.entropy.toFixed(2)} bits</text>`;
}

/** Scores, bars and strips of all rows. */
export function rowsArt(scene: RowsScene, time: number): SVGTemplateResult {
  const { facts, centres } = scene;
  const shares = barShares(facts.powers, facts.weights, stepProgress(time, 'softmax'));
  const rows = centres.map(
    (_, j) => svg`<g class=${isDim(scene, j) ? 'dim' : ''}>
      ${numbers(scene, j, time)}${workbench(scene, j, time)}${bar(scene, j, shares[j] ?? 0, time)}
      ${values(scene, j, time)}
    </g>`,
  );
  return svg`${heads(scene, time)}${rows}${rowSum(scene, time)}${traveller(scene, time)}`;
}
