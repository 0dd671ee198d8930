/// The third file: figures that fovea.js has no room for. As a classic script it defines `foveaFigures`.
import { figures } from 'fovea-views/figures';
import { filmName } from './state/film';
import { filmView } from './views/attention/film';
import { cases } from './views/bench/cases';
import type {} from './views/classwork';
import { defineFigures } from './views/kit/define-figure';
import { viewFigure } from './views/kit/hosted-figure';
import { filmText } from './widgets/film-text';

defineFigures({ ...figures, [filmName]: viewFigure(filmView) });
globalThis.foveaFilmText = filmText;
globalThis.foveaBugs = cases;

export { figures };
