/// The fourth file: figures of the encoder's relatives, and what a model of another kind computes. As a classic script it defines `foveaRelatives`.

import { figures } from 'fovea-views/relatives';
import { variantGraph } from './relatives/dataflow/variant-graph';
import { relatives, startWorker } from './relatives/file';
import { defineFigures } from './views/kit/define-figure';
import { variantDraws } from './views/variants/draws';

export { relatives } from './relatives/file';
export { figures };

defineFigures(figures);

globalThis.foveaVariantWorker = startWorker;
globalThis.foveaShippedModel = (name) => relatives().file(name);
globalThis.foveaVariants = (graph, config) => ({
  ...variantGraph(graph, config),
  draws: variantDraws(config, graph.structure),
});
