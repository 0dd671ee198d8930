import { escaped } from '../state/markup';
import { attributes, plainColor, round } from './colors';
import type { PictureFrame } from './frame';

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
        opacity: opacity * color.opacity < 1 ? round(opacity * color.opacity) : undefined,
      };
      return `<text${attributes(look)}>${escaped(text)}</text>`;
    })
    .join('');
}
