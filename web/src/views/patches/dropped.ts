import { side } from './scene';

/** A reader's picture in the model's size: its middle square, rows × columns × 3, from 0 to 1. */
export async function scaled(file: Blob): Promise<Float32Array> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('there is no canvas');
  const square = Math.min(bitmap.width, bitmap.height);
  const left = (bitmap.width - square) / 2;
  const top = (bitmap.height - square) / 2;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, square, square, 0, 0, side, side);
  bitmap.close();
  const { data } = context.getImageData(0, 0, side, side);
  return Float32Array.from(
    { length: side * side * 3 },
    (_, i) => (data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0) / 255,
  );
}
