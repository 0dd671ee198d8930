/// The third file: figures that fovea.js has no room for. As a classic script it defines `foveaFigures`.
import { figures } from 'fovea-views/figures';
import { defineFigures } from './views/kit/define-figure';

defineFigures(figures);

export { figures };
