#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/safetensors.h"

namespace fovea {

/// How a parameter is initialised: 0, 1, N(0, 0.02²), Xavier-uniform (Glorot & Bengio 2010), or
/// U(±1/√in).
enum class Initial { kZero, kOne, kNormal, kXavier, kUniform };

/// A tensor that a model has to learn.
struct Parameter {
  std::string name;          ///< in the model file
  std::vector<Index> shape;  ///< with a dimension of 0 if the config has no such parameter
  Initial initial;           ///< how it is initialised

  /// How many numbers it has.
  Index size() const;
};

/// The schema of parameters, from which zeros, checks, counts, loading, saving and the optimiser
/// are derived: calls visit(parameter, field) for each, in a fixed order. A field is a Matrix, a
/// RowVector, or a LinearWeights that stands for its weight; it is const if the weights are.
template <typename Weights, typename Visitor>
void forEachParameter(const ModelConfig& config, Weights& weights, Visitor&& visit);

/// The same for one layer, the unit in which files are read.
template <typename Layer, typename Visitor>
void forEachParameterOfLayer(const ModelConfig& config, StackKind kind, std::size_t l, Layer& layer,
                             Visitor&& visit);

/// Calls visit(name, tensor) for every parameter that these weights have, in the schema's order;
/// the tensor is a Matrix or a RowVector. If const weights keep only the packed copy of a weight,
/// it is unpacked for the visit.
template <typename Weights, typename Visitor>
void forEachParameter(Weights& weights, Visitor&& visit);

/// Weights with as many layers and experts as the config says, all still empty.
ModelWeights withLayers(const ModelConfig& config);

/// Everything except the layers, as zeros in the shapes of the config; no layers.
ModelWeights zerosBesideLayers(const ModelConfig& config);

/// How many numbers a model of this config has to learn.
Index parameterCount(const ModelConfig& config);

/// Throws ModelError{kTensorShape} naming the first tensor whose shape is not what the config
/// implies: the kernels rely on the config and would read beyond the tensor. Additional parameters
/// are allowed. `what` names the weights in the message.
void checkShapes(const ModelConfig& config, const ModelWeights& weights,
                 const std::string& what = "weights");

/// Every parameter for a file, narrowed to the dtype, with `prefix` before its name. With kI8, a
/// matrix is stored as I8, its "….weight" followed by an F32 tensor "….scale" with one scale per
/// row; the vectors, a hundredth of the numbers, are stored as F16.
std::vector<TensorToWrite> tensorsToWrite(const ModelWeights& weights, Dtype dtype,
                                          const std::string& prefix = "");

/// Random weights according to the schema, the same for the same seed on every machine. With a
/// deviation, matrices that would be Xavier-uniform are drawn from a normal distribution.
ModelWeights initialWeights(const ModelConfig& config, std::uint64_t seed, double deviation = 0);

// --- how it is done ----------------------------------------------------------------------------

namespace detail {

template <typename Linear, typename Visitor>
void visitLinear(const std::string& name, Index out, Index in, Initial initial, Linear& linear,
                 Visitor& visit) {
  visit(Parameter{name + ".weight", {out, in}, initial}, linear);
  visit(Parameter{name + ".bias", {out}, Initial::kZero}, linear.bias);
}

template <typename Norm, typename Visitor>
void visitNorm(const ModelConfig& c, const std::string& name, Index d, Norm& norm, Visitor& visit) {
  const Index biases = c.isRms() ? 0 : d;
  visit(Parameter{name + ".weight", {d}, Initial::kOne}, norm.gamma);
  visit(Parameter{name + ".bias", {biases}, Initial::kZero}, norm.beta);
}

template <typename Embedding, typename Visitor>
void visitEmbedding(const ModelConfig& c, Embedding& embedding, Visitor& visit) {
  const Index positions = c.positions == PositionEmbedding::kAbsolute ? c.maxPositions : 0;
  const auto table = [&](const char* name, Index rows, auto& tensor) {
    visit(
        Parameter{std::string("embeddings.") + name, {rows, c.embeddingWidth()}, Initial::kNormal},
        tensor);
  };
  table("word_embeddings.weight", c.vocabSize, embedding.tokens);
  table("position_embeddings.weight", positions, embedding.positions);
  table("token_type_embeddings.weight", c.typeVocabSize, embedding.tokenTypes);
  if (kWithVariants)
    visitLinear("embeddings.patch_embeddings.projection", c.imageSize > 0 ? c.dModel : 0,
                c.imageSize > 0 ? c.patchNumbers() : 0, Initial::kXavier, embedding.patches, visit);
  visitNorm(c, "embeddings.LayerNorm", c.embeddingNorm ? c.embeddingWidth() : 0, embedding.norm,
            visit);
  if (kWithVariants)
    visitLinear("embeddings_project", c.projectsEmbedding() ? c.dModel : 0,
                c.projectsEmbedding() ? c.embeddingWidth() : 0, Initial::kXavier,
                embedding.projection, visit);
}

template <typename Head, typename Visitor>
void visitHead(const ModelConfig& c, Head& head, Visitor& visit) {
  const Index in = c.maskedWordHead ? c.dModel : 0;
  const Index d = c.maskedWordHead ? c.embeddingWidth() : 0;
  const std::string transform = "cls.predictions.transform";
  visitLinear(transform + ".dense", d, in, Initial::kUniform, head.transform, visit);
  visitNorm(c, transform + ".LayerNorm", d, head.norm, visit);
  visit(Parameter{"cls.predictions.bias", {c.maskedWordHead ? c.vocabSize : 0}, Initial::kZero},
        head.bias);
}

/// An attention sublayer; d is 0 where there is none.
template <typename Attention, typename Norm, typename Visitor>
void visitAttention(const std::string& name, const ModelConfig& c, Index d, Index normWidth,
                    Attention& attention, Norm& norm, Visitor& visit) {
  const auto linear = [&](const char* part, Index out, auto& weights) {
    visitLinear(name + part, out, d, Initial::kXavier, weights, visit);
  };
  const Index shared = d == 0 ? 0 : c.dKv();
  linear(".self.query", d, attention.query);
  linear(".self.key", shared, attention.key);
  linear(".self.value", shared, attention.value);
  linear(".output.dense", d, attention.output);
  visitNorm(c, name + ".output.LayerNorm", normWidth, norm, visit);
}

/// A feed-forward network.
template <typename FeedForward, typename Visitor>
void visitNetwork(const ModelConfig& c, const std::string& name, bool isThere,
                  FeedForward& feedForward, Visitor& visit) {
  const auto linear = [&](const char* part, bool has, Index out, Index in, auto& weights) {
    visitLinear(name + part, has ? out : 0, has ? in : 0, Initial::kXavier, weights, visit);
  };
  linear(".intermediate.dense", isThere, c.dFf, c.dModel, feedForward.expand);
  if (kWithVariants)
    linear(".intermediate.up", isThere && c.gated, c.dFf, c.dModel, feedForward.up);
  linear(".output.dense", isThere, c.dModel, c.dFf, feedForward.compress);
}

/// The feed-forward sublayer: one network, or experts and their router.
template <typename Layer, typename Visitor>
void visitFeedForward(const std::string& name, const ModelConfig& c, Layer& layer, Visitor& visit) {
  visitNetwork(c, name, !c.hasExperts(), layer.feedForward, visit);
  if constexpr (kWithVariants) {
    visitLinear(name + ".router", c.experts, c.experts > 0 ? c.dModel : 0, Initial::kXavier,
                layer.mixture.router, visit);
    for (std::size_t e = 0; e < layer.mixture.experts.size(); ++e)
      visitNetwork(c, name + ".experts." + std::to_string(e), true, layer.mixture.experts[e],
                   visit);
  }
  visitNorm(c, name + ".output.LayerNorm", c.dModel, layer.feedForwardNorm, visit);
}

}  // namespace detail

template <typename Layer, typename Visitor>
void forEachParameterOfLayer(const ModelConfig& config, StackKind kind, std::size_t l, Layer& layer,
                             Visitor&& visit) {
  const std::string name = std::string(kind == StackKind::kDecoder ? "decoder" : "encoder") +
                           ".layer." + std::to_string(l);
  const Index normWidth = config.hasAttentionNorm(static_cast<Index>(l)) ? config.dModel : 0;
  detail::visitAttention(name + ".attention", config, config.dModel, normWidth, layer.attention,
                         layer.attentionNorm, visit);
  if (kWithVariants && kind == StackKind::kDecoder)
    detail::visitAttention(name + ".crossattention", config, config.layers > 0 ? config.dModel : 0,
                           config.layers > 0 ? config.dModel : 0, layer.crossAttention,
                           layer.crossAttentionNorm, visit);
  detail::visitFeedForward(name, config, layer, visit);
}

namespace detail {

template <typename Stack, typename Visitor>
void visitStack(const ModelConfig& c, StackKind kind, Stack& stack, Visitor& visit) {
  for (std::size_t l = 0; l < stack.layers.size(); ++l)
    forEachParameterOfLayer(c, kind, l, stack.layers[l], visit);
  if constexpr (kWithVariants)
    if (kind == StackKind::kEncoder)
      visit(Parameter{"encoder.relative_attention_bias.weight",
                      {c.relativeBuckets, c.relativeBuckets > 0 ? c.heads : 0},
                      Initial::kNormal},
            stack.relativeBias);
  const bool hasNorm = c.normOrder == NormOrder::kPre && layersOf(c, kind) > 0;
  visitNorm(c, kind == StackKind::kDecoder ? "decoder.LayerNorm" : "encoder.LayerNorm",
            hasNorm ? c.dModel : 0, stack.finalNorm, visit);
}

}  // namespace detail

template <typename Weights, typename Visitor>
void forEachParameter(const ModelConfig& config, Weights& weights, Visitor&& visit) {
  detail::visitEmbedding(config, weights.embedding, visit);
  detail::visitStack(config, StackKind::kEncoder, weights, visit);
  detail::visitHead(config, weights.maskedWord, visit);
  if (!kWithVariants) return;
  detail::visitStack(config, StackKind::kDecoder, weights.decoder, visit);
  const bool pictures = config.imageSize > 0;
  detail::visitLinear("classifier", pictures ? config.answers : 0, pictures ? config.dModel : 0,
                      Initial::kXavier, weights.answer, visit);
}

namespace detail {

/// Passes on the tensors that exist, with their names.
template <typename Visitor>
struct VisitTensors {
  Visitor& visit;  ///< called with a name and a tensor

  /// A matrix or a vector.
  template <typename Tensor>
  void operator()(const Parameter& parameter, Tensor& tensor) const {
    if (tensor.size() > 0) visit(parameter.name, tensor);
  }
  /// The weight of a linear layer.
  void operator()(const Parameter& parameter, LinearWeights& linear) const {
    (*this)(parameter, linear.weight);
  }
  /// The same for const weights, unpacked if only the packed copy is kept.
  void operator()(const Parameter& parameter, const LinearWeights& linear) const {
    if (linear.weight.size() > 0 || linear.packed.empty()) return (*this)(parameter, linear.weight);
    const Matrix weight = linear.unpacked();
    (*this)(parameter, weight);
  }
};

}  // namespace detail

template <typename Weights, typename Visitor>
void forEachParameter(Weights& weights, Visitor&& visit) {
  const ModelConfig any;  // what is there is visited, whatever the shapes
  forEachParameter(any, weights, detail::VisitTensors<std::remove_reference_t<Visitor>>{visit});
}

}  // namespace fovea
