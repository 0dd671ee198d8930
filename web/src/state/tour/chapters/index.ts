import type { Chapter } from '../chapter';
import { attention } from './attention';
import { fromText } from './from-text';
import { onward } from './onward';

/** From words to output, in the order of the timeline. */
export const chapters: readonly Chapter[] = [...fromText, ...attention, ...onward];
