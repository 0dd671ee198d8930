import type { LitElement } from 'lit';
import { type Picture, pictureOf, pngOf } from '../picture/picture';
import type { Store } from '../state/store';
import type { PictureFormat } from '../widgets/dialogs';

/** Pixels of a saved image for each of the page's. */
const sharpness = 2;

/** For a moment the element stands in its light colours, which are readable on white paper. */
async function inLight<T>(host: LitElement, store: Store, read: () => T): Promise<T> {
  const { theme } = store.state;
  store.dispatch({ type: 'theme', theme: 'light' });
  await host.updateComplete;
  try {
    return read();
  } finally {
    store.dispatch({ type: 'theme', theme });
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function blobOf(picture: Picture, format: PictureFormat): Promise<Blob> {
  if (format === 'png') return pngOf(picture, sharpness);
  return new Blob([picture.svg], { type: 'image/svg+xml' });
}

/** Saves what is on the stage of an element, as it stands. */
export async function savePicture(
  host: LitElement,
  store: Store,
  format: PictureFormat,
): Promise<void> {
  const stage = host.renderRoot.querySelector<HTMLElement>('.view');
  if (!stage) return;
  const picture = await inLight(host, store, () => pictureOf(stage));
  download(await blobOf(picture, format), `fovea.${format}`);
}
