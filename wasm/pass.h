#pragma once

#include <optional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "js_value.h"

/// What JavaScript says of a pass, as the core takes it.
namespace fovea {

/// Puts [MASK] in place of the tokens with these indices, of a JavaScript array or undefined.
/// Throws ModelError{kInvalidInput} for an index without a token, and {kInvalidVocabulary} where a
/// token is to be masked and there is no [MASK].
void maskTokens(const Vocabulary& vocabulary, const emscripten::val& masked,
                std::vector<Token>& tokens);

/// Of `pass`, each may be absent: `structure` as parseStructure and `changes` as parseIntervention
/// read them. Throws ModelError{kInvalidInput} for one that cannot be.
ForwardOptions forwardOptions(const emscripten::val& pass, const ModelConfig& config);

/// Of `pass`, `loss`: whose gradients are wanted, {token, piece} by index and id, or undefined.
/// Throws ModelError{kInvalidInput} where the pass is changed, too: gradients are of an unchanged
/// one.
std::optional<PredictionLoss> lossOf(const emscripten::val& pass, const ForwardOptions& options);

}  // namespace fovea
