import { escaped } from '../state/embed';

/** Maps positions on the page to the picture of one of its parts, in the part's CSS pixels. */
export class PictureFrame {
  readonly width: number;
  readonly height: number;
  private readonly left: number;
  private readonly top: number;
  /** Window pixels per CSS pixel of the part, which differ where the page is scaled. */
  private readonly zoom: number;

  constructor(part: HTMLElement, margin: number) {
    const box = part.getBoundingClientRect();
    this.zoom = box.width / part.offsetWidth || 1;
    this.width = Math.ceil(box.width / this.zoom) + 2 * margin;
    this.height = Math.ceil(box.height / this.zoom) + 2 * margin;
    this.left = box.left - margin * this.zoom;
    this.top = box.top - margin * this.zoom;
  }

  /** A box of the window, in the picture's coordinates. */
  place({ left, top, width, height }: DOMRect): DOMRect {
    const { zoom } = this;
    return new DOMRect(
      (left - this.left) / zoom,
      (top - this.top) / zoom,
      width / zoom,
      height / zoom,
    );
  }

  boxOf(element: Element): DOMRect {
    return this.place(element.getBoundingClientRect());
  }
}

/** A computed colour in a form that every SVG reader knows; null if it is invisible. */
export function plainColor(
  value: string,
): { readonly color: string; readonly opacity: number } | null {
  const numbers = value.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  const wide = /^color\(srgb /.test(value);
  if (!wide && !/^rgba?\(/.test(value)) return null;
  const [r = 0, g = 0, b = 0, opacity = 1] = numbers;
  const byte = (x: number) => Math.round(Math.min(255, Math.max(0, wide ? x * 255 : x)));
  const hex = [r, g, b].map((x) => byte(x).toString(16).padStart(2, '0')).join('');
  return opacity > 0 ? { color: `#${hex}`, opacity } : null;
}

export const round = (x: number): number => Math.round(x * 100) / 100;

/** An opacity as an attribute, which is left out where it is whole. */
export const shareOf = (opacity: number): number | undefined =>
  opacity < 1 ? round(opacity) : undefined;

/** Attributes as markup, without undefined and empty ones. */
export function attributes(of: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(of)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

/** A line of a text node: its characters and their box. */
interface TextLine {
  readonly text: string;
  readonly box: DOMRect;
}

/** The lines of a text node, without surrounding white space. */
function linesOf(node: Text): readonly TextLine[] {
  const first = node.data.search(/\S/);
  const end = node.data.trimEnd().length;
  const range = document.createRange();
  range.setStart(node, first);
  range.setEnd(node, end);
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
  const [only] = boxes;
  const whole = node.data.slice(first, end).replace(/\s+/g, ' ');
  if (boxes.length <= 1 || !only) return only ? [{ text: whole, box: only }] : [];
  const texts = boxes.map(() => '');
  for (let i = first; i < end; i++) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const { left, top, width } = range.getBoundingClientRect();
    const line = boxes.findIndex(
      (box) =>
        Math.abs(box.top - top) < box.height / 2 && left >= box.left - 1 && left <= box.right,
    );
    if (line >= 0 && width > 0) texts[line] = `${texts[line]}${node.data[i]}`;
  }
  return boxes.map((box, i) => ({ text: (texts[i] ?? '').replace(/\s+/g, ' ').trim(), box }));
}

const measure = document.createElement('canvas').getContext('2d');

/** Distance from the top of a box of text in that style to its baseline. */
function ascent({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number {
  if (!measure) return Number.parseFloat(fontSize) * 0.9;
  measure.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return measure.measureText('x').fontBoundingBoxAscent;
}

/** A text node as SVG text, line by line, at its position and in its font. */
export function textOf(node: Text, frame: PictureFrame, opacity: number): string {
  const parent = node.parentElement;
  if (!parent || node.data.trim() === '') return '';
  const style = getComputedStyle(parent);
  const color = plainColor(style.color);
  if (!color || style.visibility === 'hidden') return '';
  const [line] = style.textDecorationLine.match(/underline|line-through/) ?? [];
  return linesOf(node)
    .map(({ text, box: there }) => {
      const box = frame.place(there);
      const place = {
        x: round(box.left),
        y: round(box.top + ascent(style)),
      };
      const look = {
        ...place,
        'font-family': style.fontFamily,
        'font-size': round(Number.parseFloat(style.fontSize)),
        'font-weight': style.fontWeight === '400' ? undefined : style.fontWeight,
        'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
        'text-decoration': line,
        textLength: text.length > 1 ? round(box.width) : undefined,
        fill: color.color,
        opacity: shareOf(opacity * color.opacity),
      };
      return `<text${attributes(look)}>${escaped(text)}</text>`;
    })
    .join('');
}

/** Presentation properties that style sheets may set on a shape and a file has to state. */
const numeric = ['stroke-width', 'stroke-dashoffset', 'font-size'] as const;
const verbatim = [
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-weight',
  'font-style',
  'text-anchor',
] as const;

function paintOf(style: CSSStyleDeclaration, name: 'fill' | 'stroke'): Record<string, string> {
  const value = style.getPropertyValue(name);
  const paint = plainColor(value);
  if (!paint) return { [name]: 'none' };
  const { color, opacity } = paint;
  return opacity < 1
    ? { [name]: color, [`${name}-opacity`]: String(round(opacity)) }
    : { [name]: color };
}

/** Attributes of an element of the drawing, with computed styles in place of classes. */
function lookOf(element: SVGElement): string {
  const style = getComputedStyle(element);
  const own: Record<string, string> = {};
  for (const { name, value } of element.attributes)
    if (!/^(class|style|tabindex|role|aria-.*|data-.*|fill|stroke|@.*)$/.test(name))
      own[name] = value;
  if (/^(g|svg)$/.test(element.localName)) {
    if (style.opacity !== '1') own.opacity = style.opacity;
    return attributes(own);
  }
  for (const name of numeric)
    own[name] = String(Number.parseFloat(style.getPropertyValue(name)) || 0);
  for (const name of verbatim) {
    const value = style.getPropertyValue(name);
    if (value !== 'none' && value !== '') own[name] = value.replaceAll('px', '');
  }
  if (element.localName !== 'text' && element.localName !== 'tspan') {
    for (const name of ['font-size', 'font-family', 'font-weight', 'font-style', 'text-anchor'])
      delete own[name];
  }
  if (style.opacity !== '1') own.opacity = style.opacity;
  return attributes({ ...own, ...paintOf(style, 'fill'), ...paintOf(style, 'stroke') });
}

function markup(node: Node): string {
  if (node instanceof Text) return escaped(node.data);
  if (!(node instanceof SVGElement) || node.dataset.hint) return '';
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden') return '';
  const inner = [...node.childNodes].map(markup).join('');
  return `<${node.localName}${lookOf(node)}>${inner}</${node.localName}>`;
}

/** An SVG element of the page as a nested one, at its position. */
export function drawingOf(svg: SVGSVGElement, frame: PictureFrame, opacity: number): string {
  const box = frame.boxOf(svg);
  const place = {
    x: round(box.left),
    y: round(box.top),
    width: round(box.width),
    height: round(box.height),
    viewBox: svg.getAttribute('viewBox') ?? `0 0 ${round(box.width)} ${round(box.height)}`,
    preserveAspectRatio: svg.getAttribute('preserveAspectRatio') ?? undefined,
    overflow: 'visible',
    opacity: shareOf(opacity),
  };
  return `<svg${attributes(place)}>${[...svg.childNodes].map(markup).join('')}</svg>`;
}

/** The visible share of a canvas that is clipped on the right and at the bottom. */
function clipOf(style: CSSStyleDeclaration): readonly [width: number, height: number] {
  const [, right = '0', bottom = '0'] =
    /inset\([\d.]+\S* ([\d.]+)\S* ([\d.]+)/.exec(style.clipPath) ?? [];
  return [1 - Number(right) / 100, 1 - Number(bottom) / 100];
}

/** The visible part of a canvas, as an image. */
export function canvasOf(canvas: HTMLCanvasElement, frame: PictureFrame, opacity: number): string {
  const box = frame.boxOf(canvas);
  const style = getComputedStyle(canvas);
  const [shareX, shareY] = clipOf(style);
  const width = round(box.width * shareX);
  const height = round(box.height * shareY);
  if (width <= 0 || height <= 0) return '';
  const clip = {
    x: round(box.left),
    y: round(box.top),
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    opacity: shareOf(opacity),
  };
  const image = {
    width: round(box.width),
    height: round(box.height),
    preserveAspectRatio: 'none',
    style: style.imageRendering === 'pixelated' ? 'image-rendering: pixelated' : undefined,
    href: canvas.toDataURL('image/png'),
  };
  return `<svg${attributes(clip)}><image${attributes(image)}/></svg>`;
}
