// Which parts the answer at "it" needs, and what heads do over many sentences.
import { allSentences } from '../../vite/sentences.mjs';
import { share, whole } from '../format.mjs';
import { mean } from '../vector.mjs';
import { tired, wide } from './sentences.mjs';

const keep = 0.9;
const randomSets = 50;

/** Where core/include/fovea/head_study.h has the noun of a pronoun among the numbers of a head. */
const [noun, columns] = [20, 24];

/** The parts that keep nine tenths of the difference between the two answers. */
function circuit({ relatives, model }, token) {
  const found = relatives.createCircuit(model, { text: tired, twin: wide, token });
  const { nodes } = found.info();
  found.begin(Array(nodes).fill(1), keep);
  let round = found.round();
  while (!round.done) round = found.round();
  const needed = round.kept.reduce((sum, one) => sum + one, 0);
  const random = Array.from(found.random(needed, randomSets));
  found.delete();
  return {
    'circuit-needed': whole(needed),
    'circuit-all': whole(nodes),
    'circuit-kept': share(round.share),
    'circuit-random': share(Math.max(0, mean(random))),
  };
}

/** The head that gives most to the noun that a pronoun is answered with, over the page's own sentences. */
function corpus({ relatives, model }, { num_attention_heads: perLayer }) {
  const sentences = allSentences();
  const study = relatives.createHeadStudy(model);
  for (const sentence of sentences) study.add(sentence, false);
  study.finish();
  const { heads } = study.uses();
  study.delete();
  const shares = Array.from(
    { length: heads.length / columns },
    (_, head) => heads[head * columns + noun],
  );
  const head = shares.indexOf(Math.max(...shares));
  return {
    'corpus-sentences': whole(sentences.length),
    'corpus-noun-layer': whole(Math.floor(head / perLayer) + 1),
    'corpus-noun-head': whole((head % perLayer) + 1),
    'corpus-noun-share': share(shares[head]),
  };
}

export function numbers(model, studies) {
  return {
    ...circuit(studies, model.run(tired).at('it')),
    ...corpus(studies, model.config),
  };
}
