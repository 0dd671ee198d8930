#include "fovea/embedding.h"

#include <cmath>

#include "kernels/product.h"
#include "parallel.h"

namespace fovea {
namespace {

Scalar tokenScale(const ModelConfig& config, const Structure& structure) {
  return structure.embeddingScale ? std::sqrt(static_cast<Scalar>(config.dModel)) : Scalar(1);
}

}  // namespace

const Matrix& embeddingBeforeProjection(const ModelConfig& config,
                                        const EmbeddingActivations& activations) {
  return config.embeddingNorm ? activations.norm.output : activations.sum;
}

Matrix& embeddingBeforeProjection(const ModelConfig& config, EmbeddingActivations& activations) {
  return config.embeddingNorm ? activations.norm.output : activations.sum;
}

const Matrix& embeddingOutput(const ModelConfig& config, const EmbeddingActivations& activations) {
  return config.projectsEmbedding() ? activations.projected
                                    : embeddingBeforeProjection(config, activations);
}

Matrix& embeddingOutput(const ModelConfig& config, EmbeddingActivations& activations) {
  return config.projectsEmbedding() ? activations.projected
                                    : embeddingBeforeProjection(config, activations);
}

void embeddingForward(const ModelConfig& config, const Structure& structure,
                      const EmbeddingWeights& weights, const Matrix& sinusoidal,
                      const TokenIds& ids, const Sequences& sequences,
                      EmbeddingActivations& activations) {
  embeddingLookUp(config, structure, weights, sinusoidal, ids, sequences, activations);
  embeddingSum(activations);
  if (config.embeddingNorm)
    layerNormForward(weights.norm, config.layerNormEps, activations.sum, activations.norm);
  if (config.projectsEmbedding())
    linearForward(weights.projection, embeddingBeforeProjection(config, activations),
                  activations.projected);
}

void embeddingLookUp(const ModelConfig& config, const Structure& structure,
                     const EmbeddingWeights& weights, const Matrix& sinusoidal, const TokenIds& ids,
                     const Sequences& sequences, EmbeddingActivations& activations,
                     Index firstPosition) {
  const Index n = sequences.tokens();
  activations.tokens.resize(n, config.embeddingWidth());
  activations.positions.resize(n, config.embeddingWidth());
  const Scalar scale = tokenScale(config, structure);
  for (Index i = 0; i < n; ++i)
    activations.tokens.row(i) = weights.tokens.row(ids[static_cast<std::size_t>(i)]) * scale;

  const bool learned = config.positions == PositionEmbedding::kAbsolute;
  const Matrix& table = learned ? weights.positions : sinusoidal;
  for (Index s = 0; s < sequences.count(); ++s) {
    auto rows = activations.positions.middleRows(sequences.begin(s), sequences.length(s));
    if (isAdded(structure.positions)) {
      rows = table.middleRows(firstPosition, sequences.length(s));
    } else {
      rows.setZero();
    }
  }
  if (config.typeVocabSize == 0) return;
  if (!kWithVariants || activations.types.empty()) {
    activations.positions.rowwise() += weights.tokenTypes.row(0);
  } else {
    for (Index i = 0; i < n; ++i)
      activations.positions.row(i) +=
          weights.tokenTypes.row(activations.types[static_cast<std::size_t>(i)]);
  }
}

void embeddingSum(EmbeddingActivations& activations) {
  activations.sum = activations.tokens + activations.positions;
}

void tiedLogits(const TiedTable& table, const Matrix& x, const Scalar* bias, Matrix& logits,
                [[maybe_unused]] Capture capture) {
  const kernels::Start start{bias};
  logits.resize(x.rows(), table.rows.rows());
#ifndef FOVEA_WITHOUT_INTEGERS
  if (capture == Capture::kNone && table.integers != nullptr)
    return shared::multiply(strided(x), table.integers->view(), logits.data(), logits.cols(),
                            start);
#endif
  if (table.packed == nullptr) {
    kernels::multiply(strided(x), strided(table.rows).transposed(), logits.data(), logits.cols(),
                      start);
  } else {
    shared::multiply(strided(x), table.packed->view(), logits.data(), logits.cols(), start);
  }
}

void embeddingSumBackward(const ModelConfig& config, const EmbeddingWeights& weights,
                          const EmbeddingActivations& activations,
                          EmbeddingActivations& dActivations, EmbeddingWeights& gradient) {
  if (config.projectsEmbedding())
    linearBackward(weights.projection, embeddingBeforeProjection(config, activations),
                   dActivations.projected, gradient.projection,
                   embeddingBeforeProjection(config, dActivations));
  if (config.embeddingNorm)
    layerNormBackward(weights.norm, activations.sum, activations.norm, dActivations.norm,
                      gradient.norm, dActivations.sum);
  dActivations.tokens = dActivations.sum;
  dActivations.positions = dActivations.sum;
}

void embeddingBackward(const ModelConfig& config, const Structure& structure,
                       const EmbeddingWeights& weights, const TokenIds& ids,
                       const Sequences& sequences, const EmbeddingActivations& activations,
                       EmbeddingActivations& dActivations, EmbeddingWeights& gradient) {
  embeddingSumBackward(config, weights, activations, dActivations, gradient);
  const Matrix& dSum = dActivations.sum;
  const Scalar scale = tokenScale(config, structure);
  for (Index i = 0; i < sequences.tokens(); ++i)
    gradient.tokens.row(ids[static_cast<std::size_t>(i)]) += dSum.row(i) * scale;
  if (isAdded(structure.positions) && config.positions == PositionEmbedding::kAbsolute) {
    for (Index s = 0; s < sequences.count(); ++s)
      gradient.positions.topRows(sequences.length(s)) +=
          dSum.middleRows(sequences.begin(s), sequences.length(s));
  }
  if (config.typeVocabSize == 0) return;
  if (!kWithVariants || activations.types.empty()) {
    gradient.tokenTypes.row(0) += dSum.colwise().sum();
  } else {
    for (Index i = 0; i < sequences.tokens(); ++i)
      gradient.tokenTypes.row(activations.types[static_cast<std::size_t>(i)]) += dSum.row(i);
  }
}

}  // namespace fovea
