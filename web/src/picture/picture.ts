import type { Drawn } from '../state/numbers';
import { msg } from '../words/msg';
import {
  attributes,
  canvasOf,
  drawingOf,
  PictureFrame,
  plainColor,
  round,
  textOf,
} from './drawing';

/**
 * The stage as one SVG file: lines as lines, text as text, matrices as embedded images. It is read from
 * the page as rendered, so that whatever a view draws can be saved.
 */
export type Picture = Drawn;

/** The room around a picture, in pixels. */
export const around = 16;

/** The background and the borders of a box. */
function boxOf(element: Element, style: CSSStyleDeclaration, frame: PictureFrame): string {
  const box = frame.boxOf(element);
  const place = {
    x: round(box.left),
    y: round(box.top),
    width: round(box.width),
    height: round(box.height),
  };
  const ground = plainColor(style.backgroundColor);
  const outline = style.outlineStyle === 'solid' ? plainColor(style.outlineColor) : null;
  const top = style.borderTopStyle === 'solid' ? plainColor(style.borderTopColor) : null;
  const stroke = { stroke: outline?.color, 'stroke-width': Number.parseFloat(style.outlineWidth) };
  const bar = { ...place, height: Number.parseFloat(style.borderTopWidth), fill: top?.color };
  return [
    ground ? `<rect${attributes({ ...place, fill: ground.color })}/>` : '',
    outline ? `<rect${attributes({ ...place, ...stroke, fill: 'none' })}/>` : '',
    top && bar.height > 0 ? `<rect${attributes(bar)}/>` : '',
  ].join('');
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
  if (!(node instanceof Element)) return '';
  const style = getComputedStyle(node);
  if (!node.checkVisibility({ visibilityProperty: true }) || isForReaders(style)) return '';
  const share = opacity * Number(style.opacity);
  if (share < 0.005) return '';
  if (node instanceof SVGSVGElement) return drawingOf(node, frame);
  if (node instanceof HTMLCanvasElement) return canvasOf(node, frame, share);
  const children = childrenOf(node, (child) => nodeOf(child, frame, share));
  return blurred(style, boxOf(node, style, frame) + signOf(node, style, frame) + children);
}

/** Reads a part of the page, with so much room around it, without the text for screen readers. */
export function pictureOf(part: HTMLElement, margin = around): Picture {
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
