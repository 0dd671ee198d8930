import type { Drawn } from '../state/numbers';
import { settle } from '../views/kit/painter/surface';
import { msg } from '../words/msg';
import {
  attributes,
  canvasOf,
  drawingOf,
  PictureFrame,
  plainColor,
  round,
  shareOf,
  textOf,
} from './drawing';

/**
 * The stage as one SVG file: lines as lines, text as text, matrices as embedded images. It is read from
 * the page as rendered, so that whatever a view draws can be saved.
 */
export type Picture = Drawn;

/** The room around a picture, in pixels. */
export const around = 16;

/** The background, the outline and the borders of a box. */
function boxOf(
  element: Element,
  style: CSSStyleDeclaration,
  frame: PictureFrame,
  opacity: number,
): string {
  const box = frame.boxOf(element);
  const [left = 0, right = 0, top = 0, bottom = 0] = [box.left, box.right, box.top, box.bottom].map(
    round,
  );
  const least = Math.min(right - left, bottom - top);
  const { borderTopLeftRadius: corner } = style;
  const radius = Number.parseFloat(corner) * (corner.endsWith('%') ? least / 100 : 1);
  const shared = { opacity: shareOf(opacity) };
  const rect = (by: number, look: Parameters<typeof attributes>[0]) => {
    const place = {
      ...{ x: left + by, y: top + by },
      ...{ width: round(right - left - 2 * by), height: round(bottom - top - 2 * by) },
    };
    const rx = round(Math.max(0, Math.min(least / 2, radius) - by)) || undefined;
    return `<rect${attributes({ ...place, rx, ...shared, ...look })}/>`;
  };
  const line = (name: string) => {
    const of = (what: string) => style.getPropertyValue(`${name}-${what}`);
    const paint = of('style') === 'solid' ? plainColor(of('color')) : null;
    const width = Number.parseFloat(of('width'));
    return paint && width > 0 ? { fill: 'none', stroke: paint.color, 'stroke-width': width } : null;
  };
  const ground = plainColor(style.backgroundColor);
  const outline = line('outline');
  const borders = ['top', 'right', 'bottom', 'left'].map((name) => line(`border-${name}`));
  const [first] = borders;
  const side = (look: typeof first, i: number) => {
    const by = (look?.['stroke-width'] ?? 0) / 2;
    const d =
      i % 2
        ? `M${i > 1 ? left + by : right - by} ${top}V${bottom}`
        : `M${left} ${i ? bottom - by : top + by}H${right}`;
    return look && `<path${attributes({ d, ...shared, ...look })}/>`;
  };
  return [
    ground && rect(0, { fill: ground.color, 'fill-opacity': shareOf(ground.opacity) }),
    outline && rect(0, outline),
    ...(first && borders.every(Boolean)
      ? [rect(first['stroke-width'] / 2, first)]
      : borders.map(side)),
  ]
    .filter(Boolean)
    .join('');
}

/** Fraction bars and root signs, which browsers draw without text. */
function signOf(element: Element, style: CSSStyleDeclaration, frame: PictureFrame): string {
  const stroke = plainColor(style.color)?.color;
  const { left, right, top, bottom } = frame.boxOf(element);
  const line = (d: string) =>
    `<path${attributes({ d, stroke, fill: 'none', 'stroke-width': 1 })}/>`;
  const [x1, x2] = [round(left), round(right)];
  if (element.localName === 'mfrac') {
    const { firstElementChild: over, lastElementChild: under } = element;
    if (!over || !under) return '';
    const y = (frame.boxOf(over).bottom + frame.boxOf(under).top) / 2;
    return line(`M${x1} ${round(y)}H${x2}`);
  }
  if (element.localName !== 'msqrt') return '';
  const { firstElementChild: inner } = element;
  const bend = round((inner ? frame.boxOf(inner).left : left) - 1);
  const [y1, y2] = [round(top + 1), round(bottom)];
  const middle = (y1 + y2) / 2;
  return line(`M${x1} ${middle}L${round((x1 + bend) / 2)} ${y2}L${bend} ${y1}H${x2}`);
}

/** Text for screen readers only is clipped to nothing. */
const isForReaders = ({ clipPath }: CSSStyleDeclaration): boolean =>
  clipPath.startsWith('inset(50%');

/** What is in an element; a word that a style writes is text while it is read. */
function childrenOf(element: Element, read: (child: Node) => string): string {
  const { childNodes } = element.shadowRoot ?? element;
  const word = element.getAttribute('data-word');
  if (!word) return [...childNodes].map(read).join('');
  const text = new Text(word);
  element.removeAttribute('data-word');
  element.append(text);
  const written = read(text);
  text.remove();
  element.setAttribute('data-word', word);
  return written;
}

function blurred({ filter }: CSSStyleDeclaration, drawn: string): string {
  const [, by] = /^blur\((.+)px/.exec(filter) ?? [];
  if (!by) return drawn;
  const room = 'x="-1" y="-1" width="3" height="3"';
  return `<filter id="blur${by}" ${room}><feGaussianBlur stdDeviation="${by}"/></filter><g filter="url(#blur${by})">${drawn}</g>`;
}

function nodeOf(node: Node, frame: PictureFrame, opacity: number): string {
  if (node instanceof Text) return textOf(node, frame, opacity);
  if (!(node instanceof Element) || node.hasAttribute('data-hint')) return '';
  const style = getComputedStyle(node);
  if (!node.checkVisibility({ visibilityProperty: true }) || isForReaders(style)) return '';
  const share = opacity * Number(style.opacity);
  if (share < 0.005) return '';
  if (node instanceof SVGSVGElement) return drawingOf(node, frame, share);
  if (node instanceof HTMLCanvasElement) return canvasOf(node, frame, share);
  const children = childrenOf(node, (child) => nodeOf(child, frame, share));
  return blurred(style, boxOf(node, style, frame, share) + signOf(node, style, frame) + children);
}

/** Reads a part of the page, with so much room around it, without the text for screen readers. */
export function pictureOf(part: HTMLElement, margin = around): Picture {
  settle();
  const frame = new PictureFrame(part, margin);
  const { width, height } = frame;
  const ground = getComputedStyle(part).getPropertyValue('--paper').trim() || '#ffffff';
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  };
  const paper = `<rect${attributes({ width, height, fill: ground })}/>`;
  const svg = `<svg${attributes(root)}>${paper}${nodeOf(part, frame, 1)}</svg>\n`;
  return { svg, width, height };
}

/** The same as a PNG with `scale` image pixels per CSS pixel. */
export async function pngOf({ svg, width, height }: Picture, scale: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(msg`The browser could not make a picture of this size`);
  return blob;
}
