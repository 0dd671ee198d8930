import type { ModelConfig } from '../model/protocol';
import { gradientName } from '../model/trace';
import { type NamedTensors, TensorList } from './tensor-list';

/** Where a layer has experts: the network of the expert that has most of a word, under the names of a single network. */

const parts = ['hidden', 'activated', 'up', 'gated'] as const;

/** The largest of a row of shares; the first of equals. */
export const mainExpert = (shares: ArrayLike<number>): number =>
  Array.from(shares).reduce((best, share, e, all) => (share > (all[best] ?? 0) ? e : best), 0);

/** The main expert of each word in a layer. */
function expertsOf(list: TensorList, name: string, experts: number): readonly number[] {
  const choice = list.data(`${name}.choice`);
  return Array.from({ length: list.rows(`${name}.choice`) }, (_, token) =>
    mainExpert(choice.subarray(token * experts, (token + 1) * experts)),
  );
}

/** Adds `feedForward.hidden` and so on: of each word the row of its main expert. */
export function withMainExpert<Traced extends NamedTensors>(
  traced: Traced,
  config: ModelConfig,
): Traced {
  const experts = config.num_local_experts ?? 0;
  if (experts === 0) return traced;
  const list = new TensorList(traced);
  for (let l = 0; l < config.num_hidden_layers; l++) {
    const name = `layers.${l}.feedForward`;
    if (!list.has(`${name}.choice`)) continue;
    const main = expertsOf(list, name, experts);
    for (const part of [...parts].reverse())
      for (const named of [(tensor: string) => tensor, gradientName])
        if (list.has(named(`${name}.experts.0.${part}`)))
          addMain(list, main, (e) => named(`${name}.experts.${e}.${part}`), named(name), part);
  }
  return list.written();
}

function addMain(
  list: TensorList,
  main: readonly number[],
  ofExpert: (e: number) => string,
  name: string,
  part: string,
): void {
  const { axes } = list.find(ofExpert(0));
  const width = axes[1]?.size ?? 0;
  const data = new Float32Array(main.length * width);
  main.forEach((e, token) => {
    const row = list.data(ofExpert(e)).subarray(token * width, (token + 1) * width);
    data.set(row, token * width);
  });
  list.add({ name: `${name}.${part}`, axes, data }, `${name}.choice`);
}
