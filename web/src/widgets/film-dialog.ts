import { html, type TemplateResult } from 'lit';
import type { FilmChoice } from '../state/numbers';
import { later, msg } from '../words/msg';
import { linkButton } from './controls';

/** What the dialog shows of a film to be saved, and what it can ask for. */
export interface SavedFilm {
  readonly choice: FilmChoice;
  /** How much of it is done; null where none is made. */
  readonly share: number | null;
  choose(choice: Partial<FilmChoice>): void;
  save(): void;
  saveSlides(): void;
  cancel(): void;
}

type FilmField = readonly [
  name: keyof FilmChoice,
  label: string,
  values: readonly (readonly [value: string | number, text: string])[],
];

const same = (...values: (string | number)[]) =>
  values.map((each) => [each, String(each)] as const);

const fields: readonly FilmField[] = [
  [
    'of',
    later('Film'),
    [
      ['step', later('this step')],
      ['view', later('this view')],
      ['film', later('the whole film')],
    ],
  ],
  [
    'format',
    later('Format'),
    [
      ['mp4', 'MP4'],
      ['webm', 'WebM'],
      ['gif', 'GIF'],
      ['svg', later('animated SVG')],
    ],
  ],
  [
    'size',
    later('Size'),
    [
      ['small', '640 × 360'],
      ['720p', '1280 × 720'],
      ['1080p', '1920 × 1080'],
      ['square', '1080 × 1080'],
    ],
  ],
  ['fps', later('Frames a second'), same(15, 24, 30, 60)],
  [
    'theme',
    later('Colours'),
    [
      ['light', later('Light')],
      ['dark', later('Dark')],
    ],
  ],
  [
    'captions',
    later('Captions'),
    [
      ['burnt', later('in the picture')],
      ['vtt', 'WebVTT'],
      ['none', later('none')],
    ],
  ],
];

/** What is on the stage as a film. */
export function filmFields({
  choice,
  share,
  choose: change,
  save,
  saveSlides,
  cancel,
}: SavedFilm): TemplateResult {
  const field = ([name, label, values]: FilmField) => {
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      change({ [name]: name === 'fps' ? Number(value) : value });
    };
    return html`<label>${msg(label)}
      <select class=${name} ?disabled=${share !== null} @change=${choose}>
        ${values.map(([value, text]) => html`<option value=${value} ?selected=${choice[name] === value}>${msg(text)}</option>`)}
      </select></label>`;
  };
  return html`<p class="take">${msg`Or save it as a film:`}</p>
    <div class="film-fields">${fields.map(field)}</div>
    <p class="take">${
      share === null
        ? [
            linkButton(msg`save the film`, save, 'underlined'),
            linkButton(msg`save its steps as slides`, saveSlides, 'underlined'),
          ]
        : html`<progress max="1" .value=${share} aria-label=${msg`Progress of the film`}></progress>
          ${linkButton(msg`cancel`, cancel, 'underlined')}`
    }</p>`;
}
