import type { CSSResultGroup } from 'lit';
import type { State } from '../../state/state';
import type { View } from '../view';
import { type Frame, frameOf } from './frame';
import { legendOf } from './legend';
import { type Matter, matterOf, readoutOf } from './matter';
import { renderScene } from './render';
import type { Mark, Scene } from './scene';
import { stepStyles } from './styles';

/** What a step draws: its marks, how tall they are, and the sentence beneath. */
export interface Drawing {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  readonly caption: string;
}

export type Draw = (m: Matter, frame: Frame) => Drawing;

interface Named {
  readonly id: string;
  readonly title: string;
}

/** The scene of a step; without a trace an empty one, for nothing is drawn that is not computed. */
export function sceneOf(
  { id: view, title }: Named,
  draw: Draw,
  state: State,
  width: number,
): Scene {
  const m = matterOf(state);
  if (!m) return { width, height: 0, view, title, marks: [], caption: '', readout: '' };
  const frame = frameOf(width);
  const { marks: drawn, bottom, caption } = draw(m, frame);
  const legend = legendOf(drawn, frame, bottom);
  const marks = [...drawn, ...legend.marks];
  const height = Math.ceil(legend.bottom);
  return { width, height, view, title, marks, caption, readout: readoutOf(m) };
}

/** A view that shows one step, from what draws it. */
export function stepView(id: string, title: string, draw: Draw): View<Scene> {
  const styles: CSSResultGroup = stepStyles;
  return {
    id,
    title,
    styles,
    layout: (state, { width }) => sceneOf({ id, title }, draw, state, width),
    render: renderScene,
  };
}
