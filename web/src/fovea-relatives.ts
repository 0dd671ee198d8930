/// The fourth file: figures of the encoder's relatives, and what a model of another kind computes. As a classic script it defines `foveaRelatives`.
import { defineFigure } from './element/figures/define-figure';
import { variantGraph } from './relatives/dataflow/variant-graph';
import { relatives, startWorker } from './relatives/file';
import { crossAttentionFigure } from './views/cross-attention/cross-attention';
import { decoderFigure } from './views/decoder/decoder';
import { expertsFigure } from './views/experts/experts';
import { familyFigure } from './views/family/family';
import type { HostedFigure } from './views/kit/hosted-figure';
import { nextWordFigure } from './views/next-word/next-word';
import { patches } from './views/patches/patches';
import { tilesFigure } from './views/tiles/tiles';
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
