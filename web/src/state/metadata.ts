import type { ModelInfo } from '../model/protocol';

/** What a model file's metadata has as JSON under a key; null for none, and for what is no JSON. */
export function metadataOf({ metadata }: ModelInfo, key: string): unknown {
  try {
    return JSON.parse(metadata[key] ?? 'null');
  } catch {
    return null;
  }
}
