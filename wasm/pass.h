#pragma once

#include <optional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "js_value.h"

/// Translates JavaScript's description of a pass for the core.
namespace fovea {

/// Replaces the tokens at these indices, a JavaScript array or undefined, by [MASK]. Throws
/// ModelError{kInvalidInput} for an index without a token, and {kInvalidVocabulary} if the
/// vocabulary has no [MASK].
void maskTokens(const Vocabulary& vocabulary, const emscripten::val& masked,
                std::vector<Token>& tokens);

/// Reads the optional fields `structure` (for parseStructure) and `changes` (for parseIntervention)
/// of `pass`. Throws ModelError{kInvalidInput} for invalid ones.
ForwardOptions forwardOptions(const emscripten::val& pass, const ModelConfig& config);

/// Reads the field `loss` of `pass`: {token, piece} by index and id, or undefined. Throws
/// ModelError{kInvalidInput} if there are interventions: gradients are of an unchanged pass.
std::optional<PredictionLoss> lossOf(const emscripten::val& pass, const ForwardOptions& options);

}  // namespace fovea
