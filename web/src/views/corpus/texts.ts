/** Texts that a reader brought: lines, or the cells of a table. */
export interface ReaderTexts {
  readonly name: string;
  /** What the columns of a table are called; none: the texts are lines. */
  readonly columns: readonly string[];
  /** By column. */
  readonly texts: readonly (readonly string[])[];
}

/** Lines that are longer on average are passages, which are cut into sentences. */
const longLine = 160;

/** Rows of a table as RFC 4180 has them. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === separator) endField();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') field += letter;
  }
  endRow();
  return rows;
}

const filled = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '');

const lettersIn = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

/** Lines; of passages their sentences. */
function linesOf(text: string): readonly string[] {
  const lines = filled(text.split('\n'));
  if (lettersIn(lines) <= longLine * lines.length) return lines;
  return filled(lines.flatMap((line) => line.split(/(?<=[.!?…]["”’)]*)\s+/u)));
}

/** A table by its name, or by tabs in every line. */
function separatorOf(name: string, text: string): string | null {
  if (/\.tsv$/i.test(name) || /^(?:[^\n\t]+\t[^\n]+\n?){2,}$/.test(text)) return '\t';
  if (!/\.csv$/i.test(name)) return null;
  const [first = ''] = text.split('\n');
  return first.includes(';') && !first.includes(',') ? ';' : ',';
}

export function parseReaderTexts(name: string, text: string): ReaderTexts {
  const plain = text.replace(/^\ufeff/, '');
  const separator = separatorOf(name, plain);
  if (!separator) return { name, columns: [], texts: [linesOf(plain)] };
  const [columns = [], ...rows] = rowsOf(plain, separator);
  return {
    ...{ name, columns },
    texts: columns.map((_, column) => filled(rows.map((row) => row[column] ?? ''))),
  };
}

/** The column that holds most letters. */
export const longestColumn = ({ texts }: ReaderTexts): number =>
  texts.reduce((best, each, i) => (lettersIn(each) > lettersIn(texts[best] ?? []) ? i : best), 0);
