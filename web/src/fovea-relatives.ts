/// The fourth file: figures of the encoder's relatives, and what a model of another kind computes. As a classic script it defines `foveaRelatives`.

import { variantGraph } from './relatives/dataflow/variant-graph';
import { relatives, startWorker } from './relatives/file';
import { crossAttentionFigure } from './views/cross-attention';
import { decoderFigure } from './views/decoder';
import { expertsFigure } from './views/experts';
import { familyFigure } from './views/family';
import { defineFigure } from './views/kit/define-figure';
import type { HostedFigure } from './views/kit/hosted-figure';
import { nextWordFigure } from './views/next-word';
import { patches } from './views/patches';
import { tilesFigure } from './views/tiles';
import { variantDraws } from './views/variants/draws';

export { relatives } from './relatives/file';

/** Each is drawn by `<fovea-ID>`, for the view of that id. */
export const figures: readonly HostedFigure[] = [
  decoderFigure,
  crossAttentionFigure,
  nextWordFigure,
  familyFigure,
  patches,
  expertsFigure,
  tilesFigure,
];

for (const figure of figures) defineFigure(figure);

globalThis.foveaVariantWorker = startWorker;
globalThis.foveaShippedModel = (name) => relatives().file(name);
globalThis.foveaVariants = (graph, config) => ({
  ...variantGraph(graph, config),
  draws: variantDraws(config, graph.structure),
});
