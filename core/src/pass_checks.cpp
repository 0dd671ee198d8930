#include "pass_checks.h"

#include <limits>
#include <string>

#include "fovea/decoder.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "stack_stages.h"

namespace fovea {
namespace {

void requireCount(const char* what, std::size_t found, Index right) {
  if (static_cast<Index>(found) != right)
    refuse(ErrorCode::kInvalidInput, "the pass has " + std::to_string(found) + " " + what +
                                         ", but the model has " + std::to_string(right));
}

[[noreturn]] void refuseShape(const std::string& what, Index rows, Index columns, Index rightRows,
                              Index rightColumns) {
  refuse(ErrorCode::kInvalidInput, what + " is " + std::to_string(rows) + " × " +
                                       std::to_string(columns) + ", but this pass needs " +
                                       std::to_string(rightRows) + " × " +
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

/// As many layers as the stack has, with what backward reads of them.
void requireLayers(const ModelConfig& config, StackKind kind, const StackActivations& activations,
                   const StackActivations& dActivations) {
  const StackActivations& pass = activations;
  requireCount("layers", pass.layers.size(), layersOf(config, kind));
  const Index n = pass.sequences.tokens();
  std::int64_t pairs = 0;
  for (Index i = 0; i < pass.memory.count(); ++i)
    pairs += std::int64_t{pass.sequences.length(i)} * pass.memory.length(i);
  for (std::size_t l = 0; l < pass.layers.size(); ++l) {
    const LayerActivations& a = pass.layers[l];
    const LayerActivations* const da =
        l < dActivations.layers.size() ? &dActivations.layers[l] : nullptr;
    requireAttention(config, {l, "attention."}, n, n, pass.sequences.pairs(), a.attention,
                     da == nullptr ? nullptr : &da->attention);
    if (hasCrossAttention(config, kind))
      requireAttention(config, {l, "crossAttention."}, n, pass.memory.tokens(), pairs,
                       a.crossAttention, da == nullptr ? nullptr : &da->crossAttention);
    if (config.hasExperts()) {
      requireMixture(config, l, n, a.mixture, da == nullptr ? nullptr : &da->mixture);
    } else {
      requireNetwork(config, {l, "feedForward."}, n, a.feedForward);
    }
  }
}

/// The config that a structure of this stack is checked by.
ModelConfig ofStack(const ModelConfig& config, StackKind kind) {
  return kWithVariants && kind == StackKind::kDecoder ? asDecoder(config) : config;
}

/// As many attention weights of one head as can be addressed.
/// Where an Index has 32 bits, the heads of a small model can already ask for more.
void checkPairs(const ModelConfig& config, std::int64_t pairs, Capture capture) {
  constexpr std::int64_t kMost = std::numeric_limits<Index>::max() / std::int64_t{sizeof(Scalar)};
  if (capture == Capture::kNone || pairs <= kMost / config.heads) return;
  refuse(ErrorCode::kInvalidInput, "the attention of so many tokens has " +
                                       std::to_string(config.heads) + " × " +
                                       std::to_string(pairs) + " weights a layer, but at most " +
                                       std::to_string(kMost) + " can be kept: encode fewer tokens");
}

}  // namespace

void requireShape(const char* what, const Matrix& matrix, Index rows, Index columns) {
  if (matrix.rows() != rows || matrix.cols() != columns)
    refuseShape(what, matrix.rows(), matrix.cols(), rows, columns);
}

void checkIds(const ModelConfig& config, const TokenIds& ids, Index longest) {
  if (ids.empty()) refuse(ErrorCode::kInvalidInput, "no tokens to encode: give at least one id");
  if (longest > config.maxPositions)
    refuse(ErrorCode::kInvalidInput, "a sequence of " + std::to_string(longest) +
                                         " tokens, but the model takes at most " +
                                         std::to_string(config.maxPositions));
  for (const auto id : ids)
    if (id < 0 || id >= config.vocabSize)
      refuse(ErrorCode::kInvalidInput, "token id " + std::to_string(id) +
                                           " is outside the vocabulary, 0 to " +
                                           std::to_string(config.vocabSize - 1));
}

void checkTokens(const TokenIds& ids, const Sequences& sequences) {
  if (sequences.tokens() != static_cast<Index>(ids.size()))
    refuse(ErrorCode::kInvalidInput, "the sequences hold " + std::to_string(sequences.tokens()) +
                                         " tokens, but there are " + std::to_string(ids.size()) +
                                         " ids");
}

void requirePass(const StackActivations& activations) {
  if (activations.layers.empty())
    refuse(ErrorCode::kInvalidInput, "no forward pass yet: these activations hold nothing to read");
}

void preparePass(const ModelConfig& config, StackKind kind, Capture capture,
                 const std::optional<Structure>& structure, StackActivations& activations) {
  StackActivations& a = activations;
  const ModelConfig own = ofStack(config, kind);
  a.structure = structure.value_or(Structure::of(own));
  a.capture = capture;
  validate(a.structure, own);
  if (capture == Capture::kNone && !runsInTiles(a.structure))
    refuse(ErrorCode::kInvalidInput,
           "softmax=columns and softmax=unshifted need a pass that captures all layers");
  for (Index l = 0; l < own.layers; ++l)
    if (a.structure.ofLayer(l).normOverTokens && a.sequences.count() != 1)
      refuse(ErrorCode::kInvalidInput, "norm_axis=tokens needs a pass of one sequence");
  checkPairs(config, a.sequences.pairs(), capture);
  if (a.memory.count() > 0)
    checkPairs(config,
               crossAttention(config, a.structure, a.ofLayers()).pairsBefore(a.memory.count()),
               capture);
  resizeLayers(config, own.layers, a);
}

void requireOwn(const ModelConfig& config, StackKind kind, const PassActivations& activations,
                const PassActivations& dActivations, const ModelWeights& gradient) {
  const PassActivations& a = activations;
  requirePass(a);
  if (a.capture != Capture::kAllLayers)
    refuse(ErrorCode::kInvalidInput, "backward needs a forward pass with kAllLayers");
  const std::string bug = bugOf(a.structure, ofStack(config, kind));
  if (!bug.empty())
    refuse(ErrorCode::kInvalidInput,
           bug + " runs forward only: no gradients are computed of a bug");
  const Index n = a.sequences.tokens();
  requireShape("the embedding", embeddingOutput(config, a.embedding), n, config.dModel);
  requireShape("the output of the pass", stackOutput(config, a), n, config.dModel);
  requireLayers(config, kind, a, dActivations);
  checkShapes(config, gradient, "a gradient");
}

}  // namespace fovea
