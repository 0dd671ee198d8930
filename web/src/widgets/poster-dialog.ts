import { html, type TemplateResult } from 'lit';
import { msg } from '../words/msg';
import { linkButton } from './controls';

/** A drawing, and pixels. */
export const pictureFormats = ['svg', 'png'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** What the dialog shows of a poster: the figure's picture until it is drawn. */
export interface SavedPoster {
  /** Of the column that the figure is to stand in, in pixels. */
  readonly width: number;
  place(width: number): void;
  save(format: PictureFormat): void;
}

export const leastWidth = 280;
export const mostWidth = 2000;

/** What is made for a column, and the code that goes with it. */
export function posterFields({ width, place, save }: SavedPoster, code: unknown): TemplateResult {
  const change = (event: Event) => {
    const input = event.target as HTMLInputElement;
    place(Math.min(mostWidth, Math.max(leastWidth, Math.round(Number(input.value)) || width)));
  };
  return html`<details class="still poster">
    <summary>${msg`Poster: the figure as a picture until it is drawn, so that nothing moves`}</summary>
    <label>${msg`Width of your column in pixels`}
      <input class="column" type="number" min=${leastWidth} max=${mostWidth} .value=${String(width)} @change=${change} />
    </label>
    <p class="take">${pictureFormats.map((format) =>
      linkButton(msg`save the poster as ${format.toUpperCase()}`, () => save(format), 'underlined'),
    )}</p>
    ${code}
  </details>`;
}
