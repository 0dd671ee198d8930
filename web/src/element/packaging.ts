import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Picture, pictureOf } from '../picture/picture';
import { escaped, type FigureAttributes, figureLine, type RecipePart } from '../state/embed';
import { type PackageRequest, packageEvent } from '../state/packages';
import type { PictureFormat } from '../widgets/poster-dialog';
import { download } from '../widgets/sharing';
import { msg } from '../words/msg';
import { FoveaEncoder } from './fovea-encoder';
import { loadFile } from './load-file';
import { ownFile } from './own-file';
import { blobOf } from './save';

/** How long a figure stays as high as it is, in milliseconds, before it is taken to be whole. */
const calm = 400;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the figure has what other files draw, and is no longer growing. */
async function whole(figure: FoveaEncoder): Promise<void> {
  await figure.toSVG();
  for (let height = -1; ; ) {
    await pause(calm);
    const isThere = !figure.renderRoot.querySelector('.view :not(:defined)');
    if (isThere && figure.offsetHeight === height) return;
    height = figure.offsetHeight;
  }
}

/** The whole figure as it is in a column of that width, with the height that it has there. */
async function posterOf(attributes: FigureAttributes, width: number): Promise<Picture> {
  if (!customElements.get('fovea-encoder')) customElements.define('fovea-encoder', FoveaEncoder);
  const column = document.createElement('div');
  Object.assign(column.style, { position: 'fixed', top: '0', left: '-20000px' });
  column.style.width = `${width}px`;
  column.inert = true;
  const figure = document.createElement('fovea-encoder') as FoveaEncoder;
  for (const [name, value] of [['theme', 'light'], ...attributes] as const)
    figure.setAttribute(name, value);
  column.append(figure);
  document.body.append(column);
  try {
    await whole(figure);
    return pictureOf(figure, 0);
  } finally {
    column.remove();
  }
}

/** Saves the figure's poster for a column; resolves to the line that puts both into a page, and keeps the place. */
export async function savePoster(
  attributes: FigureAttributes,
  script: string,
  { width, alt, format }: { width: number; alt: string; format: PictureFormat },
): Promise<RecipePart> {
  const picture = await posterOf(attributes, width);
  download(await blobOf(picture, format), `fovea-poster.${format}`);
  const image = `<img slot="poster" src="fovea-poster.${format}" width="100%" height="${picture.height}" alt="${escaped(alt)}">`;
  const line = figureLine(attributes, script).replace(/(?=<\/fovea-encoder>$)/, () => image);
  return { file: msg`The figure with its poster`, text: line };
}

/** The page's files and those that are made for a package, in one zip. */
async function packed({ own, page }: PackageRequest): Promise<Blob> {
  await loadFile('save');
  const texts = page(await (await ownFile('embed.html')).text());
  const made = Object.entries(texts).map(([name, text]) => [name, new Blob([text])] as const);
  const files = own.map(async (name) => [name, await ownFile(name)] as const);
  const all = await Promise.all(
    [...made, ...(await Promise.all(files))].map(
      async ([name, blob]) => [name, new Uint8Array(await blob.arrayBuffer())] as const,
    ),
  );
  return globalThis.foveaWriters?.zipOf(Object.fromEntries(all)) as Blob;
}

/** Makes the packages that a figure on the page asks for. */
export class Packaging implements ReactiveController {
  private readonly host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener(packageEvent, this.take);
  }

  hostDisconnected(): void {
    this.host.removeEventListener(packageEvent, this.take);
  }

  private readonly take = (event: Event): void => {
    event.preventDefault();
    const wish = (event as CustomEvent<PackageRequest>).detail;
    packed(wish).then(
      (zip) => {
        download(zip, wish.name);
        wish.tell('');
      },
      (error: Error) => wish.tell(error.message),
    );
  };
}
