/// The script of dist/split that a page names. It defines `<fovea-encoder>`, and loads the rest.
import { beside } from './beside';
import { printWithFigures } from './printing';
import { WaitingFigure } from './waiting-figure';

// Two posts on one page may each bring the script along.
if (!customElements.get('fovea-encoder')) {
  globalThis.foveaParts = beside;
  customElements.define('fovea-encoder', WaitingFigure);
  printWithFigures();
}
