import { mainExpert } from '../../relatives/variant-tensors';
import { quoted } from '../../state/dataflow/naming';
import { weight } from '../../state/format';
import { later, msg } from '../../words/msg';
import { type Frame, label } from '../kit/frame';
import { matrixStep } from '../kit/matrix-step';
import type { StepContext } from '../kit/step-context';
import type { Draw, Drawing } from '../kit/step-view';
import { strip } from '../kit/strip';

/** An expert that a word takes, and its share of it. */
export interface Taken {
  readonly expert: number;
  readonly share: number;
}

/** The experts that a word takes in a layer, the one with most of it first. */
export function takenBy(
  { trace, layer }: Pick<StepContext, 'trace' | 'layer'>,
  token: number,
): readonly Taken[] {
  const row = trace.row(`layers.${layer}.feedForward.choice`, token);
  const all = Array.from(row, (share, expert) => ({ expert, share }));
  return all.filter(({ share }) => share !== 0).sort((a, b) => b.share - a.share);
}

/** Of the word in focus, the expert whose numbers a step draws. */
export const drawnExpert = (m: StepContext): number =>
  mainExpert(m.trace.row(`layers.${m.layer}.feedForward.choice`, m.focus));

/** "“it” goes to expert 2, .62, and expert 4, .38; drawn is expert 2." */
export function sharesOf(m: StepContext): string {
  const taken = takenBy(m, m.focus);
  const word = quoted(m.word);
  const [first, second] = taken;
  const named = ({ expert, share }: Taken): string => msg`expert ${expert + 1}, ${weight(share)}`;
  if (!first) return msg`${word} goes to no expert.`;
  if (!second) return msg`The router gives ${word} to expert ${first.expert + 1} alone.`;
  const all = taken.map(named).join('; ');
  return msg`The router gives ${word} to ${taken.length} experts: ${all}.`;
}

const role = 'feed-forward';

/** The matrix of the expert that has most of the word. */
export const expandOfExpert = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.experts.${drawnExpert(m)}.hidden`,
  role,
  inRole: 'norm',
  name: later('Expand'),
  input: later('Input'),
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: later('Each word on its own.'),
  loud: (x) => x,
  caption: (m, input, out, best) => [
    `${sharesOf(m)} ${msg`This is expert ${drawnExpert(m) + 1}: the ${input} numbers of ${quoted(m.word)} run past its ${out} hidden units.`}`,
    msg`The strongest response is ${best}.`,
  ],
});

/** The matrix behind the gate. */
export const compressGated = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.output`,
  role,
  inRole: role,
  name: later('Compress'),
  input: later('Gated units'),
  symbols: { x: 'g', w: 'W₂', y: 'z' },
  note: later('A hidden unit whose gate is shut adds nothing.'),
  caption: (m, input, out, best) => [
    msg`A second matrix turns ${quoted(m.word)}’s ${input} hidden units back into ${out} numbers, which are added to the word.`,
    msg`The largest, positive or negative, is ${best}.`,
  ],
});

/** Below the activated units, what they are multiplied with and what comes of it. */
function gateBelow(m: StepContext, frame: Frame, drawing: Drawing): Drawing {
  const name = `layers.${m.layer}.feedForward`;
  const marks = [...drawing.marks];
  let y = drawing.bottom + 4;
  for (const { tensor, title, formula } of [
    { tensor: `${name}.up`, title: msg`Second projection`, formula: 'v = x · W₃ + b' },
    { tensor: `${name}.gated`, title: msg`Gated`, formula: 'g = f(u) × v' },
  ]) {
    const side = label(frame, y, { name: title, formula, tone: role });
    const place = { x: frame.left, y: side.top + 4, width: frame.inner, height: 20 };
    marks.push(...side.marks, strip(m, tensor, m.focus, role, place));
    y = Math.max(place.y + place.height + 10, side.bottom + 4);
  }
  const [first, second] = drawing.caption;
  return {
    ...drawing,
    marks,
    bottom: y,
    caption: [
      first,
      `${second} ${msg`They are gates: each multiplies its number in a second projection.`}`,
    ],
  };
}

const unitsOf = (m: StepContext): string =>
  `layers.${m.layer}.feedForward.experts.${drawnExpert(m)}.activated`;

/** The activation of the expert that has most of the word, and the gate where there is one. */
export const activation =
  (config: { readonly gated: boolean; readonly experts: boolean }) =>
  (m: StepContext, frame: Frame, own: Draw): Drawing => {
    const drawn = own(m, frame);
    const [first, second] = drawn.caption;
    const said: Drawing = config.experts
      ? {
          ...drawn,
          chosen: drawn.chosen.map((each) => ({ ...each, name: unitsOf(m) })),
          caption: [msg`These are expert ${drawnExpert(m) + 1}’s hidden units. ${first}`, second],
        }
      : drawn;
    return config.gated ? gateBelow(m, frame, said) : said;
  };
