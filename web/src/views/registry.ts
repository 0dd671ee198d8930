import { figures, steps } from 'fovea-views/drawn';
import type { CSSResultGroup } from 'lit';
import { filmName } from '../state/film';
import { views } from '../state/views';
import { msg } from '../words/msg';
import { hostedView } from './kit/hosted';
import type { Scene } from './kit/scene';
import { stepView } from './kit/step-view';
import { createStage, type Stage } from './stage';
import type { View } from './view';

const drawn = Object.entries(figures);

/** Views of a single step. */
export const stepViews: readonly View<Scene>[] = drawn.flatMap(([id, figure]) =>
  typeof figure === 'function' ? [stepView(id, figure)] : [],
);

const all: ReadonlyMap<string, View<unknown>> = new Map(
  [
    ...drawn.flatMap(([, figure]) => (typeof figure === 'function' ? [] : [figure])),
    ...[hostedView(filmName, true), ...steps, ...stepViews],
    ...views.filter(({ bundle }) => bundle).map(({ id }) => hostedView(id)),
  ].map((view) => [view.id, view as View<unknown>]),
);

/** Views of one kind share their styles. */
export const viewStyles: readonly CSSResultGroup[] = [
  ...new Set([...all.values()].map(({ styles }) => styles)),
];

/** A stage for the view of that name, or null if there is none. */
export function stageFor(name: string): Stage | null {
  const view = all.get(name);
  return view ? createStage(view) : null;
}

export function unknownView(name: string): string {
  return msg`There is no view “${name}”. The views are ${views.map(({ id }) => id).join(', ')}.`;
}
