import type { Trace } from '../../model/trace';

/** What a question asks about: the text on show, and the layer, word or head that are named. */
export const askedAbout = ({ trace }: { readonly trace: Trace }, ...of: (string | number)[]) =>
  JSON.stringify([trace.encoding.text, trace.encoding.masked, ...of]);

/**
 * Listener that takes an answer. The button that was pressed goes away with it: the focus goes to what
 * is around the question and stays, which has the tabindex -1.
 */
export const answered =
  (take: () => void) =>
  ({ currentTarget }: Event): void => {
    const around = (currentTarget as Element).closest<HTMLElement>('[tabindex="-1"]');
    around?.focus({ preventScroll: true });
    take();
  };
