/// The script of dist/split that a page names. It defines `<fovea-encoder>`, and loads the rest.
import { isPrintKey } from '../element/figure-events';
import { beside } from './beside';
import { loadFigures, WaitingFigure, waitingFigures } from './waiting-figure';

/** The keys that print, where figures have no code yet: they are drawn before. */
function printWithFigures(): void {
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

// Two posts on one page may each bring the script along.
if (!customElements.get('fovea-encoder')) {
  globalThis.foveaParts = beside;
  customElements.define('fovea-encoder', WaitingFigure);
  printWithFigures();
}
