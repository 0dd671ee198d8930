#include "fovea/train/recurrent_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fovea/error.h"
#include "fovea/positional_encoding.h"
#include "fovea/random.h"

namespace fovea {
namespace {

// LSTMs draw from a stream of their own, so that embedding and head are the encoder's.
constexpr std::uint64_t kLstmStream = 0x157A;

struct SetZero {
  void operator()(const Parameter& parameter, Matrix& m) const {
    m.setZero(parameter.shape[0], parameter.shape[1]);
  }
  void operator()(const Parameter& parameter, RowVector& v) const { v.setZero(parameter.shape[0]); }
  void operator()(const Parameter& parameter, LinearWeights& linear) const {
    (*this)(parameter, linear.weight);
  }
};

void drawUniform(Random& random, Matrix& m) {
  const double bound = 1 / std::sqrt(static_cast<double>(m.cols()));
  for (Scalar& x : m.reshaped<Eigen::RowMajor>())
    x = static_cast<Scalar>(bound * (2 * random.uniform() - 1));
}

void begin(Random& random, LstmWeights& lstm) {
  drawUniform(random, lstm.input.weight);
  drawUniform(random, lstm.recurrent.weight);
  lstm.input.bias.segment(lstm.states(), lstm.states()).setOnes();
}

// What else an encoder can have, it would be compared without.
void requirePlain(const ModelConfig& config) {
  validate(config);
  if (config.dModel % 4 != 0)
    refuse(ErrorCode::kInvalidConfig,
           "the recurrent network needs a hidden_size that is a multiple of 4, not " +
               std::to_string(config.dModel));
  if (config.dFf != 4 * config.dModel)
    refuse(ErrorCode::kInvalidConfig,
           "the recurrent network needs an intermediate_size of 4 times the hidden_size");
  if (config.normOrder == NormOrder::kPre)
    refuse(ErrorCode::kInvalidConfig,
           "the recurrent network can only have its norms after the residual connections");
  const bool variant = config.isGated() || config.isRms() || config.hasExperts() ||
                       config.hasDecoder() || config.dKv() != config.dModel ||
                       config.positions == PositionEmbedding::kRotary ||
                       config.positions == PositionEmbedding::kAlibi;
  if (variant || config.layers == 0)
    refuse(ErrorCode::kInvalidConfig,
           "the recurrent network stands in for a plain encoder, not for a variant of it");
}

void requireIds(const ModelConfig& config, const TokenIds& ids, const Sequences& sequences) {
  const auto known = [&](std::int32_t id) { return id >= 0 && id < config.vocabSize; };
  if (ids.empty() || sequences.tokens() != static_cast<Index>(ids.size()) ||
      sequences.longest() > config.maxPositions || !std::all_of(ids.begin(), ids.end(), known))
    refuse(ErrorCode::kInvalidInput, "the recurrent network reads sequences of 1 to " +
                                         std::to_string(config.maxPositions) + " ids from 0 to " +
                                         std::to_string(config.vocabSize - 1));
}

struct RequireShape {
  void operator()(const Parameter& parameter, const Matrix& m) const {
    require(parameter, {m.rows(), m.cols()});
  }
  void operator()(const Parameter& parameter, const RowVector& v) const {
    require(parameter, {v.size()});
  }
  void operator()(const Parameter& parameter, const LinearWeights& linear) const {
    (*this)(parameter, linear.weight);
  }

 private:
  static void require(const Parameter& parameter, const std::vector<Index>& shape) {
    if (parameter.size() > 0 && shape != parameter.shape)
      refuse(
          ErrorCode::kTensorShape,
          parameter.name + " has another shape than the config of the recurrent network implies");
  }
};

void requireShapes(const ModelConfig& config, const RecurrentWeights& weights) {
  if (static_cast<Index>(weights.layers.size()) != config.layers)
    refuse(ErrorCode::kTensorShape, std::to_string(weights.layers.size()) +
                                        " layers, but the config of the recurrent network has " +
                                        std::to_string(config.layers));
  forEachParameter(config, weights, RequireShape());
}

}  // namespace

RecurrentWeights RecurrentWeights::zeros(const ModelConfig& config) {
  RecurrentWeights weights;
  weights.layers.resize(static_cast<std::size_t>(config.layers));
  forEachParameter(config, weights, SetZero());
  return weights;
}

RecurrentWeights initialRecurrentWeights(const ModelConfig& config, std::uint64_t seed) {
  ModelWeights encoder = initialWeights(config, seed);
  RecurrentWeights weights = RecurrentWeights::zeros(config);
  weights.embedding = std::move(encoder.embedding);
  weights.maskedWord = std::move(encoder.maskedWord);
  Random random(seed ^ kLstmStream);
  for (RecurrentLayerWeights& layer : weights.layers) {
    begin(random, layer.forward);
    begin(random, layer.backward);
    drawUniform(random, layer.output.weight);
    layer.norm.gamma.setOnes();
  }
  return weights;
}

Index recurrentParameterCount(const ModelConfig& config) {
  RecurrentWeights empty;
  empty.layers.resize(static_cast<std::size_t>(config.layers));
  Index count = 0;
  forEachParameter(config, empty,
                   [&](const Parameter& parameter, const auto&) { count += parameter.size(); });
  return count;
}

RecurrentNetwork::RecurrentNetwork(const ModelConfig& config, RecurrentWeights weights)
    : config_(config), weights_(std::move(weights)) {
  requirePlain(config_);
  requireShapes(config_, weights_);
  if (config_.positions == PositionEmbedding::kSinusoidal)
    sinusoidal_ = sinusoidalPositions(config_.maxPositions, config_.dModel);
  packWeights();
}

void RecurrentNetwork::updateWeights(const std::function<void(RecurrentWeights&)>& update) {
  update(weights_);
  requireShapes(config_, weights_);
  packWeights();
}

void RecurrentNetwork::packWeights() {
  for (RecurrentLayerWeights& layer : weights_.layers) {
    for (LstmWeights* lstm : {&layer.forward, &layer.backward}) {
      lstm->input.pack();
      lstm->recurrent.pack();
    }
    layer.output.pack();
  }
  if (config_.maskedWordHead) weights_.maskedWord.transform.pack();
}

void RecurrentNetwork::forward(const TokenIds& ids, const Sequences& sequences,
                               RecurrentActivations& a) const {
  requireIds(config_, ids, sequences);
  a.ids = ids;
  a.sequences = sequences;
  a.layers.resize(weights_.layers.size());
  embeddingForward(config_, Structure::of(config_), weights_.embedding, sinusoidal_, ids, sequences,
                   a.embedding);
  const Matrix* x = &embeddingOutput(config_, std::as_const(a.embedding));
  for (std::size_t l = 0; l < a.layers.size(); ++l) {
    recurrentLayerForward(weights_.layers[l], config_.layerNormEps, sequences, *x, a.layers[l]);
    x = &a.layers[l].norm.output;
  }
}

const Matrix& RecurrentNetwork::output(const RecurrentActivations& a) {
  if (a.layers.empty())
    refuse(ErrorCode::kInvalidInput, "no forward pass yet: these activations hold nothing to read");
  return a.layers.back().norm.output;
}

void RecurrentNetwork::backward(const RecurrentActivations& a, const Matrix& dOutput,
                                EmbeddingActivations& dEmbedding,
                                RecurrentWeights& gradient) const {
  const Matrix& y = output(a);
  if (a.layers.size() != weights_.layers.size() || y.rows() != a.sequences.tokens() ||
      y.cols() != config_.dModel)
    refuse(ErrorCode::kInvalidInput, "the pass comes from another network");
  if (dOutput.rows() != y.rows() || dOutput.cols() != y.cols())
    refuse(ErrorCode::kInvalidInput, "the gradient of the output must have its shape");
  requireShapes(config_, gradient);
  Matrix dy = dOutput;
  Matrix dx;
  for (std::size_t l = a.layers.size(); l-- > 0;) {
    recurrentLayerBackward(weights_.layers[l], a.layers[l], dy, gradient.layers[l], dx);
    std::swap(dx, dy);
  }
  embeddingOutput(config_, dEmbedding) = dy;
  embeddingBackward(config_, Structure::of(config_), weights_.embedding, a.ids, a.sequences,
                    a.embedding, dEmbedding, gradient.embedding);
}

}  // namespace fovea
