import { addNorm, afterFeedForward } from '../kit/add-norm';
import { stepView } from '../kit/step-view';

export const feedForwardNorm = stepView(
  'feed-forward-norm',
  'Add & norm after feed-forward',
  addNorm(afterFeedForward),
);
