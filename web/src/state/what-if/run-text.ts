import { ownRun, type Run } from '../../model/protocol';

/** One option of a structure: of all layers, or of one, counted from 0. */
export interface RunOption {
  readonly key: string;
  readonly layer: number | null;
  readonly value: string;
}

/** A change of a tensor on the way, as the core writes it: "layers.2.attention.weights[2,7,:]=0". */
export interface Change {
  /** The tensor's name, and in brackets which of its cells. */
  readonly region: string;
  readonly operation: '=' | '*=' | '+=';
  /** A number, or several with commas between them. */
  readonly value: string;
}

export const sameRun = (a: Run, b: Run): boolean =>
  a.structure === b.structure && a.changes.join(';') === b.changes.join(';');

const sorted = (texts: readonly string[]): string => [...texts].sort().join(';');

/** Whether two runs do the same, in whatever order they are written. */
export const equalRun = (a: Run, b: Run): boolean =>
  sorted(a.structure.split(',')) === sorted(b.structure.split(',')) &&
  sorted(a.changes) === sorted(b.changes);

/** Whether a run is the model's own: nothing switched, nothing changed. */
export const isOwn = (run: Run): boolean => sameRun(run, ownRun);

/** The options of a structure's text, "scale=off,residual@2=0.5". */
export function parseOptions(structure: string): readonly RunOption[] {
  return structure
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
      const [key = '', layer] = name.split('@');
      return { key, layer: layer === undefined ? null : Number(layer), value };
    });
}

const optionText = ({ key, layer, value }: RunOption): string =>
  `${key}${layer === null ? '' : `@${layer}`}=${value}`;

/** The value that a structure names for a key, of all layers or of one; undefined where it names none. */
export function optionOf(structure: string, key: string, layer: number | null = null) {
  return parseOptions(structure).find((each) => each.key === key && each.layer === layer)?.value;
}

/** The structure with another value for a key; null takes the option away. */
export function withOption(
  structure: string,
  key: string,
  value: string | null,
  layer: number | null = null,
): string {
  const others = parseOptions(structure).filter((each) => each.key !== key || each.layer !== layer);
  const all = value === null ? others : [...others, { key, layer, value }];
  return all.map(optionText).join();
}

/** Reads a change; undefined where the text is none. */
export function parseChange(text: string): Change | undefined {
  const found = text.match(/^([^=*+]+?)\s*(=|\*=|\+=)\s*(.+)$/s);
  const [, region = '', operation, value = ''] = found ?? [];
  return found ? { region, operation: operation as Change['operation'], value } : undefined;
}

export const changeText = ({ region, operation, value }: Change): string =>
  `${region}${operation}${value}`;

/** The changes without those of a region. */
export const withoutRegion = (changes: readonly string[], region: string): readonly string[] =>
  changes.filter((text) => parseChange(text)?.region !== region);

/** The changes with this one in place of a former of the same region. */
export function withChange(changes: readonly string[], change: Change): readonly string[] {
  return [...withoutRegion(changes, change.region), changeText(change)];
}
