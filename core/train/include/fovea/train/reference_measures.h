#pragma once

#include <string>

#include "fovea/tokenizer.h"
#include "fovea/train/compared_network.h"
#include "fovea/train/corpus.h"
#include "fovea/train/evaluation.h"

namespace fovea {

/// What is measured of any network, with heads or without, on held-out sentences. The scenes and
/// the other pronouns are those that `evaluate` takes of an encoder with the same options.
struct ReferenceMeasures {
  Index scenes = 0;
  double scenesRight = 0;  ///< share of the pronouns at which it predicts the noun
  double pairsRight = 0;   ///< share of the pairs of scenes of which it reads both rightly
  Index otherPronouns = 0;
  double otherPronounsRight = 0;
  MaskedWordScore maskedWords;
};

ReferenceMeasures measureReferences(ComparedNetwork& network, const Tokenizer& tokenizer,
                                    const Corpus& corpus, const EvaluationOptions& options);

/// An object with the keys of an encoder's evaluation, as far as they are there.
std::string toJson(const ReferenceMeasures& measures);
/// For a terminal.
std::string toText(const ReferenceMeasures& measures);

}  // namespace fovea
