import type { LitElement } from 'lit';
import { type Picture, pictureOf, pngOf } from '../picture/picture';
import type { Store } from '../state/store';
import type { PictureFormat } from '../widgets/poster-dialog';
import { download } from '../widgets/sharing';
import { msg } from '../words/msg';
import { inLightColours } from './printing';
import { sharpness } from './still';

/** Reads the element while it is drawn in the light theme, which is readable on white paper. */
async function inLight<T>(host: LitElement, store: Store, read: () => T): Promise<T> {
  const back = inLightColours(host, store);
  await host.updateComplete;
  try {
    return read();
  } finally {
    back();
  }
}

/** A picture as a file. */
export async function blobOf(picture: Picture, format: PictureFormat): Promise<Blob> {
  if (format === 'png') return pngOf(picture, sharpness);
  return new Blob([picture.svg], { type: 'image/svg+xml' });
}

/** What is on an element's stage, in light colours. */
export async function pictureOfStage(host: LitElement, store: Store): Promise<Picture> {
  const stage = host.renderRoot.querySelector<HTMLElement>('.view');
  if (!stage) throw new Error(msg`There is no picture yet.`);
  return inLight(host, store, () => pictureOf(stage));
}

/** Saves what is on an element's stage as an image file. */
export async function savePicture(
  host: LitElement,
  store: Store,
  format: PictureFormat,
): Promise<void> {
  download(await blobOf(await pictureOfStage(host, store), format), `fovea.${format}`);
}
