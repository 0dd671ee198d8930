import { openingView } from './attention/opening';
import { createStage, type Stage } from './stage';

/** A stage for the page's opening, which is no view that an address names. No figure in a post needs it. */
export const openingStage = (): Stage => createStage(openingView);

/** Its styles beside those of the views. */
export const openingStyles = openingView.styles;
