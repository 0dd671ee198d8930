/// The fourth file: figures of the encoder's relatives. As a classic script it defines `foveaRelatives`.
import { defineFigure } from './element/figures/define-figure';
import { familyFigure } from './views/family/family';
import type { HostedFigure } from './views/kit/hosted-figure';

export { relatives } from './relatives/file';

/** Each is drawn by `<fovea-ID>`, for the view of that id. */
export const figures: readonly HostedFigure[] = [familyFigure];

for (const figure of figures) defineFigure(figure);
