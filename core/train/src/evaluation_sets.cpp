#include "evaluation_sets.h"

#include "text_lines.h"

namespace fovea {

std::vector<std::pair<Sentence, Sentence>> scenePairs(const Corpus& corpus, Index count,
                                                      Random& random, Split split) {
  std::vector<std::pair<Sentence, Sentence>> pairs;
  for (Index i = 0; i < count; ++i) pairs.push_back(corpus.drawScenePair(random, split));
  return pairs;
}

std::vector<Sentence> flatten(const std::vector<std::pair<Sentence, Sentence>>& pairs) {
  std::vector<Sentence> sentences;
  for (const auto& pair : pairs) {
    sentences.push_back(pair.first);
    sentences.push_back(pair.second);
  }
  return sentences;
}

std::vector<PronounCase> otherPronouns(const Corpus& corpus, Index count, Random& random) {
  std::vector<PronounCase> cases;
  while (static_cast<Index>(cases.size()) < count) {
    const Sentence sentence = corpus.drawOfKind("reference", random, Split::kHeldOut);
    for (const Coreference& reference : sentence.coreferences)
      cases.push_back({sentence.words, reference});
  }
  return cases;
}

std::vector<PronounCase> nonceCases(const std::vector<Sentence>& scenes, Random& random) {
  std::vector<PronounCase> cases;
  for (const Sentence& scene : scenes) {
    PronounCase one{scene.words, scene.coreferences.front()};
    one.words[one.reference.antecedent] = nonceWord(random);
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<PronounCase> demoCases() {
  struct Demo {
    const char* text;
    std::size_t pronoun, antecedent, other;
  };
  std::vector<PronounCase> cases;
  for (const Demo& demo :
       {Demo{"the animal didn't cross the street because it was too tired", 7, 1, 5},
        Demo{"the animal didn't cross the street because it was too wide", 7, 5, 1},
        Demo{"the trophy doesn't fit in the suitcase because it is too big", 8, 1, 6},
        Demo{"the trophy doesn't fit in the suitcase because it is too small", 8, 6, 1},
        Demo{"the dog chased the cat because it was hungry", 6, 1, 4},
        Demo{"the dog chased the cat because it was slow", 6, 4, 1}})
    cases.push_back(
        {splitWords(demo.text), {demo.pronoun, demo.antecedent, {demo.antecedent, demo.other}}});
  return cases;
}

}  // namespace fovea
