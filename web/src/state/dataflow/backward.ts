import type { Loss } from '../../model/protocol';
import { gradientName } from '../../model/trace';
import type { Graph } from './graph';
import { gradient } from './kinds/gradient';
import { loss } from './kinds/loss';
import type { Label } from './label';
import type { Node } from './parts';

/** "∂q": how much the loss grows for each unit by which q grows. */
function gradientLabel(of: Label): Label {
  const { symbol } = of;
  const sign = /[ /]/.test(symbol) ? `∂(${symbol})` : `∂${symbol}`;
  return { ...of, symbol: sign, gradient: true };
}

/** A data flow with the way back from a loss: the gradient of each tensor, behind the tensors. */
export function withGradients(graph: Graph, of: Loss, word: string): Graph {
  const forward = [...graph.tensors];
  const back = forward.flatMap(([name, node]): [string, Node][] => {
    if (node.formula.kind === 'ids') return [];
    const consumers = forward
      .filter(([, { formula }]) => formula.inputs.includes(name))
      .map(([reader, { formula }]) => [reader, formula] as const);
    const formula =
      node.gradient ?? (name === 'logits' ? loss(name, of, word) : gradient(name, consumers));
    return [[gradientName(name), { formula, label: gradientLabel(node.label) }]];
  });
  return { ...graph, tensors: new Map([...forward, ...back]) };
}
