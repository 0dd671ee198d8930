import { addNorm, afterFeedForward } from '../kit/add-norm';

export const figure = addNorm(afterFeedForward);
