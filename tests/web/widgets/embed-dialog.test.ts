// @vitest-environment happy-dom
import { html, nothing, render } from 'lit';
import { beforeEach, expect, it, vi } from 'vitest';
import { recipes } from '../../../web/src/state/embed';
import { type Embed, embedHelp } from '../../../web/src/widgets/embed-dialog';

const attributes = [['token', 'it']] as const;

const asked = vi.fn();

/** Draws the dialog of a recipe; what it asks for goes to `asked`. */
function draw(id: string, changes: Partial<Embed> = {}): void {
  const recipe = recipes.find((each) => each.id === id) ?? recipes[0];
  const embed: Embed = {
    ...{ recipes, recipe, script: '', files: recipe.files, copied: null, problem: null },
    ...{ lang: '', languages: { en: 'English', de: 'Deutsch' } },
    parts: recipe.parts(attributes, recipe.script ?? ''),
    choose: (chosen) => {
      asked('choose', chosen);
      draw(chosen);
    },
    place: (script) => asked('place', script),
    speak: (language) => asked('speak', language),
    copy: (text) => asked('copy', text),
    take: (file) => asked('take', file),
    save: (format) => asked('save', format),
    still: [],
    copyPicture: () => asked('copyPicture'),
    ...{ tensors: ['output', 'logits'], tensor: 'logits' },
    chooseTensor: (name) => asked('chooseTensor', name),
    saveNumbers: (format) => asked('saveNumbers', format),
    film: {
      choice: {
        ...{ format: 'mp4', size: '720p', theme: 'light', fps: 30, captions: 'burnt', of: 'view' },
      },
      share: null,
      choose: (choice) => asked('chooseFilm', choice),
      save: () => asked('saveFilm'),
      saveSlides: () => asked('saveSlides'),
      cancel: () => asked('cancelFilm'),
    },
    posterCode: null,
    poster: {
      width: 720,
      place: (width) => asked('placePoster', width),
      save: (format) => asked('savePoster', format),
    },
    isAsked: false,
    saveAnswer: (format) => asked('saveAnswer', format),
    ...changes,
  };
  render(html`<dialog class="embed" open>${embedHelp(embed)}</dialog>`, document.body);
}

const all = <T extends HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(selector),
];

const texts = (selector: string) => all(selector).map((each) => each.textContent?.trim());

beforeEach(() => {
  render(nothing, document.body);
  asked.mockClear();
});

it('has a tab for each kind of page, and the texts of the chosen one', () => {
  draw('hugo');
  expect(texts('[role=tab]')).toEqual(recipes.map(({ name }) => name));
  expect(texts('[aria-selected=true]')).toEqual(['Hugo']);
  expect(all('[role=tab][tabindex="0"]')).toHaveLength(1);
  const named = document.querySelector('[role=tabpanel]')?.getAttribute('aria-labelledby');
  expect(document.getElementById(named ?? '')?.textContent).toBe('Hugo');
  const boxes = all<HTMLTextAreaElement>('textarea');
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
    'layouts/shortcodes/fovea.html',
    'Code to embed',
  ]);
  expect(boxes[1]?.value).toBe('{{< fovea token="it" >}}');
});

it('keys go from tab to tab, around the end, and take the focus along', () => {
  draw('html');
  const press = (key: string) => {
    const init = { key, bubbles: true, cancelable: true };
    document
      .querySelector('[role=tab][tabindex="0"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', init));
    return document.activeElement?.textContent?.trim();
  };
  expect(press('ArrowRight')).toBe('Markdown');
  expect(press('End')).toBe('Notebook');
  expect(press('ArrowRight')).toBe('HTML');
  expect(press('ArrowLeft')).toBe('Notebook');
  expect(press('Home')).toBe('HTML');
});

it('has the picture with its link, as code and to be copied', () => {
  draw('html', { still: [{ file: 'Picture as HTML', text: '<a><img></a>' }] });
  const [fold] = all<HTMLDetailsElement>('details.still');
  expect(fold?.querySelector('textarea')?.value).toBe('<a><img></a>');
  all('.take button')
    .find((each) => each.textContent === 'copy with link')
    ?.click();
  expect(asked).toHaveBeenLastCalledWith('copyPicture');
  draw('html');
  expect(all('details.still')).toEqual([]);
});

it('asks for the address where there is a script, and offers the files that go on the site', () => {
  draw('iframe');
  const [field] = all<HTMLInputElement>('input');
  expect(field?.placeholder).toBe('fovea.js');
  if (field) field.value = '/js/fovea.js';
  field?.dispatchEvent(new Event('input'));
  expect(asked).toHaveBeenLastCalledWith('place', '/js/fovea.js');
  const saves = all('[role=tabpanel] .take button');
  expect(saves.map((each) => each.textContent)).toEqual([
    'save fovea.js',
    'save embed.html',
    'save embed.js',
  ]);
  saves[1]?.click();
  expect(asked).toHaveBeenLastCalledWith('take', 'embed.html');
  draw('react');
  expect(all('input')).toEqual([]);
  expect(texts('[role=tabpanel] .take')).toEqual([]);
});

it('has the languages by their own names, and that of the page around the figure', () => {
  draw('html', { lang: 'de' });
  expect(texts('select:not([class]) option')).toEqual([
    'same as the page around it',
    'English',
    'Deutsch',
  ]);
  const [select] = all<HTMLSelectElement>('select');
  expect(
    document.querySelector('select:not([class]) option[selected]')?.getAttribute('value'),
  ).toBe('de');
  if (select) select.value = 'en';
  select?.dispatchEvent(new Event('change'));
  expect(asked).toHaveBeenLastCalledWith('speak', 'en');
});

it('copies each text, and says which has been copied', () => {
  draw('jekyll');
  const copies = all('.part button');
  expect(copies.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Copy _includes/fovea.html',
    'Copy the code',
  ]);
  copies[1]?.click();
  expect(asked).toHaveBeenLastCalledWith('copy', '{% include fovea.html token="it" %}');
  draw('jekyll', { copied: '{% include fovea.html token="it" %}' });
  expect(texts('.part button')).toEqual(['Copy', 'Copied']);
});

it('offers the numbers: one tensor as a table, or all of them', () => {
  draw('html');
  const [choice] = all<HTMLSelectElement>('select.tensor');
  expect(choice?.value).toBe('logits');
  if (choice) choice.value = 'output';
  choice?.dispatchEvent(new Event('change'));
  expect(asked).toHaveBeenLastCalledWith('chooseTensor', 'output');
  for (const format of ['CSV', '.npz', '.safetensors']) {
    all('button')
      .find(({ textContent }) => textContent?.includes(format))
      ?.click();
    expect(asked).toHaveBeenLastCalledWith('saveNumbers', format.toLowerCase().replace('.', ''));
  }
  draw('html', { tensors: [] });
  expect(all('select.tensor')).toEqual([]);
});

it('offers the answer to a "why?" where one is asked', () => {
  const wanted = (text: string) =>
    all('button').filter(({ textContent }) => textContent?.includes(text));
  draw('html');
  expect(wanted('formulas')).toEqual([]);
  draw('html', { isAsked: true });
  for (const [text, format] of [
    ['formulas', 'xlsx'],
    ['NumPy script', 'py'],
    ['last step', 'csv'],
  ] as const) {
    wanted(text)[0]?.click();
    expect(asked).toHaveBeenLastCalledWith('saveAnswer', format);
  }
});

it('offers a film, and while one is made to cancel it', () => {
  draw('html');
  const [fps] = all<HTMLSelectElement>('select.fps');
  if (fps) fps.value = '60';
  fps?.dispatchEvent(new Event('change'));
  expect(asked).toHaveBeenLastCalledWith('chooseFilm', { fps: 60 });
  const press = (text: string) =>
    all('button')
      .find(({ textContent }) => textContent === text)
      ?.click();
  press('save the film');
  expect(asked).toHaveBeenLastCalledWith('saveFilm');
});
