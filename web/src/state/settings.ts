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
