import { addNorm, afterAttention } from '../kit/add-norm';
import { stepView } from '../kit/step-view';

export const attentionNorm = stepView(
  'attention-norm',
  'Add & norm after attention',
  addNorm(afterAttention),
);
