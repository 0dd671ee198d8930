const key = 'fovea-embed';

/** What a writer has said of the pages that figures go into. */
export interface EmbedChoice {
  /** The id of a recipe. */
  readonly recipe: string;
  /** The address of the script; empty: the recipe's own. */
  readonly script: string;
  /** The language of the figure, empty: that of the page around it; undefined before it was said. */
  readonly lang?: string;
}

const isChoice = (kept: unknown): kept is EmbedChoice =>
  typeof kept === 'object' &&
  kept !== null &&
  typeof Reflect.get(kept, 'recipe') === 'string' &&
  typeof Reflect.get(kept, 'script') === 'string';

/** What was said at the last visit, where the browser keeps anything. */
export function keptChoice(): EmbedChoice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (isChoice(kept)) return kept;
  } catch {
    // As at a first visit.
  }
  return { recipe: 'html', script: '' };
}

export function keepChoice(choice: EmbedChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // It lasts as long as the page.
  }
}
