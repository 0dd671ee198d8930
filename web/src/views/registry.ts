import type { CSSResultGroup } from 'lit';
import { attentionView } from './attention';
import { createStage, type Stage } from './stage';

interface Entry {
  readonly title: string;
  readonly styles: CSSResultGroup;
  readonly create: () => Stage;
}

/** All views by the name that the address and the `view` attribute use. */
const entries: Readonly<Record<string, Entry>> = {
  [attentionView.id]: {
    title: attentionView.title,
    styles: attentionView.styles,
    create: () => createStage(attentionView),
  },
};

export const viewNames: readonly string[] = Object.keys(entries);

export const viewStyles: readonly CSSResultGroup[] = Object.values(entries).map((e) => e.styles);

/** A stage for a view of that name, or null where there is none. */
export function stageFor(name: string): Stage | null {
  return Object.hasOwn(entries, name) ? (entries[name]?.create() ?? null) : null;
}

export function unknownView(name: string): string {
  return `There is no view “${name}”. There is: ${viewNames.join(', ')}.`;
}
