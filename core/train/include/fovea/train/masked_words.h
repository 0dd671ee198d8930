#pragma once

#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea {

/// Prediction of masked pieces.
struct MaskedWordScore {
  Index words = 0;  ///< pieces asked for
  double nll = 0;   ///< mean −log p, in nats
  double top1 = 0;
  double top5 = 0;
};

/// How the logits' rows predict their targets, one id a row.
MaskedWordScore maskedWordScore(const Matrix& logits, const std::vector<Index>& rows,
                                const TokenIds& targets);

/// A text's pieces in four passes, each with every fourth piece replaced by [MASK]: all are asked
/// for once. Needs a masked-word head.
MaskedWordScore everyFourthMasked(const Encoder& encoder, const Tokenizer& tokenizer,
                                  const std::vector<std::string>& texts);

/// Words of a text, and those of them that fall to pieces or are unknown. A word begins with a
/// letter or a digit.
struct WordCut {
  Index words = 0;
  Index inPieces = 0;
};

WordCut wordCut(const Tokenizer& tokenizer, const std::string& text);

/// Two hundred sentences as people type them (data/everyday_sentences.txt), never trained on.
std::vector<std::string> everydaySentences();

}  // namespace fovea
