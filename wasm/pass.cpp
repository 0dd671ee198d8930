#include "pass.h"

#include <cstdint>
#include <string>

#include "fovea/error.h"

namespace fovea {

using emscripten::val;

void maskTokens(const Vocabulary& vocabulary, const val& masked, std::vector<Token>& tokens) {
  if (masked.isUndefined()) return;
  std::int32_t mask = vocabulary.id("[MASK]");
#ifndef FOVEA_ENCODER_ALONE
  if (mask < 0) mask = vocabulary.id("<mask>");
#endif
  for (const std::int32_t index : emscripten::convertJSArrayToNumberVector<std::int32_t>(masked)) {
    if (mask < 0) refuse(ErrorCode::kInvalidVocabulary, "the vocabulary has no [MASK]");
    if (index < 0 || static_cast<std::size_t>(index) >= tokens.size())
      refuse(ErrorCode::kInvalidInput, "cannot mask token " + std::to_string(index) +
                                           ": the text has " + std::to_string(tokens.size()) +
                                           " tokens, counted from 0");
    Token& token = tokens[static_cast<std::size_t>(index)];
    token.id = mask;
    token.piece = vocabulary.piece(mask);
  }
}

ForwardOptions forwardOptions(const val& pass, const ModelConfig& config) {
  ForwardOptions options;
  const val structure = pass["structure"];
  if (!structure.isUndefined())
    options.structure = parseStructure(structure.as<std::string>(), config);
  const val changes = pass["changes"];
  if (changes.isUndefined()) return options;
  for (const val& change : emscripten::vecFromJSArray<val>(changes))
    options.interventions.push_back(parseIntervention(change.as<std::string>()));
  return options;
}

std::optional<PredictionLoss> lossOf(const val& pass, const ForwardOptions& options) {
  const val loss = pass["loss"];
  if (loss.isUndefined()) return std::nullopt;
  if (!options.interventions.empty())
    refuse(ErrorCode::kInvalidInput, "gradients need an unchanged pass");
  return PredictionLoss{loss["token"].as<std::int32_t>(), loss["piece"].as<std::int32_t>()};
}

}  // namespace fovea
