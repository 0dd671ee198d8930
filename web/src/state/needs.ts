import { parametersOf } from './dataflow/explain';
import type { State } from './state';
import { viewOf } from './views';
import { hostedWants, shownState } from './what-if/hosted';
import { graphOf } from './why';

/** Names of the parameters that what is on the screen needs and that have not been fetched yet. */
export function neededParameters(shown: State): readonly string[] {
  const state = shownState(shown);
  if (!state.model || !state.trace) return [];
  const graph = graphOf(state.model, state.trace);
  const unfolded = viewOf(state.view)?.unfoldsTensors ?? [];
  const onStage = unfolded.map((name) => name.replace('{l}', String(state.layer)));
  const asked = state.trail.map((cell) => cell.name);
  const wanted = hostedWants(state).tensors ?? [];
  const names = [...onStage, ...wanted, ...asked].flatMap((name) => parametersOf(graph, name));
  return [...new Set(names)].filter((name) => !state.parameters.has(name));
}
