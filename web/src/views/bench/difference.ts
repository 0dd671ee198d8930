/** A piece of a line of code, and whether the other line lacks it. */
export interface CodePart {
  readonly text: string;
  readonly own: boolean;
}

const wordsOf = (line: string): readonly string[] => line.match(/\w+|\s+|[^\w\s]/g) ?? [];

/** For each pair of places the length of the longest common part of what follows them. */
function commonAfter(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] as number[])[j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return table;
}

/** A line of code in pieces: those that it shares with another line, and those that are its own. */
export function differing(line: string, other: string): readonly CodePart[] {
  const [a, b] = [wordsOf(line), wordsOf(other)];
  const common = commonAfter(a, b);
  const parts: CodePart[] = [];
  const add = (text: string, own: boolean) => {
    const last = parts.at(-1);
    if (last?.own === own) parts[parts.length - 1] = { text: last.text + text, own };
    else parts.push({ text, own });
  };
  let j = 0;
  a.forEach((word, i) => {
    while (j < b.length && b[j] !== word && (common[i]?.[j + 1] ?? 0) >= (common[i + 1]?.[j] ?? 0))
      j++;
    const shared = b[j] === word && j < b.length;
    if (shared) j++;
    add(word, !shared);
  });
  return parts;
}
