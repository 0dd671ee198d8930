#include "pass_checks.h"

#include <limits>
#include <string>

#include "fovea/error.h"

namespace fovea {
namespace {

[[noreturn]] void refusePass(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, message);
}

void requireCount(const char* what, std::size_t found, Index right) {
  if (static_cast<Index>(found) != right)
    refusePass("the pass has " + std::to_string(found) + " " + what + ", but the model has " +
               std::to_string(right));
}

[[noreturn]] void refuseShape(const std::string& what, Index rows, Index columns, Index rightRows,
                              Index rightColumns) {
  refusePass(what + " is " + std::to_string(rows) + " × " + std::to_string(columns) +
             ", but this pass needs " + std::to_string(rightRows) + " × " +
             std::to_string(rightColumns));
}

/// A part of a layer, whose name is made where one of its tensors is refused.
struct Part {
  std::size_t layer;
  const char* name;

  void require(const char* field, Index rows, Index columns, Index rightRows, Index rightColumns,
               const char* prefix = "") const {
    if (rows != rightRows || columns != rightColumns)
      refuseShape(prefix + ("layer " + std::to_string(layer)) + "'s " + name + field, rows, columns,
                  rightRows, rightColumns);
  }
  void require(const char* field, const Matrix& m, Index rows, Index columns) const {
    require(field, m.rows(), m.cols(), rows, columns);
  }
  /// What is added to the gradient of a tensor, if anything.
  void requireDirect(const char* field, Index size, Index right) const {
    if (size > 0) require(field, 1, size, 1, right, "the gradient of ");
  }
};

template <typename Layer>
const Layer* layerOrNone(const std::vector<Layer>& layers, std::size_t l) {
  return l < layers.size() ? &layers[l] : nullptr;
}

void requireAttention(const ModelConfig& config, const Part& part, Index n, Index keys,
                      std::int64_t pairs, const AttentionActivations& a,
                      const AttentionActivations* da) {
  const auto weights = static_cast<Index>(config.heads * pairs);
  part.require("query", a.query, n, config.dModel);
  part.require("key", a.key, keys, config.dKv());
  part.require("value", a.value, keys, config.dKv());
  part.require("heads", a.heads, n, config.dModel);
  part.require("weights", 1, a.weights.size(), 1, weights);
  if (da != nullptr) part.requireDirect("weights", da->weightsDirect.size(), weights);
}

void requireNetwork(const ModelConfig& config, const Part& part, Index n,
                    const FeedForwardActivations& a) {
  part.require("hidden", a.hidden, n, config.dFf);
  part.require("activated", a.activated, n, config.dFf);
  if (config.isGated()) part.require("gated", a.gated, n, config.dFf);
  part.require("output", a.output, n, config.dModel);
}

void requireMixture(const ModelConfig& config, std::size_t l, Index n, const MixtureActivations& a,
                    const MixtureActivations* da) {
  const Part part{l, "feedForward."};
  requireCount("experts", a.experts.size(), config.experts);
  part.require("probabilities", a.probabilities, n, config.experts);
  part.require("choice", a.choice, n, config.experts);
  if (da != nullptr)
    part.requireDirect("probabilities", da->probabilitiesDirect.size(), n * config.experts);
  for (const FeedForwardActivations& expert : a.experts)
    requireNetwork(config, {l, "experts."}, n, expert);
}

/// All but the attention to a memory.
template <typename Layer>
void requireLayer(const ModelConfig& config, std::size_t l, const Sequences& sequences,
                  const Layer& a, const Layer* da) {
  const Index n = sequences.tokens();
  requireAttention(config, {l, "attention."}, n, n, sequences.pairs(), a.attention,
                   da == nullptr ? nullptr : &da->attention);
  if (config.hasExperts())
    requireMixture(config, l, n, a.mixture, da == nullptr ? nullptr : &da->mixture);
  else
    requireNetwork(config, {l, "feedForward."}, n, a.feedForward);
}

}  // namespace

void requireShape(const char* what, const Matrix& matrix, Index rows, Index columns) {
  if (matrix.rows() != rows || matrix.cols() != columns)
    refuseShape(what, matrix.rows(), matrix.cols(), rows, columns);
}

void checkIds(const ModelConfig& config, const TokenIds& ids, Index longest) {
  if (ids.empty()) refusePass("no tokens to encode: give at least one id");
  if (longest > config.maxPositions)
    refusePass("a sequence of " + std::to_string(longest) +
               " tokens, but the model takes at most " + std::to_string(config.maxPositions));
  for (const auto id : ids)
    if (id < 0 || id >= config.vocabSize)
      refusePass("token id " + std::to_string(id) + " is outside the vocabulary, 0 to " +
                 std::to_string(config.vocabSize - 1));
}

// Where an Index has 32 bits, the heads of a small model can already ask for more.
void checkPairs(const ModelConfig& config, std::int64_t pairs, Capture capture) {
  constexpr std::int64_t kMost = std::numeric_limits<Index>::max() / std::int64_t{sizeof(Scalar)};
  if (capture == Capture::kNone || pairs <= kMost / config.heads) return;
  refusePass("the attention of so many tokens has " + std::to_string(config.heads) + " × " +
             std::to_string(pairs) + " weights a layer, but at most " + std::to_string(kMost) +
             " can be kept: encode fewer tokens");
}

void checkTokens(const TokenIds& ids, const Sequences& sequences) {
  if (sequences.tokens() != static_cast<Index>(ids.size()))
    refusePass("the sequences hold " + std::to_string(sequences.tokens()) +
               " tokens, but there are " + std::to_string(ids.size()) + " ids");
}

void checkRun(const ModelConfig& config, const Structure& structure, Capture capture,
              const Sequences& sequences) {
  validate(structure, config);
  if (capture == Capture::kNone && !runsInTiles(structure))
    refusePass("softmax=columns and softmax=unshifted need a pass that captures all layers");
  for (Index l = 0; l < config.layers; ++l)
    if (structure.ofLayer(l).normOverTokens && sequences.count() != 1)
      refusePass("norm_axis=tokens needs a pass of one sequence");
}

void requireDifferentiable(const ModelConfig& config, const Structure& structure, Capture capture) {
  if (capture != Capture::kAllLayers) refusePass("backward needs a forward pass with kAllLayers");
  const std::string bug = bugOf(structure, config);
  if (!bug.empty()) refusePass(bug + " runs forward only: no gradients are computed of a bug");
}

void requireLayers(const ModelConfig& config, const Sequences& sequences,
                   const std::vector<EncoderLayerActivations>& layers,
                   const std::vector<EncoderLayerActivations>& dLayers) {
  requireCount("layers", layers.size(), config.layers);
  for (std::size_t l = 0; l < layers.size(); ++l)
    requireLayer(config, l, sequences, layers[l], layerOrNone(dLayers, l));
}

void requireLayers(const ModelConfig& config, const Sequences& sequences, const Sequences& memory,
                   const std::vector<DecoderLayerActivations>& layers,
                   const std::vector<DecoderLayerActivations>& dLayers) {
  requireCount("layers", layers.size(), config.decoderLayers);
  std::int64_t pairs = 0;
  for (Index i = 0; i < memory.count(); ++i) pairs += sequences.length(i) * memory.length(i);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const DecoderLayerActivations* const da = layerOrNone(dLayers, l);
    requireLayer(config, l, sequences, layers[l], da);
    if (config.decoderHasMemory())
      requireAttention(config, {l, "crossAttention."}, sequences.tokens(), memory.tokens(), pairs,
                       layers[l].crossAttention, da == nullptr ? nullptr : &da->crossAttention);
  }
}

}  // namespace fovea
