import type { ModelConfig } from '../../model/protocol';
import { cell } from '../../state/dataflow/cell';
import { quoted } from '../../state/dataflow/naming';
import type { Structure } from '../../state/dataflow/structure';
import { weight } from '../../state/format';
import { msg } from '../../words/msg';
import { label, text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { handle } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenCell } from '../kit/step-context';
import type { Draw, StepDraw } from '../kit/step-view';
import { strip } from '../kit/strip';
import { words } from '../kit/words';
import {
  activation,
  compressGated,
  distanceBiases,
  expandOfExpert,
  takenBy,
  turnedQuery,
} from './steps';

const role = 'feed-forward';
const height = 22;

/** The last step of a layer with experts: what each of those that a word takes says, times its share. */
const mixedExperts: Draw = (m, frame) => {
  const name = `layers.${m.layer}.feedForward`;
  const out = `${name}.output`;
  const head = words(m, frame);
  const marks: Mark[] = [...head.marks];
  const taken = takenBy(m, m.focus);
  let y = head.bottom + 8;
  taken.forEach(({ expert, share }, i) => {
    const side = label(frame, y, {
      name: msg`Expert ${expert + 1}`,
      formula: `${weight(share)} × z`,
      tone: role,
    });
    const place = { x: frame.left, y: side.top + 6, width: frame.inner, height };
    const tensor = `${name}.experts.${expert}.output`;
    marks.push(
      ...side.marks,
      strip(m, tensor, m.focus, role, place, { keys: appear(0.15 * i, 0.15 * i + 0.3) }),
      text(frame.left, place.y + height + 15, msg`weight ${weight(share)}`, { size: 12 }),
      handle(
        { x: frame.left - 2, y: place.y + height + 2, width: 96, height: 18 },
        msg`Why ${weight(share)}?`,
        { kind: 'cell', cell: cell(`${name}.choice`, m.focus, expert) },
      ),
    );
    y = Math.max(place.y + height + 26, side.bottom + 4);
  });
  const sum = label(frame, y, { name: msg`Sum`, formula: 'z = Σ c z', tone: role });
  const place = { x: frame.left, y: sum.top + 6, width: frame.inner, height };
  const sweep = { axis: 'x', from: 0.5, to: 0.85 } as const;
  marks.push(...sum.marks, strip(m, out, m.focus, role, place, { sweep }));
  return {
    marks,
    bottom: Math.max(place.y + height, sum.bottom) + 8,
    chosen: [chosenCell(m, out)],
    caption: [
      msg`Each expert ${quoted(m.word)} uses turns its hidden units back into ${m.dModel} numbers; these are added, weighted by the router.`,
      taken.length > 1
        ? msg`The rest of the ${m.model.config.num_local_experts} compute nothing for it.`
        : msg`One expert gets all of it.`,
    ],
  };
};

/** Where positions are no vectors that are added, the step draws what attention does in their place. */
const positions: Partial<Record<Structure['positions'], Readonly<Record<string, StepDraw>>>> = {
  rotary: { position: turnedQuery },
  alibi: { position: distanceBiases },
};

/** The steps that a model of another kind, or a run of one, draws otherwise. */
export const variantDraws = (
  config: ModelConfig,
  structure: Structure,
): Readonly<Record<string, StepDraw>> => ({
  ...positions[structure.positions],
  ...networkDraws(config),
});

function networkDraws(config: ModelConfig): Readonly<Record<string, StepDraw>> {
  const experts = Boolean(config.num_local_experts);
  const gated = Boolean(config.gated_feed_forward);
  if (!experts && !gated) return {};
  const activate = activation({ gated, experts });
  return experts
    ? { expand: expandOfExpert, activate, compress: mixedExperts }
    : { activate, compress: compressGated };
}
