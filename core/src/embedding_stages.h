#pragma once

#include "encoder_layer_stages.h"
#include "fovea/embedding.h"

namespace fovea {

/// The stages of embeddingForward, of sequences that begin at a position.
template <typename Run>
void embeddingStages(Run& run, const ModelConfig& config, const Structure& structure,
                     const EmbeddingWeights& weights, const Matrix& sinusoidal, const TokenIds& ids,
                     const Sequences& sequences, EmbeddingActivations& e, Index firstPosition = 0) {
  run(
      [&] {
        embeddingLookUp(config, structure, weights, sinusoidal, ids, sequences, e, firstPosition);
      },
      e.tokens, e.positions);
  run([&] { embeddingSum(e); }, e.sum);
  if (config.embeddingNorm) layerNormStages(run, weights.norm, config.layerNormEps, e.sum, e.norm);
}

}  // namespace fovea
