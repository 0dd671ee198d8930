// Lists what readers are told: `node scripts/words.mjs` what each language lacks, by file, as it is to
// be written into its folder; `--unmarked [FOLDER]` words of web/src that no message marks.
import { languages, wordsOf } from './lib/languages.mjs';
import { unmarkedIn } from './lib/unmarked-words.mjs';
import { allMessages, parse, sources } from './lib/words.mjs';

const [option, folder = ''] = process.argv.slice(2);

function listLacking(language) {
  const words = wordsOf(language);
  for (const [path, messages] of allMessages()) {
    const lacking = messages.filter((message) => !Object.hasOwn(words, message));
    if (!path.startsWith(folder) || lacking.length === 0) continue;
    console.log(`${language}: ${path}`);
    console.log(JSON.stringify(Object.fromEntries(lacking.map((m) => [m, ''])), null, 2));
  }
}

if (option === '--unmarked')
  for (const path of sources().filter((each) => each.startsWith(folder)))
    for (const { line, text } of unmarkedIn(parse(path))) console.log(`${path}:${line}: ${text}`);
else for (const language of languages()) listLacking(language);
