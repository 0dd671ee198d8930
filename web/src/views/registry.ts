import type { CSSResultGroup } from 'lit';
import { attentionSteps, attentionView } from './attention';
import { block } from './block/block';
import { headsView } from './heads/heads';
import { heatmapView } from './heatmap/heatmap';
import { createStage, type Stage } from './stage';
import { stepViews } from './steps';
import type { View } from './view';

interface Entry {
  readonly title: string;
  readonly styles: CSSResultGroup;
  readonly still: boolean;
  readonly create: () => Stage;
}

function entry<Scene>(view: View<Scene>): readonly [string, Entry] {
  const { id, title, styles, still } = view;
  return [id, { title, styles, still, create: () => createStage(view) }];
}

/** All views by the name that the address and the `view` attribute use. */
const entries: ReadonlyMap<string, Entry> = new Map([
  entry(attentionView),
  ...attentionSteps.map(entry),
  ...[block, heatmapView, headsView, ...stepViews].map(entry),
]);

export const viewNames: readonly string[] = [...entries.keys()];

/** Views of one kind share their styles. */
export const viewStyles: readonly CSSResultGroup[] = [
  ...new Set([...entries.values()].map((each) => each.styles)),
];

/** What a view is called; empty for a name that no view has. */
export function viewTitle(name: string): string {
  return entries.get(name)?.title ?? '';
}

/** Whether a view has nothing that plays. */
export function isStill(name: string): boolean {
  return entries.get(name)?.still ?? false;
}

/** A stage for a view of that name, or null where there is none. */
export function stageFor(name: string): Stage | null {
  return entries.get(name)?.create() ?? null;
}

export function unknownView(name: string): string {
  return `There is no view “${name}”. There is: ${viewNames.join(', ')}.`;
}
