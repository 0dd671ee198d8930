import { addNorm, afterAttention } from '../kit/add-norm';

export const draw = addNorm(afterAttention);
