#include "fovea/cost.h"

#include "kernels/attend.h"

namespace fovea {

ParameterCounts parameterCounts(const ModelConfig& config) {
  const std::int64_t d = config.dModel;
  const std::int64_t kv = config.dKv();
  const std::int64_t f = config.dFf;
  const std::int64_t layers = config.layers;
  const bool learned = config.positions == PositionEmbedding::kAbsolute;
  const std::int64_t decoders = config.decoderLayers;
  const std::int64_t attentions = layers + decoders * (config.decoderHasMemory() ? 2 : 1);
  const std::int64_t stacks = (layers > 0 ? 1 : 0) + (decoders > 0 ? 1 : 0);
  const std::int64_t finalNorms = config.normOrder == NormOrder::kPre ? stacks : 0;
  const std::int64_t rows =
      config.vocabSize + (learned ? config.maxPositions : 0) + config.typeVocabSize;
  ParameterCounts counts;
  const std::int64_t e = config.embeddingWidth();
  const std::int64_t perWidth = config.normType == NormType::kRmsNorm ? 1 : 2;
  counts.embedding = rows * e;
  if (config.projectsEmbedding()) counts.embedding += (e + 1) * d;
  if (config.imageSize > 0) counts.embedding += (config.patchNumbers() + 1) * d;
  counts.attention =
      config.relativeBuckets * config.heads + attentions * (2 * (d * d + d) + 2 * (d * kv + kv));
  const std::int64_t network = (config.gated ? 3 : 2) * d * f + (config.gated ? 2 : 1) * f + d;
  counts.feedForward =
      (layers + decoders) * (config.experts > 0 ? config.experts * (network + d + 1) : network);
  const std::int64_t first = config.hasAttentionNorm(0) ? 0 : stacks;
  counts.norms = perWidth * d * (attentions + layers + decoders + finalNorms - first) +
                 (config.embeddingNorm ? perWidth * e : 0);
  if (config.maskedWordHead) counts.prediction = e * d + e + perWidth * e + config.vocabSize;
  if (config.imageSize > 0) counts.prediction = config.answers * (d + 1);
  return counts;
}

ForwardFlops forwardFlops(const ModelConfig& config, Index n) {
  const std::int64_t d = config.dModel;
  const std::int64_t tokens = n;
  const std::int64_t layers = config.layers;
  ForwardFlops flops;
  flops.projections = layers * 4 * tokens * d * (d + config.dKv());
  flops.attention = layers * 4 * tokens * tokens * d;
  const std::int64_t networks = config.experts > 0 ? config.expertsPerToken : 1;
  flops.feedForward =
      layers * 2 * tokens * d * (networks * (config.gated ? 3 : 2) * config.dFf + config.experts);
  const std::int64_t e = config.embeddingWidth();
  if (config.projectsEmbedding()) flops.projections += 2 * tokens * e * d;
  if (config.maskedWordHead) flops.prediction = 2 * tokens * e * (d + config.vocabSize);
  return flops;
}

std::int64_t scoreBytes(const ModelConfig& config, Index n) {
  return std::int64_t{config.heads} * n * n * static_cast<std::int64_t>(sizeof(Scalar));
}

std::int64_t tiledScoreBytes() {
  return std::int64_t{kernels::kQueriesAtOnce} * kernels::kKeysAtOnce *
         static_cast<std::int64_t>(sizeof(Scalar));
}

}  // namespace fovea
