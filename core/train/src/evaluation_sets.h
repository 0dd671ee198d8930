#pragma once

#include <utility>
#include <vector>

#include "fovea/train/corpus.h"
#include "fovea/train/pronoun_reading.h"

namespace fovea {

// The sentences that a model is evaluated on. All randomness comes from the Random passed in.

std::vector<std::pair<Sentence, Sentence>> scenePairs(const Corpus& corpus, Index count,
                                                      Random& random, Split split);

/// Both sentences of every pair, one after the other.
std::vector<Sentence> flatten(const std::vector<std::pair<Sentence, Sentence>>& pairs);

/// Pronouns resolved by gender, number or kind; each sentence contains a held-out pair.
std::vector<PronounCase> otherPronouns(const Corpus& corpus, Index count, Random& random);

/// The scenes with their antecedents replaced by made-up words.
std::vector<PronounCase> nonceCases(const std::vector<Sentence>& scenes, Random& random);

/// The sentences that the page shows first, and their twins in which the pronoun means the other
/// noun.
std::vector<PronounCase> demoCases();

}  // namespace fovea
