import { signed } from '../../state/format';
import { layersLeg } from '../../state/timeline';
import { cosine, largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, label, text } from './frame';
import { arrive } from './keyframes';
import type { Drawn } from './product';
import type { Keyframe, Mark } from './scene';
import type { StepContext } from './step-context';
import { strip } from './strip';

/** Where a vector of the residual stream is: "x after layer 2"; null for any other tensor. */
export function placeOfX({ graph }: StepContext, tensor: string): string | null {
  const layer = graph.layerInputs.indexOf(tensor);
  if (layer < 0) return null;
  return layer === 0 ? msg`x before layer 1` : msg`x after layer ${layer}`;
}

/** The same without its x. */
function placeInStack({ graph }: StepContext, tensor: string): string {
  const layer = graph.layerInputs.indexOf(tensor);
  return layer === 0 ? msg`before layer 1` : msg`after layer ${layer}`;
}

/** Height of all rows together, at most; and of one. */
const room = 120;
const most = 26;
/** Rows lower than this are not all named. */
const leastNamed = 13;

/** The share of the step in which a word travels through the layers before, if there are any. */
export const travel = ({ layer }: Pick<StepContext, 'layer'>): number =>
  layer > 0 ? layersLeg : 0;

/** Comes from the place of its vector one layer before, `dy` above, as it leaves a layer. */
export function leaving(m: StepContext, layer: number, dy: number): readonly Keyframe[] {
  const share = travel(m) / m.layer;
  return arrive(share * (layer - 1), share * layer, 0, -dy);
}

/**
 * The focus word on its way through the layers before this one: its vector after each of them, one
 * below the other, all on one scale, with its cosine to the vector that it began as.
 */
export function layersBefore(
  m: StepContext,
  frame: Frame,
  top: number,
  { names, width }: { readonly names: readonly string[]; readonly width: number },
): Drawn {
  const pitch = Math.min(most, room / names.length);
  const rows = names.map((name) => m.trace.row(name, m.focus));
  const bars = largest(rows.map(largest)) || 1;
  const side = label(frame, top, {
    name: msg`{0:Layer 1|Layers 1 to ${m.layer}}`,
    formula: `±${signed(bars, 1)}`,
    note: frame.narrow ? '' : msg`right: the cosine with x before layer 1`,
  });
  const y = side.top + 4;
  const every = Math.ceil(leastNamed / pitch);
  const marks = names.flatMap((name, i): readonly Mark[] => {
    const place = { x: frame.left, y: y + pitch * i, width, height: pitch - 4 };
    const keys = i > 0 ? { keys: leaving(m, i, pitch) } : {};
    const one = strip(m, name, m.focus, 'residual', place, { ...keys, bars });
    if (i % every !== 0) return [one];
    const like = signed(cosine(rows[0] as Float32Array, rows[i] as Float32Array));
    const written = frame.narrow ? like : `${placeInStack(m, name)}: ${like}`;
    const at = text(frame.left + width + 6, place.y + place.height - 3, written, { size: 11 });
    return [one, { ...at, ...keys }];
  });
  return {
    marks: [...side.marks, ...marks],
    bottom: Math.max(y + pitch * names.length, side.bottom),
  };
}
