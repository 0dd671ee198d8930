#pragma once

#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "fovea/train/corpus.h"

namespace fovea {

/// Which experts compute words of a kind.
struct ExpertUse {
  std::string kind;  ///< "all words", "colours", "determiners", …
  Index words = 0;   ///< how often they were met
  Matrix shares;     ///< layers × experts: of those words, the ones that take the expert
};

/// How a model with experts chooses among them.
struct ExpertMeasures {
  std::vector<ExpertUse> uses;  ///< of all words, then of those of each kind that was met
  /// Of each layer: the mean entropy of a word's probabilities in bits, from 0 to log2 experts.
  std::vector<double> entropy;
};

/// On this many held-out sentences of the corpus, none of their words hidden. The model must have
/// experts.
ExpertMeasures measureExperts(const Encoder& encoder, const Tokenizer& tokenizer,
                              const Corpus& corpus, Index sentences, std::uint64_t seed);

/// A table in Markdown.
std::string toText(const ExpertMeasures& measures);

}  // namespace fovea
