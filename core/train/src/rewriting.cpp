#include "fovea/train/rewriting.h"

#include <algorithm>
#include <array>

namespace fovea {
namespace {

bool isDeterminer(const std::string& word) {
  constexpr std::array<const char*, 11> kDeterminers = {
      "the", "a", "an", "my", "your", "his", "her", "our", "their", "this", "that"};
  return std::find(kDeterminers.begin(), kDeterminers.end(), word) != kDeterminers.end();
}

bool isAdjective(const std::string& word, const Lexicon& lexicon) {
  const int index = lexicon.contentIndex(word);
  return index >= 0 && !lexicon.contentWords()[static_cast<std::size_t>(index)].noun;
}

// Of the noun at that place; empty for a name.
std::string determinerOf(const Sentence& sentence, std::size_t noun, const Lexicon& lexicon) {
  std::size_t at = noun;
  while (at > 0 && isAdjective(sentence.words[at - 1], lexicon)) --at;
  if (at == 0 || !isDeterminer(sentence.words[at - 1])) return "";
  const std::string& word = sentence.words[at - 1];
  return word == "a" || word == "an" ? "the" : word;
}

// "his coat", "her coat", but not "called her".
bool isPossessive(const Sentence& sentence, std::size_t pronoun) {
  const std::string& word = sentence.words[pronoun];
  if (word == "his") return true;
  const bool last = pronoun + 1 == sentence.words.size() || sentence.words[pronoun + 1] == ".";
  return word == "her" && !last;
}

}  // namespace

Rewriting rewritten(const Sentence& sentence, const Lexicon& lexicon) {
  Rewriting result;
  for (std::size_t i = 0; i < sentence.words.size(); ++i) {
    const auto found =
        std::find_if(sentence.coreferences.begin(), sentence.coreferences.end(),
                     [&](const Coreference& reference) { return reference.pronoun == i; });
    if (found == sentence.coreferences.end()) {
      result.words.push_back(sentence.words[i]);
      continue;
    }
    const std::string determiner = determinerOf(sentence, found->antecedent, lexicon);
    if (!determiner.empty()) result.words.push_back(determiner);
    result.referents.push_back(result.words.size());
    const std::string& noun = sentence.words[found->antecedent];
    result.words.push_back(isPossessive(sentence, i) && noun[0] != '[' ? noun + "'s" : noun);
  }
  return result;
}

}  // namespace fovea
