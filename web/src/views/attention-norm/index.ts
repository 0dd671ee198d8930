import { addNorm, afterAttention } from '../kit/add-norm';

export const figure = addNorm(afterAttention);
