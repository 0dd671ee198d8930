#include "fovea/train/variant.h"

#include <nlohmann/json.hpp>

namespace fovea {
namespace {

PositionEmbedding parsePositions(const std::string& spelling) {
  const nlohmann::json json{{"vocab_size", 1}, {"position_embedding_type", spelling}};
  return parseConfig(json.dump()).positions;
}

}  // namespace

ModelConfig varied(ModelConfig config, const Variant& variant) {
  if (!variant.positions.empty()) config.positions = parsePositions(variant.positions);
  config.kvHeads = variant.kvHeads.value_or(config.kvHeads);
  config.experts = variant.experts.value_or(config.experts);
  config.expertsPerToken = variant.expertsPerToken.value_or(config.expertsPerToken);
  if (variant.rmsNorm) config.normType = NormType::kRmsNorm;
  config.gated = config.gated || variant.gated;
  return config;
}

}  // namespace fovea
