import { html, type ReactiveControllerHost } from 'lit';
import type { Dispatch } from '../state/actions';
import { filmName } from '../state/film';
import type { State } from '../state/state';
import { stageFor, unknownView } from '../views/registry';
import type { Stage } from '../views/stage';
import type { Size } from '../views/view';
import { asked } from '../widgets/why-fold';
import type { Figure } from './figure';
import { ViewFile } from './view-file';

interface Manner {
  readonly size: Size;
  /** What else there is to the view is in a fold. */
  readonly folded: boolean;
  /** Takes what is pressed in place of the store, where the reader is to guess. */
  readonly guess?: Dispatch | null;
}

/** The view that a figure shows, on its stage. */
export class DrawnView {
  /** Null before the first drawing, and where no view has the name. */
  stage: Stage | null = null;
  private readonly figure: Figure;
  private readonly file: ViewFile;

  constructor(host: ReactiveControllerHost, figure: Figure) {
    this.figure = figure;
    this.file = new ViewFile(host);
  }

  /** The picture, or why there is none. */
  draw(state: State, { size, folded, guess }: Manner): unknown {
    const view = state.film ? filmName : state.view;
    if (this.stage?.view !== view) this.stage = stageFor(view);
    const problem = this.stage ? this.file.problem(view) : unknownView(state.view);
    if (!this.stage || problem) return html`<p class="remark error" role="alert">${problem}</p>`;
    this.stage.animate = this.figure.animate;
    const { dispatch } = this.figure.store;
    if (state.film) return this.stage.draw({ ...state, view }, size, dispatch);
    if (guess) return this.stage.draw(state, size, guess);
    return [
      this.stage.draw(state, size, dispatch, asked(state, size.width, dispatch)),
      this.file.more(state, size.width, dispatch, folded),
    ];
  }
}
