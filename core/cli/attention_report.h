#pragma once

#include <optional>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// What of the attention is reported: one token's rows, in all layers and heads or in one.
struct Selection {
  std::optional<Index> layer;
  std::optional<Index> head;
  Index token = 0;
};

/// One encoded sentence and what is asked about it.
struct AttentionReport {
  const Encoder& encoder;
  const EncoderActivations& activations;
  const Tokens& tokens;
  bool hasText = false;  ///< whether the tokens' byte ranges mean anything
  Selection selection;
};

/// Tokens as a table, then a line a head: the five tokens that the chosen one attends to most.
void printText(const AttentionReport& report);

/// The same as one JSON object, with every weight of the chosen rows.
void printJson(const AttentionReport& report);

}  // namespace fovea::cli
