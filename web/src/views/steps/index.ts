import type { Scene } from '../kit/scene';
import type { View } from '../view';
import { activateStep } from './activate';
import { attentionNorm } from './attention-norm';
import { compress } from './compress';
import { embedding } from './embedding';
import { expand } from './expand';
import { feedForwardNorm } from './feed-forward-norm';
import { headsConcat } from './heads-concat';
import { output } from './output';
import { position } from './position';
import { predictionStep } from './prediction';
import { projections } from './projections';
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
