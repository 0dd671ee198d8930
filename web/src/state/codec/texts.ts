/** The longest text that an address holds; no model reads as much. */
export const longestSentence = 20_000;

/** More than all settings of a view take: a scene of nine things that was drawn on takes an eighth of it. */
const longestSettings = 4000;

/** The beginning of a text, cut between characters. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const inside = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, inside ? length - 1 : length);
}

export const isTooLong = (text: string): boolean => text.length > longestSentence;

/** A sentence with spaces in place of control characters, cut at the longest that is read. */
export function parseSentence(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = beginning(text, longestSentence).replace(/[\u0000-\u001f\u007f]/g, ' ');
  return clean.trim() === '' ? undefined : clean;
}

/** Two different pieces of a vocabulary, with a space between them. */
export function parsePair(text: string): string | undefined {
  const [, from, to] = /^(\S{1,64}) (\S{1,64})$/.exec(text) ?? [];
  return from !== to ? text : undefined;
}

/** As many whole settings of a text as may be: one that is cut short would be another value. */
export function wholeSettings(text: string): string {
  const cut = beginning(text, longestSettings);
  return cut === text ? text : cut.slice(0, Math.max(0, cut.lastIndexOf(',')));
}
