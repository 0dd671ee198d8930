import { found } from 'fovea-views/questions';
import { pictureOf } from '../picture/picture';
import type { Deck, FilmChoice, Slide } from '../state/numbers';
import { stepAt, whole } from '../state/timeline';
import { formatHash } from '../state/url';
import { isStill, viewOf } from '../state/views';
import { spokenLanguage } from '../words/language';
import { msg } from '../words/msg';
import { type Filming, rolling } from './filming';
import { loadFile } from './load-file';
import { spoken } from './still';

const styles = ['paper', 'ink', 'ink-2', 'serif', 'sans'];

/** What a speaker may say: the question and its answer, what is seen with its numbers, and where it is. */
function notesOf(id: string, says: string, seen: string, link: string): string {
  const { question = '', answer = '' } = found[id] ?? {};
  const asks = [msg(question), msg(answer)].filter(Boolean).join(' ');
  return [asks, seen === says ? '' : seen, link].filter(Boolean).join('\n');
}

/** The steps of a view, or of the whole encoder, as slides: each as it is at its end. */
export async function slidesOf(
  filming: Filming,
  choice: Pick<FilmChoice, 'of' | 'theme'>,
): Promise<Blob> {
  await loadFile('save');
  const { host, store } = filming;
  const { view, sentence } = store.state;
  const page = location.href.replace(/#.*$/, '');
  const linkOf = () => `${page}${formatHash(store.state)}`;
  const link = linkOf();
  let look = '';
  const slides = await rolling(filming, choice, async ({ begin, end, at, says: said }) => {
    const made: Slide[] = [];
    const first = isStill(store.state) ? end : Math.floor(begin) + 1;
    for (let time = first; time <= end; time++) {
      const stage = await at(time);
      const { state } = store;
      const id = isStill(state) ? state.view : (stepAt(time, whole)?.id ?? state.view);
      const seen = spoken(host);
      const says = said() || seen;
      made.push({
        title: msg(viewOf(id)?.title ?? ''),
        picture: pictureOf(stage),
        says,
        notes: notesOf(id, says, seen, linkOf()),
      });
      const style = getComputedStyle(stage);
      look = styles
        .map((name) => `--${name}:${style.getPropertyValue(`--${name}`).trim()}`)
        .join(';');
      await filming.tell((time - begin) / (end - begin));
    }
    return made;
  });
  const { question = '' } = (choice.of === 'film' ? null : found[view]) ?? {};
  const deck: Deck = {
    ...{ slides, link, look, text: sentence, lang: spokenLanguage() },
    title: msg(question) || msg`How a Transformer reads a sentence`,
    words: {
      open: msg`Open in Fovea ↗`,
      keys: msg`Use → and ← to move between slides, and N to show the notes. In print, each slide takes one page.`,
      notes: msg`Notes`,
    },
  };
  return globalThis.foveaWriters?.deckOf(deck) as Promise<Blob>;
}
