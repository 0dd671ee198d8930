// Pictures of figures from build to build: one is taken again only where what it is made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
};

/** A picture as text: its size, and its files in Base64. */
function written({ files, ...size }) {
  const texts = Object.entries(files).map(([theme, bytes]) => [theme, bytes.toString('base64')]);
  return JSON.stringify({ ...size, files: Object.fromEntries(texts) });
}

function read(path) {
  const { files, ...size } = JSON.parse(readFileSync(path, 'utf8'));
  const bytes = Object.entries(files).map(([theme, text]) => [theme, Buffer.from(text, 'base64')]);
  return { ...size, files: Object.fromEntries(bytes) };
}

/**
 * Pictures of figures by view, as `take(figures)` makes them, or as they stand in `folder` since it
 * made them of the same figure and the same `sources`, which are files. What else is there goes.
 */
export async function keptPictures(folder, sources, figures, take) {
  mkdirSync(folder, { recursive: true });
  const common = hashOf(...sources.map((path) => readFileSync(path)));
  const nameOf = (figure) => `${hashOf(common, JSON.stringify(figure))}.json`;
  const pathOf = (figure) => `${folder}/${nameOf(figure)}`;
  const missing = figures.filter((figure) => !existsSync(pathOf(figure)));
  const taken = missing.length > 0 ? await take(missing) : new Map();
  for (const figure of missing) {
    const picture = taken.get(figure.view);
    if (picture) writeFileSync(pathOf(figure), written(picture));
  }
  const names = figures.map(nameOf);
  for (const name of readdirSync(folder))
    if (!names.includes(name)) rmSync(`${folder}/${name}`, { recursive: true });
  const there = figures.filter((figure) => existsSync(pathOf(figure)));
  return new Map(there.map((figure) => [figure.view, read(pathOf(figure))]));
}
