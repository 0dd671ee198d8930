import { type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { signedScale } from '../../render/color';
import { positive, signed } from '../../render/format';
import { ease, mix, ramp, staggered } from '../../render/motion';
import { stepProgress } from '../../state/timeline';
import { vectorStrip } from '../../widgets/vector-strip';
import { isDim, loudFrom } from './handles';
import { type RowsScene, stripHeight } from './scene';
import { queryPlace } from './scores-art';
import { barLength, barShares, softmaxParts } from './softmax-art';

/** Height of a value strip at weight 1, and the least that one of any weight is drawn with. */
const fullHeight = 30;
const leastHeight = 0.7;

/** The strips' column shows keys until the values are summed. */
function strip(scene: RowsScene, j: number, time: number): SVGTemplateResult {
  const { facts, x, centres } = scene;
  const toValues = stepProgress(time, 'sum');
  const values = ramp(toValues, 0.06, 0.16);
  const keys = ease(staggered(stepProgress(time, 'scores'), j, centres.length, 0, 0.16));
  const y = centres[j] ?? 0;
  if (values > 0) return valueStrip(scene, j, toValues, values);
  const box = { x: x.values, y: y - stripHeight - 1, width: x.strip, height: stripHeight };
  return svg`<g class="mark" data-role="key" opacity=${Math.min(keys, 1 - ramp(toValues, 0, 0.06))}>
    ${guard([facts, box.x, box.y], () => vectorStrip(facts.keys[j] ?? [], signedScale('key', facts.bounds.key), box))}
  </g>`;
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
  if (progress <= 0) return svg``;
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
  if (progress <= 0 || progress >= 1) return '';
  const { facts, x, centres, pitch } = scene;
  const shown = Math.min(ramp(progress, 0.04, 0.12), ramp(-progress, -0.97, -0.9));
  const y = queryPlace(progress, centres, (centres[0] ?? 0) - pitch) + 2;
  const box = { x: x.values, y: 0, width: x.strip, height: stripHeight };
  return svg`<g class="traveller" opacity=${shown} transform="translate(0 ${y.toFixed(2)})">
    ${guard([facts, box.x], () => vectorStrip(facts.query, signedScale('query', facts.bounds.query), box))}
  </g>`;
}

function heads({ x, facts }: RowsScene, time: number): SVGTemplateResult {
  const begun = (step: number) => (time > step ? 't11 m' : 't11 m todo');
  const y = 14;
  const sum = time > 3.06;
  return svg`<text class="t11 m" x="0" y=${y}>tap a word</text>
    <text class=${begun(0)} x=${x.scores} y=${y} text-anchor="end">score</text>
    ${time > 1 ? svg`<text class="t11 m" x=${x.scores} y=${y + 13} text-anchor="end">÷ √${facts.dK}</text>` : ''}
    <text class=${begun(2)} x=${x.bars} y=${y}>softmax</text>
    <text class="t11 ${sum ? 'value' : 'key'} ${time > 0 ? '' : 'todo'}" x=${x.values} y=${y}>${sum ? 'value' : 'key'}</text>`;
}

/** Scores, bars and strips of all rows. */
export function rowsArt(scene: RowsScene, time: number): SVGTemplateResult {
  const { facts, centres } = scene;
  const shares = barShares(facts.powers, facts.weights, stepProgress(time, 'softmax'));
  const rows = centres.map(
    (_, j) => svg`<g class=${isDim(scene, j) ? 'dim' : ''}>
      ${numbers(scene, j, time)}${bar(scene, j, shares[j] ?? 0, time)}${strip(scene, j, time)}
    </g>`,
  );
  return svg`${heads(scene, time)}${rows}${traveller(scene, time)}`;
}
