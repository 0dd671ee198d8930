/** What is chosen in a figure of its own: names and values, as "mask=causal,seen=on". */

export type Settings = ReadonlyMap<string, string>;

/** What is no name and value is left out. */
export const readSettings = (text: string): Settings =>
  new Map(
    text.split(',').flatMap((part): [string, string][] => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(part) ?? [];
      return name && value ? [[name, value]] : [];
    }),
  );

/** The text with other values; an empty one takes its name out. */
export const withSettings = (text: string, values: Readonly<Record<string, string>>): string =>
  [...new Map([...readSettings(text), ...Object.entries(values)])]
    .filter(([, value]) => value !== '')
    .map((pair) => pair.join('='))
    .join(',');

/** A few letters by which settings know what a value was chosen for. */
export function markOf(text: string): string {
  let mark = 0;
  for (const letter of text) mark = (Math.imul(mark, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return mark.toString(36);
}

/** A value for something; empty for anything. */
export const valueFor = (of: string, value: string): string =>
  of ? `${value}~${markOf(of)}` : value;

/** A value, where it was chosen for that. Addresses from before there were marks have it for anything. */
export function valueWritten(of: string, written = ''): string | undefined {
  const [value, mark] = written.split('~');
  return mark === undefined || mark === markOf(of) ? value || undefined : undefined;
}
