// The article's listings, cut out of the sources themselves by the names of functions: a listing
// cannot differ from what is compiled and run.
import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

const indentation = (line) => line.length - line.trimStart().length;

const withoutIndentation = (lines) => {
  const least = Math.min(...lines.filter((line) => line.trim()).map(indentation));
  return lines.map((line) => line.slice(least)).join('\n');
};

/** Where the comment and the template line that belong to a definition begin. */
function headOf(lines, at, belongs) {
  let first = at;
  while (first > 0 && belongs.test(lines[first - 1])) first--;
  return first;
}

/** How the languages write a function: its first line, what is above it, and its last line. */
const languages = {
  cpp: {
    begins: (name) =>
      new RegExp(
        `^ *(?!return\\b|//)[\\w:<>&*][\\w:<>&*, ]*[ &*](?:\\w+::)?${name}\\(([^;]*|.*\\})$`,
      ),
    belongs: /^ *(\/\/|template <)/,
    // Clang-format puts the brace that ends a function under its first line.
    end: (lines, first) => {
      const indent = ' '.repeat(indentation(lines[first]));
      if (/\}$/.test(lines[first])) return first;
      return lines.findIndex((line, i) => i > first && line.startsWith(`${indent}}`));
    },
  },
  py: {
    begins: (name) => new RegExp(`^def ${name}\\(`),
    belongs: /^#/,
    end: (lines, first) => {
      const next = lines.findIndex((line, i) => i > first && /^\S/.test(line));
      const last = next < 0 ? lines.length : next;
      return lines.slice(0, last).findLastIndex((line) => line.trim() !== '');
    },
  },
};

function functionOf(language, source, name, path) {
  const lines = source.split('\n');
  const { begins, belongs, end } = languages[language];
  const at = lines.findIndex((line) => begins(name).test(line));
  if (at < 0) throw new Error(`the article lists ${name}, which ${path} does not have`);
  const last = end(lines, at);
  if (last < 0) throw new Error(`${name} in ${path} has no end`);
  return withoutIndentation(lines.slice(headOf(lines, at, belongs), last + 1));
}

/** The functions with these names, one after the other. */
export function listing(path, names) {
  const source = readFileSync(projectPath(path), 'utf8');
  const language = path.endsWith('.py') ? 'py' : 'cpp';
  return names.map((name) => functionOf(language, source, name, path)).join('\n\n');
}
