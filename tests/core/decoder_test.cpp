#include "fovea/decoder.h"

#include <map>
#include <set>
#include <type_traits>

#include "catch2.h"
#include "closeness.h"
#include "decoder_samples.h"
#include "fixture.h"
#include "fovea/cross_entropy.h"
#include "model_error.h"
#include "numeric_gradient.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using DecoderTrace = std::map<std::string, RowVector>;

DecoderTrace traceOf(const Decoder& decoder, const DecoderActivations& a, bool gradients = false) {
  DecoderTrace trace;
  const auto add = [&](const TraceTensor& tensor) {
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    if (tensor.values != nullptr)
      trace[tensor.name] = Eigen::Map<const RowVector>(tensor.values, size);
  };
  gradients ? forEachGradient(decoder, a, add) : forEachTensor(decoder, a, add);
  return trace;
}

/// Teacher forcing: what each token should be followed by.
struct TaughtModel {
  ModelConfig config;
  ModelWeights weights;
  TokenIds source = {3, 6, 1, 0, 3};
  Sequences sources = Sequences({2, 3});
  TokenIds target = {2, 5, 2, 4};
  Sequences targets = Sequences({1, 3});
  TokenIds next = {5, 5, 1, 0};

  struct Pass {
    EncoderActivations source;
    DecoderActivations target;
  };

  const EncoderActivations* sourceOf(const Pass& pass) const {
    return config.layers > 0 ? &pass.source : nullptr;
  }
  Pass run(const Encoder& model) const {
    Pass pass;
    if (config.layers > 0) model.forward(source, sources, pass.source);
    Decoder(model).forward(target, targets, sourceOf(pass), pass.target);
    return pass;
  }
  double loss() const {
    Matrix dLogits;
    return crossEntropy(run(Encoder(config, weights)).target.logits, next, 1, dLogits);
  }
  ModelWeights gradient() const {
    const Encoder model(config, weights);
    const Pass pass = run(model);
    Matrix dLogits;
    crossEntropy(pass.target.logits, next, 1, dLogits);
    return gradientOf(model, pass, dLogits);
  }
  ModelWeights gradientOf(const Encoder& model, const Pass& pass, const Matrix& dLogits) const {
    ModelWeights gradient = ModelWeights::zeros(config);
    DecoderActivations dTarget;
    EncoderActivations dSource;
    Matrix dMemory;
    Decoder(model).backward(pass.target, sourceOf(pass), dLogits, dTarget, gradient, dMemory);
    if (config.layers > 0) model.backward(pass.source, dMemory, dSource, gradient);
    return gradient;
  }
};

}  // namespace

TEST_CASE("an encoder-decoder is PyTorch's, forward and backward", "[decoder][fixture]") {
  const Fixture fixture("decoders");
  TaughtModel taught{parseConfig(fixture.metadata().at("model")), {}};
  taught.weights = fixture.encoder(taught.config, "model/");
  taught.source = fixture.integers("model/source");
  taught.sources = Sequences({static_cast<Index>(taught.source.size())});
  taught.target = fixture.integers("model/target");
  taught.targets = Sequences({static_cast<Index>(taught.target.size())});
  const Encoder model(taught.config, taught.weights);
  const TaughtModel::Pass pass = taught.run(model);
  CHECK(relativeError(pass.target.logits, fixture.matrix("model/output")) <= kForwardTolerance);

  const ModelWeights gradient = taught.gradientOf(model, pass, fixture.matrix("model/g.output"));
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    INFO(name);
    const RowVector expected = fixture.row("model/g." + name);
    const Eigen::Map<const RowVector> actual(tensor.data(), tensor.size());
    const bool zero = name.find("key.bias") != std::string::npos;  // in truth
    CHECK((actual - expected).norm() <=
          static_cast<Scalar>(10 * kBackwardTolerance) * (zero ? 1 : expected.norm()));
  });
}

TEST_CASE("a decoder sees nothing of what comes later", "[decoder]") {
  const Encoder model = decoderModel(GENERATE(0, 2), GENERATE(NormOrder::kPost, NormOrder::kPre));
  const Decoder decoder(model);
  EncoderActivations source;
  if (decoder.hasMemory()) model.forward({3, 7, 1}, source);
  const EncoderActivations* from = decoder.hasMemory() ? &source : nullptr;
  DecoderActivations some;
  DecoderActivations more;
  decoder.forward({2, 5, 4}, from, some);
  decoder.forward({2, 5, 4, 9, 1}, from, more);
  CHECK(relativeError(some.logits, more.logits.topRows(3)) < 1e-5);

  DecoderOptions leaky;
  leaky.structure = parseStructure("mask=leaky", asDecoder(model.config()));
  DecoderActivations other;
  decoder.forward({2, 5, 4, 9, 1}, from, other, leaky);
  CHECK(relativeError(other.logits.topRows(3), some.logits) > 1e-3);
}

TEST_CASE("padding of the source has no weight in cross-attention", "[decoder]") {
  const Encoder model = decoderModel(2);
  const Decoder decoder(model);
  EncoderActivations source;
  ForwardOptions options;
  options.mask.keep = {1, 0, 1};
  model.forward({3, 7, 1}, source, options);
  DecoderActivations a;
  decoder.forward({2, 5}, &source, a);
  const AttentionSetting setting{2, a.sequences, a.memory, a.memoryMask};
  for (const Index head : {0, 1}) {
    const auto weights = attentionMatrix(a.layer(1).crossAttention.weights, setting, 0, head);
    CHECK(weights.col(1).isZero(0));
    CHECK(weights.rowwise().sum().isOnes(Scalar(1e-5)));
  }
}

TEST_CASE("a decoder's trace names its tensors, and its gradients have the same names",
          "[decoder][trace]") {
  const Encoder model = decoderModel(GENERATE(0, 2), NormOrder::kPre);
  const Decoder decoder(model);
  EncoderActivations source;
  if (decoder.hasMemory()) model.forward({3, 7, 1}, source);
  const EncoderActivations* from = decoder.hasMemory() ? &source : nullptr;
  DecoderActivations a;
  decoder.forward({2, 5}, from, a);
  const DecoderTrace trace = traceOf(decoder, a);
  CHECK(trace.at("decoder.layers.1.attention.scores").size() == 2 * 2 * 2);
  CHECK(trace.count("decoder.layers.0.crossAttention.weights") == (decoder.hasMemory() ? 1 : 0));
  if (decoder.hasMemory()) {
    CHECK(trace.at("decoder.layers.0.crossAttention.weights").size() == 2 * 2 * 3);
    CHECK(trace.at("decoder.layers.0.crossAttention.key").size() == 3 * 8);
  }
  CHECK(trace.at("decoder.output.rstd").size() == 2);
  CHECK(trace.at("logits").size() == 2 * 11);

  DecoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  Matrix dMemory;
  decoder.backward(a, from, Matrix::Ones(2, 11), da, gradient, dMemory);
  const DecoderTrace gradients = traceOf(decoder, da, true);
  REQUIRE(gradients.size() == trace.size());
  for (const auto& [name, tensor] : trace) {
    INFO(name);
    CHECK(gradients.at("grad." + name).size() == tensor.size());
  }
}

TEST_CASE("an intervention changes a decoder's tensor and what follows", "[decoder]") {
  const Encoder model = decoderModel(2);
  const Decoder decoder(model);
  EncoderActivations source;
  model.forward({3, 7, 1}, source);
  DecoderActivations plain;
  decoder.forward({2, 5}, &source, plain);
  DecoderOptions options;
  options.interventions = {parseIntervention("decoder.layers.1.crossAttention.scores[:,:,1]=-inf")};
  DecoderActivations changed;
  decoder.forward({2, 5}, &source, changed, options);
  const DecoderTrace before = traceOf(decoder, plain);
  const DecoderTrace after = traceOf(decoder, changed);
  const char* const weights = "decoder.layers.1.crossAttention.weights";
  for (const Index i : {1, 4, 7, 10}) CHECK(after.at(weights)[i] == 0);
  CHECK(after.at("decoder.layers.0.feedForward.norm") ==
        before.at("decoder.layers.0.feedForward.norm"));
  CHECK(after.at("decoder.layers.1.attention.norm") ==
        before.at("decoder.layers.1.attention.norm"));
  CHECK(after.at("logits") != before.at("logits"));

  const auto refused = [&](const char* intervention, const std::string& message) {
    options.interventions = {parseIntervention(intervention)};
    checkError(ErrorCode::kInvalidInput, message, [&] {
      decoder.forward({2, 5}, &source, changed, options);
    });
  };
  refused("layers.0.attention.scores=0",
          "decoder.layers.{l}.crossAttention.scores, decoder.layers.{l}.crossAttention.weights");
  refused("layers.0.attention.scores=0", "with l from 0 to 1");
  refused("decoder.tokens.ids=1", "encode other ids instead");
}

TEST_CASE("what a decoder cannot do is said", "[decoder]") {
  const Encoder plain(smallConfig(), randomWeights(smallConfig(), 1));
  checkError(ErrorCode::kInvalidConfig, "the model has no decoder", [&] { Decoder{plain}; });

  const Encoder model = decoderModel(2);
  const Decoder decoder(model);
  DecoderActivations a;
  EncoderActivations source;
  const auto refused = [&](const std::string& message, const std::function<void()>& run) {
    checkError(ErrorCode::kInvalidInput, message, run);
  };
  refused("encode one first", [&] { decoder.forward({2}, nullptr, a); });
  refused("no forward pass yet", [&] { decoder.forward({2}, &source, a); });
  model.forward({3, 7, 1}, Sequences({1, 2}), source);
  refused("the source has 2 sequences", [&] { decoder.forward({2}, &source, a); });
  refused("no tokens", [&] { decoder.forward({}, &source, a); });
  refused("outside the vocabulary", [&] {
    decoder.forward({1, 11}, Sequences({1, 1}), &source, a);
  });

  const Encoder languageModel = decoderModel(0);
  refused("takes no source", [&] { Decoder(languageModel).forward({2}, &source, a); });
  checkError(ErrorCode::kInvalidConfig, "the model has no encoder",
             [&] { languageModel.forward({2}, source); });
}

TEST_CASE("cross-attention of more weights than an Index of 32 bits counts is refused",
          "[decoder]") {
  if (sizeof(Index) > 4) return;  // there it is only a matter of memory
  ModelConfig config = decoderModelConfig(1);
  config.dModel = config.heads = 64;
  config.decoderLayers = 1;
  config.maxPositions = 16384;
  const Encoder model(config, randomWeights(config, 1));
  EncoderActivations source;
  model.forward({3}, source);
  source.sequences.assign(16384);
  source.layers.back().feedForwardNorm.output.setZero(16384, 64);
  DecoderActivations a;
  checkError(ErrorCode::kInvalidInput, "64 × 16777216 weights per layer",
             [&] { Decoder(model).forward(TokenIds(1024, 1), &source, a); });
}

TEST_CASE("a decoder's backward refuses what is not of its pass or its model", "[decoder]") {
  const Encoder model = decoderModel(2);
  const Decoder decoder(model);
  EncoderActivations source;
  model.forward({3, 7, 1}, source);
  DecoderActivations a;
  decoder.forward({2, 5}, &source, a);
  DecoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  Matrix dMemory;
  const auto refused = [&](const std::string& message, const EncoderActivations* from,
                           const Matrix& dLogits) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { decoder.backward(a, from, dLogits, da, gradient, dMemory); });
  };
  const Matrix d = Matrix::Ones(2, 11);
  refused("the gradient of the logits is 3 × 11, but this pass needs 2 × 11", &source,
          Matrix::Ones(3, 11));
  refused("the gradient of the logits is 2 × 12", &source, Matrix::Ones(2, 12));
  refused("encode one first", nullptr, d);
  EncoderActivations other;
  refused("no forward pass yet", &other, d);
  model.forward({3, 7}, other);
  refused("the source's sequences differ in length from those of the forward pass", &other, d);
  other = source;
  other.layers.back().feedForwardNorm.output.resize(3, 7);
  refused("the output of the pass is 3 × 7, but this pass needs 3 × 8", &other, d);
  checkError(ErrorCode::kInvalidInput, "the output of the pass is 3 × 7", [&] {
    decoder.forward({2, 5}, &other, da);
  });
  other = source;
  other.mask.keep = {1, 1};
  checkError(ErrorCode::kInvalidInput, "the source's mask has 2 entries for 3 tokens", [&] {
    decoder.forward({2, 5}, &other, da);
  });

  da = DecoderActivations();
  da.layers.resize(1);
  da.layers[0].crossAttention.weightsDirect.setZero(4);  // of a shorter pass
  refused("the gradient of layer 0's crossAttention.weights is 1 × 4, but this pass needs 1 × 12",
          &source, d);
  da = DecoderActivations();
  ModelWeights empty;
  checkError(ErrorCode::kTensorShape, "a gradient of 0 layers, but the config has 2",
             [&] { decoder.backward(a, &source, d, da, empty, dMemory); });
  a.layers[1].crossAttention.weights.resize(3);
  refused("layer 1's crossAttention.weights is 1 × 3, but this pass needs 1 × 12", &source, d);
  a.layers.pop_back();
  refused("1 layers, but the model has 2", &source, d);
}

// Each would be a view of a model that is gone.
static_assert(!std::is_constructible_v<Decoder, Encoder>);
static_assert(!std::is_constructible_v<Decoder, const Encoder>);
static_assert(std::is_constructible_v<Decoder, const Encoder&>);

#ifdef FOVEA_PORTABLE_KERNELS  // double precision

TEST_CASE("gradients of a whole model by teacher forcing", "[gradient][decoder]") {
  TaughtModel taught{smallConfig(), {}};
  taught.config.dModel = 4;
  taught.config.dFf = 5;
  taught.config.vocabSize = 7;
  taught.config.decoderLayers = 1;
  taught.config.layers = GENERATE(0, 1);
  taught.config.activation = Activation::kGelu;
  taught.config.positions = GENERATE(PositionEmbedding::kSinusoidal, PositionEmbedding::kAbsolute);
  taught.config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  taught.weights = randomWeights(taught.config, 7);
  const ModelWeights gradient = taught.gradient();
  checkGradients(taught.weights, gradient, [&] { return taught.loss(); });
}

#endif
