import type { Dispatch } from '../../state/actions';
import { localTime } from '../../state/timeline';
import type { View } from '../view';
import { captionFor, cellCaption } from './caption';
import { renderFigure } from './figure';
import { layout } from './layout';
import type { Scene } from './scene';
import { attentionStyles } from './styles.css';

export type { Scene } from './scene';

/** Attention for one word: arches, and the arithmetic beneath them, step by step. */
export const attentionView: View<Scene> = {
  id: 'attention',
  title: 'Attention',
  styles: attentionStyles,
  layout,
  speech: (_, state) => {
    const still = { ...state, time: localTime(state) };
    return cellCaption(still) || captionFor(still);
  },
  render: (scene: Scene, time: number, dispatch: Dispatch) => renderFigure(scene, time, dispatch),
};
