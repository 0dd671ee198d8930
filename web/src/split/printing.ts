import { isPrintKey } from '../element/print-key';
import { loadFigures, waitingFigures } from './waiting-figure';

/** The keys that print, where figures have no code yet: they are drawn before. */
export function printWithFigures(): void {
  document.addEventListener('keydown', (event) => {
    const wanted = [...waitingFigures].some((each) => each.property('preload') !== 'none');
    if (!wanted || !isPrintKey(event)) return;
    event.preventDefault();
    loadFigures().then(
      (part) => part.printAll(),
      () => print(),
    );
  });
}
