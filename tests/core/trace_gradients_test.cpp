#include <map>

#include "catch2.h"
#include "fovea/encoder.h"
#include "fovea/trace.h"
#include "model_error.h"
#include "samples.h"

// The gradient of every named tensor against differences of the loss when a cell of it is moved in
// the middle of the pass, in double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

const TokenIds kTracedIds = {3, 6, 1};
constexpr PredictionLoss kLoss{2, 5};

ModelConfig tinyConfig(NormOrder order) {
  ModelConfig config;
  config.dModel = 4;
  config.heads = 2;
  config.dFf = 6;
  config.layers = 2;
  config.vocabSize = 7;
  config.maxPositions = 5;
  config.maskedWordHead = true;
  config.activation = Activation::kGelu;
  config.normOrder = order;
  config.embeddingNorm = order == NormOrder::kPre;
  return config;
}

double lossOf(const Encoder& encoder, const ForwardOptions& options) {
  EncoderActivations activations;
  encoder.forward(kTracedIds, activations, options);
  encoder.predict(activations, options);
  const auto logits = activations.maskedWord.logits.row(kLoss.token).array();
  return std::log(double(logits.exp().sum())) - double(logits(kLoss.piece));
}

// By central differences of fourth order.
double slope(const Encoder& encoder, ForwardOptions options, const Region& cell) {
  constexpr double kStep = 1e-4;
  const auto at = [&](double steps) {
    options.interventions = {{cell, Operation::kAdd, {static_cast<Scalar>(steps * kStep)}}};
    return lossOf(encoder, options);
  };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * kStep);
}

Region cellOf(const std::string& name, const std::vector<Axis>& axes, Index cell) {
  Region region{name, std::vector<IndexRange>(axes.size())};
  for (std::size_t i = axes.size(); i-- > 0; cell /= axes[i].size)
    region.ranges[i] = {cell % axes[i].size, cell % axes[i].size + 1};
  return region;
}

// What an expert would have said that was not chosen is not known.
bool isUnchosen(const std::string& name, const EncoderActivations& activations, Index cell) {
  if (name.find(".choice") == std::string::npos) return false;
  return activations.layer(name[std::string("grad.layers.").size()] - '0')
             .mixture.choice.data()[cell] == 0;
}

void checkSlopes(const ModelConfig& config, const std::string& text) {
  INFO(text);
  const Encoder encoder(config, randomWeights(config, 3));
  const ForwardOptions options{Capture::kAllLayers, {}, parseStructure(text, config)};
  EncoderActivations activations;
  encoder.forward(kTracedIds, activations, options);
  encoder.predict(activations);
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  const double loss = encoder.backward(activations, kLoss, dActivations, gradient);
  CHECK(std::abs(loss - lossOf(encoder, options)) < 1e-12);

  std::vector<std::string> names;
  forEachTensor(encoder, activations, [&](const TraceTensor& t) {
    if (t.values != nullptr) names.push_back("grad." + t.name);
  });
  std::size_t seen = 0;
  forEachGradient(encoder, dActivations, [&](const TraceTensor& tensor) {
    REQUIRE(tensor.name == names.at(seen++));
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    for (Index cell = 0; cell < size; ++cell) {
      if (isUnchosen(tensor.name, activations, cell)) continue;
      const Region region = cellOf(tensor.name.substr(5), tensor.axes, cell);
      INFO(toText(region));
      CHECK(std::abs(double(tensor.values[cell]) - slope(encoder, options, region)) < 1e-9);
    }
  });
  CHECK(seen == names.size());
}

}  // namespace

TEST_CASE("the gradient of every tensor is the slope of the loss", "[gradient][trace]") {
  const ModelConfig config = tinyConfig(GENERATE(NormOrder::kPost, NormOrder::kPre));
  checkSlopes(config, GENERATE("mask=none", "norm=post,mask=causal", "norm=pre,scale=off",
                               "norm=none,activation=none", "residual=off,positions=off",
                               "norm=pre,residual=normed", "residual=off,norm=none",
                               "positions=rotary", "positions=alibi,mask=causal"));
}

TEST_CASE("the same of what has parameters of its own", "[gradient][trace][variants]") {
  ModelConfig config = tinyConfig(GENERATE(NormOrder::kPost, NormOrder::kPre));
  config.kvHeads = 1;
  config.normType = NormType::kRmsNorm;
  config.gated = true;
  config.experts = GENERATE(0, 3);
  checkSlopes(config, "positions=rotary");
}

TEST_CASE("a loss of what there is not is refused", "[trace]") {
  const ModelConfig config = tinyConfig(NormOrder::kPost);
  const Encoder encoder(config, randomWeights(config, 3));
  EncoderActivations activations;
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  const auto refused = [&](const PredictionLoss& loss, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { encoder.backward(activations, loss, dActivations, gradient); });
  };
  refused(kLoss, "no forward pass yet");
  encoder.forward(kTracedIds, activations);
  refused(kLoss, "no prediction yet");
  encoder.predict(activations);
  refused({3, 5}, "the loss is at token 3, but the tokens are 0 to 2");
  refused({-1, 5}, "token -1");
  refused({2, 7}, "the loss asks for piece 7, but the pieces are 0 to 6");
}
