/// The file that opens what people publish. As a classic script it defines `foveaPublished`.
import { figures } from 'fovea-views/published';
import { watched } from './model/worker-line';
import { fetchFolder } from './published/fetched';
import { modelOf } from './published/folder';
import InlineWorker from './published/worker?worker&inline';
import { variantGraph } from './relatives/dataflow/variant-graph';
import { defineFigures } from './views/kit/define-figure';
import { variantDraws } from './views/variants/draws';

export { fetchFolder, figures, modelOf };

defineFigures(figures);

globalThis.foveaFolders = {
  fetch: fetchFolder,
  read: modelOf,
  worker: (name) => watched(new InlineWorker(), name),
};
globalThis.foveaVariants ??= (graph, config) => ({
  ...variantGraph(graph, config),
  draws: variantDraws(config, graph.structure),
});
