import type { ModelConfig } from '../model/protocol';
import { withEveryHead } from './key-heads';
import { withMainExpert } from './main-expert';
import type { NamedTensors } from './tensor-list';

/**
 * A trace as the page's views read it: keys and values as every head reads them where heads share
 * them, and of a layer with experts the network that has most of a word. The core's own tensors stay.
 */
export const presented = <Traced extends NamedTensors>(
  traced: Traced,
  config: ModelConfig,
  structure = '',
): Traced => withMainExpert(withEveryHead(traced, config, structure), config);
