import { deepest, type Wiring, wirings } from './study';

/** What the reader has chosen of the study of depth. */
export interface DepthSettings {
  readonly depth: number;
  readonly norms: readonly Wiring['norm'][];
  readonly paths: readonly boolean[];
}

const allNorms: readonly Wiring['norm'][] = ['pre', 'post', 'none'];
const all: DepthSettings = { depth: 24, norms: allNorms, paths: [true, false] };

const pairOf = (part: string): readonly [key: string, value: string] => {
  const [key = '', value = ''] = part.split('=');
  return [key, value];
};

/** Reads "depth=24,norm=pre post,residual=on"; what is left out or cannot be is as at first. */
export function readDepth(text: string): DepthSettings {
  const fields = new Map(text.split(',').map((part) => pairOf(part)));
  const words = (key: string) => fields.get(key)?.split(' ') ?? [];
  const depth = Number(fields.get('depth'));
  const norms = allNorms.filter((norm) => words('norm').includes(norm));
  const paths = all.paths.filter((path) => words('residual').includes(path ? 'on' : 'off'));
  return {
    depth: Number.isInteger(depth) && depth >= 1 && depth <= deepest ? depth : all.depth,
    norms: norms.length > 0 ? norms : all.norms,
    paths: paths.length > 0 ? paths : all.paths,
  };
}

const part =
  /^(depth=([1-9]|[1-3]\d|4[0-8])|norm=(pre|post|none)( (pre|post|none))*|residual=(on|off)( (on|off))*)?$/;

/** Whether all of a text says something. */
export const isReadable = (text: string): boolean =>
  text.split(',').every((each) => part.test(each));

/** What `readDepth` reads back; empty for the settings at first. */
export function writeDepth({ depth, norms, paths }: DepthSettings): string {
  const residual = paths.map((path) => (path ? 'on' : 'off')).join(' ');
  return [
    ...(depth === all.depth ? [] : [`depth=${depth}`]),
    ...(norms.length === all.norms.length ? [] : [`norm=${norms.join(' ')}`]),
    ...(paths.length === all.paths.length ? [] : [`residual=${residual}`]),
  ].join(',');
}

/** The list with the value in or out; the last one stays. */
export function turned<T>(from: readonly T[], order: readonly T[], value: T): readonly T[] {
  const rest = from.filter((each) => each !== value);
  if (rest.length === 0) return from;
  return rest.length < from.length
    ? rest
    : order.filter((each) => each === value || from.includes(each));
}

export const turnNorm = (settings: DepthSettings, norm: Wiring['norm']): DepthSettings => ({
  ...settings,
  norms: turned(settings.norms, allNorms, norm),
});

export const turnPath = (settings: DepthSettings, path: boolean): DepthSettings => ({
  ...settings,
  paths: turned(settings.paths, all.paths, path),
});

export const isShown = ({ norms, paths }: DepthSettings, { norm, path }: Wiring): boolean =>
  norms.includes(norm) && paths.includes(path);

export const shownWirings = (settings: DepthSettings): readonly Wiring[] =>
  wirings.filter((wiring) => isShown(settings, wiring));
