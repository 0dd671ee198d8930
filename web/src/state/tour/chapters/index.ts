import type { Chapter } from '../chapter';
import { afterEncoder } from './after-encoder';
import { attention } from './attention';
import { fromText } from './from-text';
import { onward } from './onward';

/** From words to output, in the order of the timeline; then what comes after the encoder. */
export const chapters: readonly Chapter[] = [...fromText, ...attention, ...onward, ...afterEncoder];
