#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fovea/train/lexicon.h"
#include "fovea/train/sentence.h"

namespace fovea {

/// A sentence without its pronouns.
struct Rewriting {
  std::vector<std::string> words;
  /// For each pronoun that was replaced, the index in `words` of the noun or name it stands for.
  std::vector<std::size_t> referents;
};

/// The sentence with every pronoun of its coreferences replaced by what it stands for: a name, or a
/// noun with its determiner, of which `a` becomes `the`. "the animal didn't cross the street
/// because it was tired" becomes "… because the animal was tired", "anna lost her coat" "anna lost
/// anna's coat". Adjectives before the noun are not repeated.
Rewriting rewritten(const Sentence& sentence, const Lexicon& lexicon);

}  // namespace fovea
