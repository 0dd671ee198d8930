import { side } from './scene';

/** A drawing of vectors, which browsers give no bitmap of, as an image. */
async function vectorImage(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  await image.decode();
  return image;
}

const imageOf = (file: Blob): Promise<HTMLImageElement | ImageBitmap> =>
  file.type === 'image/svg+xml' ? vectorImage(file) : createImageBitmap(file);

/** A reader's picture in the model's size: its middle square, rows × columns × 3, from 0 to 1. */
export async function scaled(file: Blob): Promise<Float32Array> {
  const image = await imageOf(file);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('there is no canvas');
  const square = Math.min(image.width, image.height);
  const left = (image.width - square) / 2;
  const top = (image.height - square) / 2;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, square, square, 0, 0, side, side);
  if ('close' in image) image.close();
  const { data } = context.getImageData(0, 0, side, side);
  return Float32Array.from(
    { length: side * side * 3 },
    (_, i) => (data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0) / 255,
  );
}
