#include "fovea/encoder.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "fovea/positional_encoding.h"
#include "weight_shapes.h"

namespace fovea {
namespace {

// Slots that a forward pass needs: with kNone a layer reads the slot of the one before it.
std::size_t slotCount(Capture capture, Index layers) {
  return static_cast<std::size_t>(capture == Capture::kAllLayers ? layers
                                                                 : std::min<Index>(layers, 2));
}

// The public functions that read activations, and would find no layers in fresh ones.
void requirePass(const EncoderActivations& activations) {
  if (activations.layers.empty())
    throw ModelError(ErrorCode::kInvalidInput,
                     "no forward pass yet: these activations hold nothing to read");
}

// A weight without a matrix of its own is packed already, and nothing has changed it.
void packWeight(LinearWeights& linear) {
  if (linear.weight.size() > 0) linear.pack();
}

}  // namespace

EncoderWeights EncoderWeights::zeros(const EncoderConfig& config) {
  EncoderWeights w;
  w.embedding = EmbeddingWeights::zeros(config);
  w.layers.assign(static_cast<std::size_t>(config.layers), EncoderLayerWeights::zeros(config));
  if (config.normOrder == NormOrder::kPre) w.finalNorm = LayerNormWeights::zeros(config.dModel);
  w.maskedWord = MaskedWordWeights::zeros(config);
  return w;
}

EncoderLayerActivations& EncoderActivations::layer(Index l) {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const EncoderLayerActivations& EncoderActivations::layer(Index l) const {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

Encoder::Encoder(const EncoderConfig& config, EncoderWeights weights)
    : config_(config), weights_(std::move(weights)) {
  validate(config_);
  checkShapes(config_, weights_);
  if (config_.positions == PositionEmbedding::kSinusoidal)
    sinusoidal_ = sinusoidalPositions(config_.maxPositions, config_.dModel);
  packWeights();
}

void Encoder::packWeights() {
  for (EncoderLayerWeights& layer : weights_.layers)
    for (LinearWeights* linear : linears(layer)) packWeight(*linear);
  if (config_.maskedWordHead) packWeight(weights_.maskedWord.transform);
}

void Encoder::forward(const TokenIds& ids, EncoderActivations& activations,
                      const ForwardOptions& options) const {
  const auto n = static_cast<Index>(ids.size());
  checkInput(ids, n, options.mask);
  checkPairs(std::int64_t{n} * n, options.capture);
  activations.sequences.assign(n);
  encode(ids, activations, options);
}

void Encoder::forward(const TokenIds& ids, const Sequences& sequences,
                      EncoderActivations& activations, const ForwardOptions& options) const {
  if (sequences.tokens() != static_cast<Index>(ids.size()))
    throw ModelError(ErrorCode::kInvalidInput,
                     "the sequences hold " + std::to_string(sequences.tokens()) +
                         " tokens, but there are " + std::to_string(ids.size()) + " ids");
  checkInput(ids, sequences.longest(), options.mask);
  checkPairs(sequences.pairs(), options.capture);
  activations.sequences = sequences;
  encode(ids, activations, options);
}

void Encoder::encode(const TokenIds& ids, EncoderActivations& activations,
                     const ForwardOptions& options) const {
  activations.capture = options.capture;
  activations.ids = ids;
  activations.predicted = false;
  activations.layers.resize(slotCount(options.capture, config_.layers));

  const Sequences& sequences = activations.sequences;
  embeddingForward(config_, weights_.embedding, sinusoidal_, ids, sequences, activations.embedding);
  for (Index l = 0; l < config_.layers; ++l) {
    encoderLayerForward(config_, weights_.layers[static_cast<std::size_t>(l)], sequences,
                        options.mask, layerInput(activations, l), activations.layer(l),
                        options.capture);
    if (options.afterLayer) options.afterLayer(l, activations.layer(l));
  }
  if (config_.normOrder == NormOrder::kPre)
    layerNormForward(weights_.finalNorm, config_.layerNormEps,
                     layerInput(activations, config_.layers), activations.finalNorm);
}

const Matrix& Encoder::layerInput(const EncoderActivations& activations, Index layer) const {
  return layer == 0 ? embeddingOutput(config_, activations.embedding)
                    : layerOutput(config_, activations.layer(layer - 1));
}

const Matrix& Encoder::output(const EncoderActivations& activations) const {
  requirePass(activations);
  return config_.normOrder == NormOrder::kPre ? activations.finalNorm.output
                                              : layerInput(activations, config_.layers);
}

void Encoder::predict(EncoderActivations& activations) const {
  if (!config_.maskedWordHead)
    throw ModelError(ErrorCode::kInvalidConfig,
                     "the model has no masked-word head (masked_word_head is false)");
  maskedWordForward(config_, weights_.maskedWord, weights_.embedding.tokens, output(activations),
                    activations.maskedWord);
  activations.predicted = true;
}

void Encoder::backward(const EncoderActivations& activations, const Matrix& dOutput,
                       EncoderWeights& gradient) const {
  requirePass(activations);
  if (activations.capture != Capture::kAllLayers)
    throw ModelError(ErrorCode::kInvalidInput, "backward needs a forward pass with kAllLayers");
  for (const EncoderLayerWeights& layer : weights_.layers)
    if (layer.attention.query.weight.size() == 0)
      throw ModelError(ErrorCode::kInvalidInput,
                       "backward needs weights that are not kept packed only, as readModel does");
  Matrix dX = dOutput;
  Matrix dInput;
  if (config_.normOrder == NormOrder::kPre) {
    layerNormBackward(weights_.finalNorm, layerInput(activations, config_.layers),
                      activations.finalNorm, dX, gradient.finalNorm, dInput);
    dX.swap(dInput);
  }
  for (Index l = config_.layers - 1; l >= 0; --l) {
    encoderLayerBackward(config_, weights_.layers[static_cast<std::size_t>(l)],
                         activations.sequences, layerInput(activations, l), activations.layer(l),
                         dX, gradient.layers[static_cast<std::size_t>(l)], dInput);
    dX.swap(dInput);
  }
  embeddingBackward(config_, weights_.embedding, activations.ids, activations.sequences,
                    activations.embedding, dX, gradient.embedding);
}

// Where an Index has 32 bits, the heads of a small model can already ask for more.
void Encoder::checkPairs(std::int64_t pairs, Capture capture) const {
  constexpr std::int64_t kMost = std::numeric_limits<Index>::max() / std::int64_t{sizeof(Scalar)};
  if (capture == Capture::kNone || pairs <= kMost / config_.heads) return;
  throw ModelError(ErrorCode::kInvalidInput,
                   "the attention of so many tokens has " + std::to_string(config_.heads) + " × " +
                       std::to_string(pairs) + " weights a layer, but at most " +
                       std::to_string(kMost) + " can be kept: encode fewer tokens");
}

void Encoder::checkInput(const TokenIds& ids, Index longest, const AttentionMask& mask) const {
  const auto invalid = [](const std::string& message) {
    throw ModelError(ErrorCode::kInvalidInput, message);
  };
  if (ids.empty()) invalid("no tokens to encode: give at least one id");
  if (longest > config_.maxPositions)
    invalid("a sequence of " + std::to_string(longest) + " tokens, but the model takes at most " +
            std::to_string(config_.maxPositions));
  if (!mask.keep.empty() && mask.keep.size() != ids.size())
    invalid("a mask of " + std::to_string(mask.keep.size()) + " entries for " +
            std::to_string(ids.size()) + " tokens");
  for (const auto id : ids) {
    if (id < 0 || id >= config_.vocabSize)
      invalid("token id " + std::to_string(id) + " is outside the vocabulary, 0 to " +
              std::to_string(config_.vocabSize - 1));
  }
}

}  // namespace fovea
