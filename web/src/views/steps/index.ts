import type { View } from '../view';
import { activateStep } from './activate';
import { attentionNorm, feedForwardNorm } from './add-norm';
import { embedding } from './embedding';
import { headsConcat } from './heads-concat';
import { compress, expand, output } from './matrix-step';
import { position } from './position';
import { predictionStep } from './prediction';
import { projections } from './projections';
import type { Scene } from './scene';
import { stackStep } from './stack';
import { tokensStep } from './tokens';

/** One view for each step that the attention figure does not unfold, in the order of computation. */
export const stepViews: readonly View<Scene>[] = [
  tokensStep,
  embedding,
  position,
  projections,
  headsConcat,
  output,
  attentionNorm,
  expand,
  activateStep,
  compress,
  feedForwardNorm,
  stackStep,
  predictionStep,
];
