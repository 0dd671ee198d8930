import type { CSSResultGroup } from 'lit';
import { views } from '../state/views';
import { msg } from '../words/msg';
import { attentionSteps, attentionView } from './attention';
import { filmView } from './attention/film';
import { block } from './block';
import { effectsView } from './effects';
import { headsView } from './heads';
import { heatmapView } from './heatmap';
import { hostedView } from './kit/hosted';
import type { Scene } from './kit/scene';
import { type Draw, stepView } from './kit/step-view';
import { createStage, type Stage } from './stage';
import { twinsView } from './twins';
import type { View } from './view';
import { whatIfView } from './what-if';

const drawings = import.meta.glob<Draw>(
  './{activate,attention-norm,compress,concat,embedding,expand,feed-forward-norm,output,position,prediction,projections,stack,tokens}/index.ts',
  { eager: true, import: 'draw' },
);

/** Views of a single step: each folder draws the step it is named after. */
export const stepViews: readonly View<Scene>[] = views.flatMap(({ id }) => {
  const draw = drawings[`./${id}/index.ts`];
  return draw ? [stepView(id, draw)] : [];
});

interface ViewEntry {
  readonly styles: CSSResultGroup;
  readonly create: () => Stage;
}

function entry<Drawn>(view: View<Drawn>): readonly [string, ViewEntry] {
  return [view.id, { styles: view.styles, create: () => createStage(view) }];
}

const entries: ReadonlyMap<string, ViewEntry> = new Map([
  ...[attentionView, ...attentionSteps].map(entry),
  ...[block, heatmapView, headsView, ...stepViews].map(entry),
  entry(filmView),
  entry(whatIfView),
  entry(effectsView),
  entry(twinsView),
  ...views.filter(({ file }) => file).map(({ id }) => entry(hostedView(id))),
]);

/** Views of one kind share their styles. */
export const viewStyles: readonly CSSResultGroup[] = [
  ...new Set([...entries.values()].map((each) => each.styles)),
];

/** A stage for the view of that name, or null if there is none. */
export function stageFor(name: string): Stage | null {
  return entries.get(name)?.create() ?? null;
}

export function unknownView(name: string): string {
  return msg`There is no view “${name}”. There is: ${views.map(({ id }) => id).join(', ')}.`;
}
