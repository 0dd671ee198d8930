// @vitest-environment happy-dom
import { LitElement } from 'lit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Narrator } from '../../../web/src/element/narrator';
import { filmScenes, watch } from '../../../web/src/state/film';
import { Store } from '../../../web/src/state/store';
import { filmText } from '../../../web/src/widgets/film-text';
import { speak } from '../../../web/src/words/language';
import { attentionState } from '../views/attention/fixture';

const own = { localService: true, lang: 'en-GB' };

let said: { text: string; rate: number }[];
let voices: { localService: boolean; lang: string }[];

class Host extends LitElement {}
customElements.define('narrated-host', Host);

function begin() {
  const host = new Host();
  const store = new Store(attentionState());
  const narrator = new Narrator(host, store);
  document.body.append(host);
  return { host, store, narrator };
}

beforeEach(() => {
  vi.stubGlobal('foveaFilmText', filmText);
  said = [];
  voices = [own];
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      rate = 1;
      voice = null;
      lang = '';
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    cancel: () => said.push({ text: '', rate: 0 }),
    speak: ({ text, rate }: { text: string; rate: number }) => said.push({ text, rate }),
  });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const last = () => said.at(-1)?.text;

it('is silent until it is asked, then says the line of each scene, and stops with the film', () => {
  const { store, host } = begin();
  watch(store.dispatch);
  store.dispatch({ type: 'seek', time: 0.5 });
  expect(said).toEqual([]);
  store.dispatch({ type: 'voice', voice: true });
  // The fixture has the numbers of attention, which the scenes from the fourth to the eighth speak of.
  for (const { id, begin: from, end } of filmScenes.slice(0, 8)) {
    store.dispatch({ type: 'seek', time: (from + end) / 2 });
    expect(last()).toBe(filmText(id, store.state));
    expect(said.at(-1)?.rate).toBeLessThanOrEqual(1.4);
    const before = said.length;
    store.dispatch({ type: 'seek', time: end });
    expect(said).toHaveLength(before);
  }
  store.dispatch({ type: 'seek', time: 2.5 });
  store.dispatch({ type: 'play', playing: false });
  expect(last()).toBe('');
  store.dispatch({ type: 'play', playing: true });
  expect(last()).toContain('position');
  host.remove();
  expect(last()).toBe('');
});

it('takes a voice of the device that reads the language spoken, and no other', () => {
  const { narrator } = begin();
  expect(narrator.voiced).toBe(true);
  voices = [
    { ...own, localService: false },
    { ...own, lang: 'de-DE' },
  ];
  expect(narrator.voiced).toBe(false);
  vi.stubGlobal('foveaWords', { de: {} });
  speak('de');
  expect(narrator.voiced).toBe(true);
  voices = [own];
  expect(narrator.voiced).toBe(false);
  speak('en');
  vi.stubGlobal('speechSynthesis', undefined);
  expect(narrator.voiced).toBe(false);
});
