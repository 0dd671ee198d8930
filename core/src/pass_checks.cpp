#include "pass_checks.h"

#include <limits>
#include <string>

#include "fovea/decoder.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "stack_stages.h"
#include "trace_fields.h"

namespace fovea {
namespace {

void requireCount(const char* what, std::size_t found, Index right) {
  if (static_cast<Index>(found) != right)
    refuse(ErrorCode::kInvalidInput, "the pass has " + std::to_string(found) + " " + what +
                                         ", but the model has " + std::to_string(right));
}

void requireShape(const std::string& what, Index rows, Index columns, Index rightRows,
                  Index rightColumns) {
  if (rows == rightRows && columns == rightColumns) return;
  refuse(ErrorCode::kInvalidInput, what + " is " + std::to_string(rows) + " × " +
                                       std::to_string(columns) + ", but this pass needs " +
                                       std::to_string(rightRows) + " × " +
                                       std::to_string(rightColumns));
}

/// What is added to the gradient of a tensor, if anything, has its shape.
void requireDirect(const std::string& what, Index found, Index right) {
  if (found > 0) requireShape("the gradient of " + what, 1, found, 1, right);
}

/// Refuses a tensor of a layer that has another shape than its axes say. Several sequences have as
/// many scores of a head as `pairs` says, those of cross-attention as `crossPairs`.
struct RequireField {
  Index layer;
  std::int64_t pairs;
  std::int64_t crossPairs;

  void operator()(const Field& field) const {
    const std::vector<Axis>& axes = field.axes;
    Index rows = 1;
    Index columns = axes.back().size;
    if (axes.size() == 2) rows = axes.front().size;
    if (axes.size() == 3)
      columns =
          axes.front().size *
          static_cast<Index>(field.name.rfind("crossAttention.", 0) == 0 ? crossPairs : pairs);
    const bool isRead = field.name.find(".scores") == std::string::npos;  // weights are
    if (isRead && (field.rows != rows || field.columns != columns))
      requireShape("layer " + std::to_string(layer) + "'s " + field.name, field.rows, field.columns,
                   rows, columns);
  }
};

/// As many layers and experts as the stack has, with what backward reads of them.
void requireLayers(const ModelConfig& config, StackKind kind, const StackActivations& activations,
                   const StackActivations& dActivations) {
  const StackActivations& pass = activations;
  requireCount("layers", pass.layers.size(), layersOf(config, kind));
  std::int64_t crossPairs = 0;
  for (Index i = 0; i < pass.memory.count(); ++i)
    crossPairs += std::int64_t{pass.sequences.length(i)} * pass.memory.length(i);
  for (std::size_t l = 0; l < pass.layers.size(); ++l) {
    if (config.hasExperts())
      requireCount("experts", pass.layers[l].mixture.experts.size(), config.experts);
    const auto number = static_cast<Index>(l);
    forEachFieldOfLayer(config, pass, number,
                        RequireField{number, pass.sequences.pairs(), crossPairs});
    const Matrix& copied = pass.layers[l].attentionNorm.output;
    if (!config.hasAttentionNorm(number) && pass.structure.norm != NormOrder::kNone)
      requireShape("the copy in place of layer 0's attention.norm", copied.rows(), copied.cols(),
                   pass.sequences.tokens(), config.dModel);
    if (l >= dActivations.layers.size()) continue;
    const LayerActivations& da = dActivations.layers[l];
    const std::string layer = "layer " + std::to_string(l) + "'s ";
    requireDirect(layer + "attention.weights", da.attention.weightsDirect.size(),
                  pass.layers[l].attention.weights.size());
    requireDirect(layer + "crossAttention.weights", da.crossAttention.weightsDirect.size(),
                  pass.layers[l].crossAttention.weights.size());
    requireDirect(layer + "feedForward.probabilities", da.mixture.probabilitiesDirect.size(),
                  pass.layers[l].mixture.probabilities.size());
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
  refuse(ErrorCode::kInvalidInput, "the attention of this many tokens has " +
                                       std::to_string(config.heads) + " × " +
                                       std::to_string(pairs) + " weights per layer, but at most " +
                                       std::to_string(kMost) + " can be kept: encode fewer tokens");
}

}  // namespace

void requireShape(const char* what, const Matrix& matrix, Index rows, Index columns) {
  // A string would be made in every pass.
  if (matrix.rows() != rows || matrix.cols() != columns)
    requireShape(what, matrix.rows(), matrix.cols(), rows, columns);
}

void checkIds(const ModelConfig& config, const TokenIds& ids, Index longest) {
  if (ids.empty()) refuse(ErrorCode::kInvalidInput, "no tokens to encode: give at least one id");
  if (longest > config.maxPositions)
    refuse(ErrorCode::kInvalidInput, "a sequence has " + std::to_string(longest) +
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
    if (a.structure.ofLayer(l).bugs.normOverTokens && a.sequences.count() != 1)
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
    refuse(ErrorCode::kInvalidInput, bug + " runs forward only: a bug has no gradients");
  const Index n = a.sequences.tokens();
  requireShape("the output of the pass", stackOutput(config, a), n, config.dModel);
  requireShape("the embedding", embeddingOutput(config, a.embedding), n, config.dModel);
  requireLayers(config, kind, a, dActivations);
  checkShapes(config, gradient, "a gradient");
}

}  // namespace fovea
