import { inputPart, type Part, type PartId, sublayers } from '../../state/parts';
import type { StepContext } from '../kit/step-context';

/** The tensors of the chosen layer as its order of norms has them, its input first. */
export function blockParts(m: StepContext): readonly Part[] {
  // The scores have the weights' shape and place: one picture stands for both.
  const inside = sublayers(m.graph, m.layer)
    .flat()
    .filter(({ id }) => id !== 'scores');
  return [inputPart(m.graph, m.layer), ...inside];
}

/** The parts that a part is computed from, without the residual path. */
export function sourcesOf(parts: readonly Part[], id: PartId): readonly PartId[] {
  if (id === 'weights') return ['query', 'key'];
  if (id === 'heads') return ['weights', 'value'];
  const order = parts.map((each) => each.id).filter((each) => each !== 'key' && each !== 'value');
  if (id === 'key' || id === 'value') return sourcesOf(parts, 'query');
  const before = order[order.indexOf(id) - 1];
  return before === undefined ? [] : [before];
}
