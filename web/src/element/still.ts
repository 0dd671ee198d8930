import type { LitElement } from 'lit';
import { around, type Picture, pngOf } from '../picture/picture';
import { escaped, type RecipePart } from '../state/embed';
import { viewOf } from '../state/views';
import { msg } from '../words/msg';

/** Image pixels per CSS pixel. */
export const sharpness = 2;

/** What is told to those who listen of what is on a stage: what is seen, with its numbers. */
export function spoken(host: LitElement): string {
  const inside = [...host.renderRoot.querySelectorAll('.view *')].flatMap(
    ({ shadowRoot }) => shadowRoot ?? [],
  );
  return [host.renderRoot, ...inside]
    .flatMap((root) => [...root.querySelectorAll('.unseen[aria-live]')])
    .map((each) => each.textContent?.replace(/\s+/g, ' ').trim() ?? '')
    .filter((text, i, all) => text !== '' && all.indexOf(text) === i)
    .join(' ');
}

/** A picture with a way to what it shows, for pages that run no scripts. */
export interface Still {
  /** What is seen, in words. */
  readonly alt: string;
  readonly link: string;
  readonly width: number;
  readonly height: number;
}

/** What is on a host's stage; null where nothing is. */
export function stillOf(host: LitElement, view: string, link: string): Still | null {
  const stage = host.renderRoot.querySelector<HTMLElement>('.view');
  if (!stage) return null;
  const title = msg(viewOf(view)?.title ?? '');
  const said = spoken(host);
  return {
    alt: said.includes(title) ? said : [title, said].filter(Boolean).join('. '),
    link,
    width: stage.offsetWidth + 2 * around,
    height: stage.offsetHeight + 2 * around,
  };
}

const imageTag = ({ alt, width, height }: Still, source: string): string =>
  `<img src="${source}" width="${width}" height="${height}" alt="${escaped(alt)}">`;

const linked = (still: Still, source: string): string =>
  `<a href="${escaped(still.link)}">${imageTag(still, source)}</a>`;

/** A text between brackets in Markdown. */
const bracketed = (text: string): string => text.replace(/[\\[\]`*_<]/g, (sign) => `\\${sign}`);

/** The texts to be copied, for a picture that is saved as fovea.png. */
export function stillParts(still: Still): readonly RecipePart[] {
  const address = still.link.replaceAll('(', '%28').replaceAll(')', '%29');
  return [
    { file: msg`Picture as HTML`, text: linked(still, 'fovea.png') },
    { file: msg`Picture as Markdown`, text: `[![${bracketed(still.alt)}](fovea.png)](${address})` },
    { file: msg`What the picture shows`, text: still.alt },
  ];
}

async function dataUri(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}

/** Copies the picture itself, which leads to the figure, with a line below that does. */
export function copyStill(still: Still, picture: Promise<Picture>): Promise<void> {
  const page = async () => {
    const source = await dataUri(await pngOf(await picture, sharpness));
    const line = `<p><a href="${escaped(still.link)}">${escaped(msg`Open in Fovea ↗`)}</a></p>`;
    return new Blob([linked(still, source), line], { type: 'text/html' });
  };
  const plain = new Blob([`${still.alt}\n${still.link}`], { type: 'text/plain' });
  return navigator.clipboard.write([
    new ClipboardItem({ 'text/html': page(), 'text/plain': plain }),
  ]);
}
