/// The third file: figures that fovea.js has no room for. As a classic script it defines `foveaFigures`.
import { defineFigure } from './element/figures/define-figure';
import { benchFigure } from './views/bench';
import { embeddingMap } from './views/embedding-map';
import { feedForwardFigure } from './views/feed-forward';
import { gaze } from './views/gaze/gaze';
import { headsMore } from './views/heads-more';
import type { HostedFigure } from './views/kit/hosted-figure';
import { masksFigure } from './views/masks/masks';
import { matrixFigure } from './views/matrix';
import { norms } from './views/norms';
import { positionMore } from './views/position-more';
import { projectionsMore } from './views/projections-more';
import { recurrence } from './views/recurrence/recurrence';
import { residual } from './views/residual';
import { routing } from './views/routing/routing';
import { stackMore } from './views/stack-more';

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
