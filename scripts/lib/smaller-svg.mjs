// SVG as the element writes it, in fewer bytes: nothing that can be seen is lost.

/** Values that an attribute has where it is not there. */
const defaults = [
  'stroke-width="1"',
  'stroke-dashoffset="0"',
  'stroke-linecap="butt"',
  'stroke-linejoin="miter"',
  'stroke="none"',
  'font-style="normal"',
  'font-weight="400"',
  'text-anchor="start"',
  'preserveAspectRatio=""',
];

/** What only a stroke has. */
const ofStroke = / stroke-(?:width|dashoffset|dasharray|linecap|linejoin|opacity)="[^"]*"/g;

/** Groups say nothing: every shape within says all of itself. */
const ofGroups = / (?:fill|stroke|stroke-[a-z]+|font-[a-z]+|text-anchor|stroke-dasharray)="[^"]*"/g;

const rounded = (number) => String(Math.round(Number(number) * 10) / 10).replace(/^(-?)0\./, '$1.');

/** Lengths to a tenth of a pixel. */
const lengths =
  /(?<= (?:d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|points|textLength|viewBox)=")[^"]*/g;

function smallerTag(tag) {
  let smaller = tag.replace(lengths, (text) =>
    text.replace(/-?\d+\.\d+(?:e-?\d+)?|-?\d+e-?\d+/g, rounded),
  );
  if (/^<g[ >]/.test(tag)) return smaller.replace(ofGroups, '');
  if (/ stroke="none"/.test(tag)) smaller = smaller.replace(ofStroke, '');
  for (const value of defaults) smaller = smaller.replace(` ${value}`, '');
  return smaller;
}

/** The font that most texts have stands once, at the root. */
function withoutFont(svg) {
  const counts = new Map();
  for (const [font] of svg.matchAll(/ font-family="[^"]*"/g))
    counts.set(font, (counts.get(font) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return most ? svg.replaceAll(most, '').replace('<svg', () => `<svg${most}`) : svg;
}

/** Groups that say nothing any more go, with their ends. */
function withoutGroups(svg) {
  const gone = [];
  return svg.replace(/<g( [^>]*)?>|<\/g>/g, (tag, attributes) => {
    if (tag === '</g>') return gone.pop() ? '' : tag;
    gone.push(!attributes);
    return attributes ? tag : '';
  });
}

const shapes = 'path|rect|line|circle|ellipse|image|polyline|polygon';

export function smallerSvg(svg) {
  const tags = svg.replace(/<[a-zA-Z][^>]*>/g, smallerTag).replace(/>\s*\n\s*</g, '><');
  const closed = tags.replace(new RegExp(`<(${shapes})([^>]*)></\\1>`, 'g'), '<$1$2/>');
  const empty = /<(g|svg)(?: [^>]*)?><\/\1>/g;
  let before = '';
  let now = withoutGroups(closed);
  while (now !== before) [before, now] = [now, now.replace(empty, '')];
  return withoutFont(now);
}
