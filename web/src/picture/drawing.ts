import { escaped } from '../state/markup';
import { attributes, plainColor, round } from './colors';
import type { PictureFrame } from './frame';

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
  if (!(node instanceof SVGElement)) return '';
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden') return '';
  const inner = [...node.childNodes].map(markup).join('');
  return `<${node.localName}${lookOf(node)}>${inner}</${node.localName}>`;
}

/** An SVG element of the page as a nested one, at its position. */
export function drawingOf(svg: SVGSVGElement, frame: PictureFrame): string {
  const box = frame.boxOf(svg);
  const place = {
    x: round(box.left),
    y: round(box.top),
    width: round(box.width),
    height: round(box.height),
    viewBox: svg.getAttribute('viewBox') ?? `0 0 ${round(box.width)} ${round(box.height)}`,
    preserveAspectRatio: svg.getAttribute('preserveAspectRatio') ?? undefined,
    overflow: 'visible',
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
    opacity: opacity < 1 ? round(opacity) : undefined,
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
