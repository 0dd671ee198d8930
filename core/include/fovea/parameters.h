#pragma once

#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/safetensors.h"

namespace fovea {

/// Calls visit(name, tensor) for every parameter that the config has, in a fixed order; the tensor
/// is a Matrix or a RowVector, const as the weights are. The names are those of the model file.
/// Load, save, count, initialise and optimise all go through here. A weight of which const weights
/// keep the packed copy only is unpacked for the length of the visit.
template <typename Weights, typename Visitor>
void forEachParameter(Weights& weights, Visitor&& visit);

/// The same for one layer: the part of the encoder that is read at a time.
template <typename Layer, typename Visitor>
void forEachParameterOfLayer(std::size_t l, Layer& layer, Visitor&& visit);

/// How many numbers a model of this config has to learn.
Index parameterCount(const EncoderConfig& config);

/// Every parameter for a file, narrowed to the dtype, `prefix` before its name.
std::vector<TensorToWrite> tensorsToWrite(const EncoderWeights& weights, Dtype dtype,
                                          const std::string& prefix = "");

/// Random weights, the same for the same seed on every machine: embeddings N(0, 0.02²), matrices
/// Xavier-uniform (Glorot & Bengio 2010), the head's transform U(±1/√dModel), biases 0, norms 1/0.
EncoderWeights initialWeights(const EncoderConfig& config, std::uint64_t seed);

// --- how it is done ----------------------------------------------------------------------------

namespace detail {

template <typename Tensor, typename Visitor>
void visitTensor(const std::string& name, Tensor& tensor, Visitor& visit) {
  if (tensor.size() > 0) visit(name, tensor);
}

template <typename Visitor>
void visitLinear(const std::string& name, LinearWeights& linear, Visitor& visit) {
  visitTensor(name + ".weight", linear.weight, visit);
  visitTensor(name + ".bias", linear.bias, visit);
}

template <typename Visitor>
void visitLinear(const std::string& name, const LinearWeights& linear, Visitor& visit) {
  if (linear.weight.size() > 0 || linear.packed.empty()) {
    visitTensor(name + ".weight", linear.weight, visit);
  } else {
    const Matrix weight = linear.unpacked();
    visitTensor(name + ".weight", weight, visit);
  }
  visitTensor(name + ".bias", linear.bias, visit);
}

template <typename Norm, typename Visitor>
void visitNorm(const std::string& name, Norm& norm, Visitor& visit) {
  visitTensor(name + ".weight", norm.gamma, visit);
  visitTensor(name + ".bias", norm.beta, visit);
}

}  // namespace detail

template <typename Layer, typename Visitor>
void forEachParameterOfLayer(std::size_t l, Layer& layer, Visitor&& visit) {
  using detail::visitLinear;
  using detail::visitNorm;
  const std::string name = "encoder.layer." + std::to_string(l);
  visitLinear(name + ".attention.self.query", layer.attention.query, visit);
  visitLinear(name + ".attention.self.key", layer.attention.key, visit);
  visitLinear(name + ".attention.self.value", layer.attention.value, visit);
  visitLinear(name + ".attention.output.dense", layer.attention.output, visit);
  visitNorm(name + ".attention.output.LayerNorm", layer.attentionNorm, visit);
  visitLinear(name + ".intermediate.dense", layer.feedForward.expand, visit);
  visitLinear(name + ".output.dense", layer.feedForward.compress, visit);
  visitNorm(name + ".output.LayerNorm", layer.feedForwardNorm, visit);
}

template <typename Weights, typename Visitor>
void forEachParameter(Weights& weights, Visitor&& visit) {
  detail::visitTensor("embeddings.word_embeddings.weight", weights.embedding.tokens, visit);
  detail::visitTensor("embeddings.position_embeddings.weight", weights.embedding.positions, visit);
  detail::visitTensor("embeddings.token_type_embeddings.weight", weights.embedding.tokenTypes,
                      visit);
  detail::visitNorm("embeddings.LayerNorm", weights.embedding.norm, visit);
  for (std::size_t l = 0; l < weights.layers.size(); ++l)
    forEachParameterOfLayer(l, weights.layers[l], visit);
  detail::visitNorm("encoder.LayerNorm", weights.finalNorm, visit);
  detail::visitLinear("cls.predictions.transform.dense", weights.maskedWord.transform, visit);
  detail::visitNorm("cls.predictions.transform.LayerNorm", weights.maskedWord.norm, visit);
  detail::visitTensor("cls.predictions.bias", weights.maskedWord.bias, visit);
}

}  // namespace fovea
