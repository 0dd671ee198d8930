import type { FilmChoice, Shot } from '../state/numbers';

/** Width and height in pixels. */
const sizes: Readonly<Record<FilmChoice['size'], readonly [width: number, height: number]>> = {
  small: [640, 360],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
  square: [1080, 1080],
};

/** Text in lines that fit, as a canvas would set them. */
export function linesOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** An empty canvas of a film's size. */
export function canvasFor(size: FilmChoice['size']): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = sizes[size];
  return canvas;
}

/** Draws a picture, as large as it fits above its caption, in the middle of a canvas. */
export async function paint(canvas: HTMLCanvasElement, { picture, caption, ...look }: Shot) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  context.fillStyle = look.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const size = Math.round(canvas.height / 30);
  context.font = `${size}px ${look.font}`;
  const lines = caption ? linesOf(context, caption, canvas.width * 0.9) : [];
  const below = caption ? size * 1.4 * Math.max(2, lines.length) + size : 0;
  const room = canvas.height - below;
  const scale = Math.min(canvas.width / picture.width, room / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  context.drawImage(image, (canvas.width - w) / 2, (room - h) / 2, w, h);
  context.fillStyle = look.ink;
  context.textAlign = 'center';
  lines.forEach((line, i) => {
    context.fillText(line, canvas.width / 2, room + size * (1 + 1.4 * i));
  });
}
