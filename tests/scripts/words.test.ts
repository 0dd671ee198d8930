import { describe, expect, it } from 'vitest';
import { languages } from '../../scripts/lib/languages.mjs';
import { unmarkedIn } from '../../scripts/lib/unmarked-words.mjs';
import { namedViews } from '../../scripts/lib/views.mjs';
import {
  messagesOf,
  parse,
  parsed,
  placesIn,
  problemsOf,
  sources,
} from '../../scripts/lib/words.mjs';

/** Folders and files of web/src whose words are not all marked yet: they are shown in English. */
const notYet: readonly string[] = [];

/** What looks like words and is none, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  Fovea: 'a name',
  Mixtral: 'a name',
  'Llama 3': 'a name',
  Files: 'a kind of data transfer',
  "{'descr': '{}', 'fortran_order': False, 'shape': ({}), }": 'the header of a NumPy file',
  Home: 'a key, as events call it',
  End: 'a key, as events call it',
  it: 'the pronoun of the first sentence, which stays English',
  'the dog chased the cat because it was hungry': 'a sentence for the model, which reads English',
  'This model needs {} GB of memory; WebAssembly gets at most {}. The program fovea can read it.':
    'said by the npm package to programs, in English',
  'The file fovea.js is missing beside this page.':
    'said where the script that knows languages is missing',
  'The tour needs a trace': 'an error of the page itself',
  'The tour needs a model': 'an error of the page itself',
  'A later file took its place.': 'no reader is told',
  'It was released.': 'no reader is told',
  'It was cancelled.': 'no reader is told',
  'No model is loaded.': 'an error of the page itself',
  'The encoder is no longer in use.': 'no reader is told',
  'The encoder was restarted.': 'no reader is told',
  'The decoder is no longer in use.': 'no reader is told',
  'There is no worker: fovea-relatives.js has to be loaded.': 'an error of the page itself',
  'The run was ended.': 'no reader is told',
  'The film was ended.': 'no reader is told',
  'No run has been started.': 'an error of the page itself',
  'no run has been started': 'an error of the page itself',
  'The study was ended.': 'no reader is told',
  'Step {} was not kept.': 'an error of the page itself',
  'there is no model {}': 'an error of the page itself',
  'the model is no longer open': 'no reader is told',
  'The dog slept because it was tired.': 'a sentence for the model, which reads English',
  'A ship sails across the sea.': 'a sentence for the model, which reads English',
  'there is no canvas': 'every browser that runs the page has one',
  'The trace has no tensor "{}"': 'an error of the page itself',
  'The pass has no tensor "{}"': 'an error of the page itself',
  'Llama 3 8B': 'a name',
  'Mixtral 8x7B': 'a name',
  'image-rendering: pixelated': 'a style',
  'position: absolute; pointer-events: none; opacity: 0': 'a style',
  'blob:': 'a source, as policies write it',
  'eˢ⁻ᵐ ÷ Σ eˢ⁻ᵐ, m = {}': 'a formula',
  'sin, cos (pos ÷ 10000^(2i/d))': 'a formula',
  'p, pos = {}': 'a formula',
  'View(first + head * n * dK, n, dK, {dK})': 'C++',
  'View(first + head * dK, n, dK, {dModel})': 'C++',
  'linearForward(weights.output, activations.heads, activations.output);': 'C++',
  'head and number': 'a kind of axes',
  'head and pair': 'a kind of axes',
  'head and source pair': 'a kind of axes',
  'https://…/resolve/main/': 'the form of an address',
  'decoder.': 'the beginning of names',
  'encoder.': 'the beginning of names',
  "if (!location.hash) history.replaceState(null, '', {});": 'a script',
  '{} was': 'how a mark is told from that of the present run',
};

/** Files whose strings are none, with the reason. */
const exemptFiles: Readonly<Record<string, string>> = {
  'article.ts': 'of the article, which is English',
  'published/program-line.ts': 'of the npm package, in English as the core’s errors are',
  'relatives/variant-jobs.ts': 'an error of a worker, in English as the core’s are',
  'model/parts.ts': 'said before the words of a language can be there',
  'state/presets.ts': 'sentences for the model, which reads English',
  'views/practice/sentences.ts': 'sentences for the model, which reads English',
  'numbers/numpy.ts': 'a script in Python',
  'film/deck.ts': 'a page whose words are given to it',
  'state/embed.ts': 'code to be copied, and names of engines',
  'split/beside.ts': 'said before the words of a language can be there',
  'split/waiting.ts': 'said before the words of a language can be there',
  'state/dataflow/graph.ts': 'errors of the programmer’s, and kinds of axes',
  'state/dataflow/cell.ts': 'errors of the programmer’s',
  'state/tour/facts.ts': 'errors of the programmer’s',
  'state/what-if/switch-asks.ts': 'keys of what is asked',
};

/** What people type to find a view, in every language of the page. */
const typed = new Set(namedViews().map(({ words }) => words));

const unmarked = (path: string): string[] =>
  (path in exemptFiles ? [] : unmarkedIn(parse(path)))
    .filter(({ text }) => !Object.hasOwn(exempt, text) && !typed.has(text))
    .map(({ line, text }) => `${path}:${line}: ${text}`);

describe('the words of the page', { timeout: 60_000 }, () => {
  it.each(languages())('are all said in "%s", with the values of the English', (language) => {
    expect(problemsOf(language)).toEqual([]);
  });

  it('are all marked as messages', () => {
    const whole = sources().filter((path) => !notYet.some((each) => path.startsWith(each)));
    expect(whole.flatMap(unmarked)).toEqual([]);
  });

  it('tell colours apart in a way that is true in both themes', () => {
    const said = sources().flatMap((path) => messagesOf(parse(path)));
    expect(said.filter((text) => /\b(darker|lighter|paler|brighter)\b/i.test(text))).toEqual([]);
  });

  it('are not marked everywhere: the list above names folders that have some', () => {
    const done = notYet.filter((folder) =>
      sources()
        .filter((path) => path.startsWith(folder))
        .every((path) => unmarked(path).length === 0),
    );
    expect(done).toEqual([]);
  });
});

describe('what a file says', () => {
  const file = parsed(
    'example.ts',
    `const title = later('Tokens');
     export const draw = (n) => html\`<p title="A word" class="small print">\${msg\`Head \${n} of \${name('Layer')}\`} and \${n}</p>\`;
     const style = 'top: 2px'; const sort = 'the-kind'; const said = n + ' of them';
     if (sort === 'Escape') msgHtml\`<b>head
       \${n}</b>\`;`,
  );

  it('is what it marks', () => {
    expect(messagesOf(file)).toEqual(['Tokens', 'Head {0} of {1}', '<b>head {0}</b>']);
    expect(placesIn('Von {1} der {0}')).toEqual(['{0}', '{1}']);
    expect(placesIn('{1:one head|{1} heads} of {0}')).toEqual(['{0}', '{1}']);
  });

  it('is unmarked where a reader would see it', () => {
    expect(unmarkedIn(file).map(({ text }) => text)).toEqual(['A word', 'and', 'Layer', 'of them']);
  });
});
