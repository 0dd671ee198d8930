#include "fovea/encoder.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "fovea/cross_entropy.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/positional_encoding.h"
#include "pass_checks.h"
#include "pass_stages.h"

namespace fovea {
namespace {

// A weight without a matrix of its own is packed already, and nothing has changed it.
void packWeight(LinearWeights& linear) {
  if (linear.weight.size() > 0) linear.pack();
}

void requireToken(const EncoderActivations& activations, Index token) {
  const Index n = activations.sequences.tokens();
  if (token < 0 || token >= n)
    refuse(ErrorCode::kInvalidInput, "there is no token " + std::to_string(token) +
                                         ": the tokens are 0 to " + std::to_string(n - 1));
}

bool changesPrediction(const ForwardOptions& options) {
  return std::any_of(options.interventions.begin(), options.interventions.end(),
                     [](const Intervention& each) {
                       const std::string& name = each.region.tensor;
                       return name == "logits" || name.rfind("prediction.", 0) == 0;
                     });
}

}  // namespace

Encoder::Encoder(const ModelConfig& config, ModelWeights weights)
    : config_(config), weights_(std::move(weights)) {
  validate(config_);
  checkShapes(config_, weights_);
  if (config_.positions == PositionEmbedding::kSinusoidal)
    sinusoids_ = config_.readsPictures()
                     ? patchPositions(config_.imageSize / config_.patchSize, config_.dModel)
                     : sinusoidalPositions(config_.maxPositions, config_.dModel);
  packWeights();
}

void Encoder::updateWeights(const std::function<void(ModelWeights&)>& update) {
  update(weights_);
  dropIntegers();
  checkShapes(config_, weights_);
  packWeights();
}

void Encoder::dropIntegers() {
  if (!kWithIntegers) return;
  for (StackWeights* stack : {static_cast<StackWeights*>(&weights_), &weights_.decoder})
    for (LayerWeights& layer : stack->layers)
      for (LinearWeights* linear : linears(layer)) linear->integers.clear();
  weights_.maskedWord.transform.integers.clear();
  weights_.embedding.integerTokens.clear();
}

void Encoder::packWeights() {
  for (LayerWeights& layer : weights_.layers)
    for (LinearWeights* linear : linears(layer)) packWeight(*linear);
  if (kWithVariants)
    for (LayerWeights& layer : weights_.decoder.layers)
      for (LinearWeights* linear : linears(layer)) packWeight(*linear);
  if (config_.maskedWordHead) packWeight(weights_.maskedWord.transform);
  if (config_.projectsEmbedding()) packWeight(weights_.embedding.projection);
  if (config_.maskedWordHead || config_.hasDecoder())
    weights_.embedding.packedTokens.assign(strided(weights_.embedding.tokens).transposed());
  if (config_.readsPictures()) {
    packWeight(weights_.embedding.patches);
    packWeight(weights_.answer);
  }
}

void Encoder::forward(const TokenIds& ids, EncoderActivations& activations,
                      const ForwardOptions& options) const {
  const auto n = static_cast<Index>(ids.size());
  checkInput(ids, n, options.mask);
  activations.sequences.assign(n);
  encode(ids, activations, options);
}

void Encoder::forward(const TokenIds& ids, const Sequences& sequences,
                      EncoderActivations& activations, const ForwardOptions& options) const {
  checkTokens(ids, sequences);
  checkInput(ids, sequences.longest(), options.mask);
  activations.sequences = sequences;
  encode(ids, activations, options);
}

void Encoder::encode(const TokenIds& ids, EncoderActivations& activations,
                     const ForwardOptions& options) const {
  EncoderActivations& a = activations;
  preparePass(config_, StackKind::kEncoder, options.capture, options.structure, a);
  a.ids = ids;
  applyMask(options.mask, a);
  a.predicted = false;
  if (kWithVariants) setTokenTypes(options.tokenTypes, a);
  const auto lookUp = [&] {
    embeddingLookUp(config_, a.structure, weights_.embedding, sinusoids_, ids, a.sequences,
                    a.embedding);
  };
  const auto afterLayer = [&](Index l) {
    if (options.afterLayer) options.afterLayer(l, a.layer(l));
  };
  runStages(config_, options.interventions, a, [&](auto& run) {
    passStages(run, config_, weights_.embedding, weights_, nullptr, a, lookUp, afterLayer);
  });
}

void Encoder::setTokenTypes(const VariantList<TokenIds>& types,
                            EncoderActivations& activations) const {
  activations.embedding.types.clear();
  if (types.empty() || config_.typeVocabSize == 0) return;
  if (types.size() != activations.ids.size())
    refuse(ErrorCode::kInvalidInput, std::to_string(types.size()) + " token types for " +
                                         std::to_string(activations.ids.size()) + " tokens");
  for (const std::int32_t type : types)
    if (type < 0 || type >= config_.typeVocabSize)
      refuse(ErrorCode::kInvalidInput, "there is no token type " + std::to_string(type) +
                                           ": the model has 0 to " +
                                           std::to_string(config_.typeVocabSize - 1));
  activations.embedding.types = types;
}

/// The caller's mask, and what the structure hides besides.
void Encoder::applyMask(const AttentionMask& mask, EncoderActivations& activations) const {
  const MaskKind kind = activations.structure.mask;
  AttentionMask& result = activations.mask;
  result = mask;
  if (kind == MaskKind::kCausal || kind == MaskKind::kLeaky) result.causal = true;
  if (kind == MaskKind::kLeaky) result.leaky = true;
  if (kind != MaskKind::kPadding) return;
  result.keep.resize(activations.ids.size(), 1);
  for (std::size_t i = 0; i < activations.ids.size(); ++i)
    if (activations.ids[i] == config_.padTokenId) result.keep[i] = 0;
}

const Matrix& Encoder::output(const EncoderActivations& activations) const {
  requirePass(activations);
  const Matrix& output = stackOutput(config_, activations);
  requireShape("the output of the pass", output, activations.sequences.tokens(), config_.dModel);
  return output;
}

void Encoder::requireHead() const {
  if (!config_.maskedWordHead)
    refuse(ErrorCode::kInvalidConfig,
           "the model has no masked-word head (masked_word_head is false)");
}

void Encoder::requirePrediction(const EncoderActivations& a) const {
  requireHead();
  if (!a.predicted)
    refuse(ErrorCode::kInvalidInput, "no prediction yet: predict before the backward pass");
  const Index n = a.sequences.tokens();
  requireShape("the head's hidden", a.maskedWord.hidden, n, config_.embeddingWidth());
  requireShape("the logits of the prediction", a.maskedWord.logits, n, config_.vocabSize);
}

void Encoder::predict(EncoderActivations& activations) const { predict(activations, {}); }

void Encoder::predict(EncoderActivations& activations, const ForwardOptions& options) const {
  requireHead();
  const Matrix& x = output(activations);
  MaskedWordActivations& m = activations.maskedWord;
  const MaskedWordWeights& weights = weights_.maskedWord;
  runStages(config_, options.interventions, activations, [&](auto& run) {
    run([&] { linearForward(weights.transform, x, m.hidden, activations.capture); }, m.hidden);
    run([&] { activationForward(config_.activation, m.hidden, m.activated); }, m.activated);
    layerNormStages(run, weights.norm, config_.layerNormEps, m.activated, m.norm);
    run([&] { maskedWordLogits(weights, weights_.embedding, m, activations.capture); }, m.logits);
  });
  activations.predicted = true;
}

RowVector Encoder::predictToken(EncoderActivations& activations, Index token,
                                const ForwardOptions& options) const {
  requireHead();
  requirePass(activations);
  requireToken(activations, token);
  if (changesPrediction(options)) {
    predict(activations, options);
    return activations.maskedWord.logits.row(token);
  }
  MaskedWordActivations m;
  maskedWordForward(config_, weights_.maskedWord, weights_.embedding,
                    output(activations).row(token), m, activations.capture);
  return m.logits;
}

void Encoder::requirePassOf(const EncoderActivations& a, const EncoderActivations& dActivations,
                            const ModelWeights& gradient) const {
  requireOwn(config_, StackKind::kEncoder, a, dActivations, gradient);
  checkTokens(a.ids, a.sequences);
  checkIds(config_, a.ids, a.sequences.longest());
}

void Encoder::backward(const EncoderActivations& activations, const Matrix& dOutput,
                       EncoderActivations& dActivations, ModelWeights& gradient) const {
  requirePassOf(activations, dActivations, gradient);
  requireShape("the gradient of the output", dOutput, activations.sequences.tokens(),
               config_.dModel);
  dActivations.ids = activations.ids;
  dActivations.predicted = false;
  stackBackward(config_, weights_, embeddingOutput(config_, activations.embedding), nullptr,
                activations, dOutput, dActivations, gradient,
                embeddingOutput(config_, dActivations.embedding), nullptr);
  embeddingBackward(config_, activations.structure, weights_.embedding, activations.ids,
                    activations.sequences, activations.embedding, dActivations.embedding,
                    gradient.embedding);
}

void Encoder::backwardFromLogits(const EncoderActivations& activations, const Matrix& dLogits,
                                 EncoderActivations& dActivations, ModelWeights& gradient) const {
  requirePassOf(activations, dActivations, gradient);
  requirePrediction(activations);
  requireShape("the gradient of the logits", dLogits, activations.sequences.tokens(),
               config_.vocabSize);
  dActivations.maskedWord.logits = dLogits;
  Matrix dOutput;
  maskedWordBackward(config_, weights_.maskedWord, weights_.embedding.tokens, output(activations),
                     activations.maskedWord, dActivations.maskedWord, gradient.maskedWord,
                     gradient.embedding.tokens, dOutput);
  backward(activations, dOutput, dActivations, gradient);
  dActivations.predicted = true;
}

double Encoder::backward(const EncoderActivations& activations, const PredictionLoss& loss,
                         EncoderActivations& dActivations, ModelWeights& gradient) const {
  requirePassOf(activations, dActivations, gradient);
  requirePrediction(activations);
  const Index n = activations.sequences.tokens();
  if (loss.token < 0 || loss.token >= n)
    refuse(ErrorCode::kInvalidInput, "the loss is at token " + std::to_string(loss.token) +
                                         ", but the tokens are 0 to " + std::to_string(n - 1));
  if (loss.piece < 0 || loss.piece >= config_.vocabSize)
    refuse(ErrorCode::kInvalidInput, "the loss asks for piece " + std::to_string(loss.piece) +
                                         ", but the pieces are 0 to " +
                                         std::to_string(config_.vocabSize - 1));
  const Matrix& logits = activations.maskedWord.logits;
  Matrix dRow;
  const double value = crossEntropy(logits.row(loss.token), {loss.piece}, 1, dRow);
  Matrix dLogits = Matrix::Zero(n, config_.vocabSize);
  dLogits.row(loss.token) = dRow;
  backwardFromLogits(activations, dLogits, dActivations, gradient);
  return value;
}

void Encoder::checkInput(const TokenIds& ids, Index longest, const AttentionMask& mask) const {
  if (config_.layers == 0)
    refuse(ErrorCode::kInvalidConfig,
           "the model has no encoder (num_hidden_layers is 0): it is only a decoder");
  if (config_.readsPictures())
    refuse(ErrorCode::kInvalidConfig, "the model reads pictures (image_size is " +
                                          std::to_string(config_.imageSize) + "), not text");
  checkIds(config_, ids, longest);
  if (!mask.keep.empty() && mask.keep.size() != ids.size())
    refuse(ErrorCode::kInvalidInput, "the mask has " + std::to_string(mask.keep.size()) +
                                         " entries for " + std::to_string(ids.size()) + " tokens");
}

}  // namespace fovea
