/// The third file: figures that fovea.js has no room for. As a classic script it defines `foveaFigures`.

import { benchFigure } from './views/bench';
import { embeddingMap } from './views/embedding-map';
import { feedForwardFigure } from './views/feed-forward';
import { gaze } from './views/gaze';
import { headsMore } from './views/head-roles';
import { defineFigure } from './views/kit/define-figure';
import type { HostedFigure } from './views/kit/hosted-figure';
import { stackMore } from './views/layer-readouts';
import { masksFigure } from './views/masks';
import { matrixFigure } from './views/matrix';
import { norms } from './views/norms';
import { positionMore } from './views/position-waves';
import { projectionsMore } from './views/query-plane';
import { recurrence } from './views/recurrence';
import { residual } from './views/residual';
import { routing } from './views/routing';

/** Each is drawn by `<fovea-ID>`, for the view of that id. */
export const figures: readonly HostedFigure[] = [
  benchFigure,
  matrixFigure,
  feedForwardFigure,
  positionMore,
  projectionsMore,
  stackMore,
  headsMore,
  gaze,
  routing,
  masksFigure,
  embeddingMap,
  recurrence,
  norms,
  residual,
];

for (const figure of figures) defineFigure(figure);
