import type { Dispatch } from '../../state/actions';
import type { View } from '../view';
import { renderFigure } from './figure';
import { layout } from './layout';
import type { Scene } from './scene';
import { attentionStyles } from './styles.css';

export { captionFor, cellCaption } from './caption';
export type { Scene } from './scene';

/** Attention for one word: arches, and the arithmetic beneath them, step by step. */
export const attentionView: View<Scene> = {
  id: 'attention',
  title: 'Attention',
  styles: attentionStyles,
  layout,
  render: (scene: Scene, time: number, dispatch: Dispatch) => renderFigure(scene, time, dispatch),
};
