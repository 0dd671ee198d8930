/// The fourth file: figures of the encoder's relatives, and what a model of another kind computes. As a classic script it defines `foveaRelatives`.
import { figures } from 'fovea-views/relatives';
import { watched } from './model/worker-line';
import { relatives, startWith } from './relatives/client';
import { variantGraph } from './relatives/dataflow/variant-graph';
import InlineWorker from './relatives/worker?worker&inline';
import { defineFigures } from './views/kit/define-figure';
import { variantDraws } from './views/variants/draws';

/** Starts a worker, for decoders or for encoders of any kind; it holds a lock of that name. */
const startWorker = (name: string): Worker => watched(new InlineWorker(), name);

startWith(startWorker);

export { figures, relatives };

defineFigures(figures);

globalThis.foveaVariantWorker = startWorker;
globalThis.foveaShippedModel = (name) => relatives().file(name);
globalThis.foveaVariants = (graph, config) => ({
  ...variantGraph(graph, config),
  draws: variantDraws(config, graph.structure),
});
