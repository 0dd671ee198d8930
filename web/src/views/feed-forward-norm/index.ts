import { addNorm, afterFeedForward } from '../kit/add-norm';

export const draw = addNorm(afterFeedForward);
