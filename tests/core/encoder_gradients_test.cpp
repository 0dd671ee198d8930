#include <array>
#include <optional>
#include <utility>

#include "catch2.h"
#include "closeness.h"
#include "fovea/encoder.h"
#include "numeric_gradient.h"
#include "samples.h"

// Whole encoders, every parameter: the backward pass against differences of the forward pass, in
// double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

struct GradientCase {
  std::string name;
  ModelConfig config;
  Sequences sequences;
  AttentionMask mask;
  std::optional<Structure> structure = {};
};

ModelConfig tinyConfig() {
  ModelConfig config;
  config.dModel = 4;
  config.heads = 2;
  config.dFf = 6;
  config.layers = 2;
  config.vocabSize = 7;
  config.maxPositions = 5;
  return config;
}

/// What has parameters of its own.
std::vector<GradientCase> variantCases() {
  ModelConfig grouped = tinyConfig();
  grouped.heads = 4;
  grouped.kvHeads = 2;
  grouped.positions = PositionEmbedding::kAlibi;
  ModelConfig gated = tinyConfig();
  gated.gated = true;
  gated.activation = Activation::kSilu;
  gated.normType = NormType::kRmsNorm;
  gated.maskedWordHead = true;
  ModelConfig mixtral = gated;
  mixtral.experts = 3;
  mixtral.normOrder = NormOrder::kPre;
  mixtral.embeddingNorm = true;
  mixtral.kvHeads = 1;
  mixtral.positions = PositionEmbedding::kRotary;
  ModelConfig mpnet = tinyConfig();
  mpnet.positions = PositionEmbedding::kAbsolute;
  mpnet.relativeBuckets = kRelativeBuckets;
  return {{"biases by distance", mpnet, Sequences({3, 2}), {}},
          {"shared keys, ALiBi", grouped, Sequences({3, 2}), {}},
          {"RMSNorm, SwiGLU", gated, Sequences({2, 3}), {}},
          {"everything that Mixtral has", mixtral, Sequences({3, 2}), {true, {}}}};
}

std::vector<GradientCase> makeCases() {
  ModelConfig paper = tinyConfig();
  ModelConfig bert = tinyConfig();
  bert.activation = Activation::kGelu;
  bert.positions = PositionEmbedding::kAbsolute;
  bert.typeVocabSize = 2;
  bert.embeddingNorm = true;
  bert.embeddingScale = false;
  bert.maskedWordHead = true;
  ModelConfig pre = tinyConfig();
  pre.normOrder = NormOrder::kPre;
  pre.activation = Activation::kSilu;
  pre.maskedWordHead = true;
  ModelConfig preLearned = pre;
  preLearned.positions = PositionEmbedding::kAbsolute;
  preLearned.activation = Activation::kGeluTanh;
  preLearned.embeddingNorm = true;
  ModelConfig bare = tinyConfig();
  bare.positions = PositionEmbedding::kNone;
  bare.layers = 1;
  bare.heads = 1;
  return {{"post-norm, ReLU, sinusoids", paper, Sequences({5}), {}},
          {"post-norm, causal", paper, Sequences({5}), {true, {}}},
          {"BERT with padding", bert, Sequences({5}), {false, {1, 1, 0, 1, 0}}},
          {"BERT, packed", bert, Sequences({2, 1, 2}), {}},
          {"pre-norm with head", pre, Sequences({5}), {}},
          {"pre-norm, causal and padded, packed",
           preLearned,
           Sequences({3, 2}),
           {true, {1, 0, 1, 1, 1}}},
          {"no positions, one token", bare, Sequences({1}), {}}};
}

// loss = Σ output ∘ c + Σ logits ∘ d, with random c and d.
class Loss {
 public:
  explicit Loss(const GradientCase& of) : case_(of), ids_({3, 1, 6, 1, 5}) {
    const Index n = of.sequences.tokens();
    ids_.resize(static_cast<std::size_t>(n));
    Random random(1);
    c_ = randomMatrix(random, n, of.config.dModel);
    d_ = randomMatrix(random, n, of.config.vocabSize);
  }

  double operator()(const ModelWeights& weights) {
    const Encoder encoder(case_.config, weights);
    encoder.forward(ids_, case_.sequences, activations_,
                    {Capture::kAllLayers, case_.mask, case_.structure});
    const double ofOutput = encoder.output(activations_).cwiseProduct(c_).sum();
    if (!case_.config.maskedWordHead) return ofOutput;
    encoder.predict(activations_);
    return ofOutput + activations_.maskedWord.logits.cwiseProduct(d_).sum();
  }

  ModelWeights gradient(const ModelWeights& weights) {
    (*this)(weights);
    const Encoder encoder(case_.config, weights);
    ModelWeights gradient = ModelWeights::zeros(case_.config);
    EncoderActivations dActivations;
    if (case_.config.maskedWordHead)
      encoder.backwardFromLogits(activations_, d_, dActivations, gradient);
    encoder.backward(activations_, c_, dActivations, gradient);
    return gradient;
  }

 private:
  const GradientCase& case_;
  TokenIds ids_;
  Matrix c_;
  Matrix d_;
  EncoderActivations activations_;
};

ModelWeights numericGradientOf(ModelWeights weights, Loss& loss) {
  std::vector<RowVector> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    const auto slope = numericGradient(tensor, [&] { return loss(weights); });
    slopes.emplace_back(Eigen::Map<const RowVector>(slope.data(), slope.size()));
  });
  std::size_t i = 0;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    std::copy(slopes[i].begin(), slopes[i].end(), tensor.data());
    ++i;
  });
  return weights;
}

// `seed` is of weights that keep every ReLU a step away from its kink.
void checkGradient(const GradientCase& c, std::uint64_t seed) {
  const ModelWeights weights = randomWeights(c.config, seed);
  Loss loss(c);
  const ModelWeights gradient = loss.gradient(weights);
  const ModelWeights numeric = numericGradientOf(weights, loss);
  forEachPair(gradient, numeric, [](const std::string& name, const Matrix& a, const Matrix& b) {
    INFO(name);
    // A gradient that is 0 in truth (of a key's bias, say) is rounding on both sides.
    const double scale = std::max(largestMagnitude(b), 0.1);
    CHECK(largestMagnitude(a - b) < 1e-8 * scale);
  });
}

// Every structure that the paper's choices make, but for the activation, which takes its turn.
std::vector<Structure> everyWiring() {
  constexpr ResidualPath kOn;
  constexpr ResidualPath kOff{0};
  constexpr ResidualPath kNormed{1, true};
  constexpr std::array kActivations = {Activation::kGelu, Activation::kRelu, Activation::kSilu,
                                       Activation::kNone, Activation::kGeluTanh};
  std::vector<Structure> all;
  for (const bool positions : {true, false})
    for (const std::optional<double> divisor : {std::optional<double>(), {1.0}})
      for (const MaskKind mask : {MaskKind::kNone, MaskKind::kCausal})
        for (const auto& [residual, norm] : {std::pair(kOn, NormOrder::kPost),
                                             {kOn, NormOrder::kPre},
                                             {kOn, NormOrder::kNone},
                                             {kOff, NormOrder::kPost},
                                             {kOff, NormOrder::kPre},
                                             {kOff, NormOrder::kNone},
                                             {kNormed, NormOrder::kPre}}) {
          Structure structure;
          structure.positions =
              positions ? PositionEmbedding::kSinusoidal : PositionEmbedding::kNone;
          structure.divisor = divisor;
          structure.residual = residual;
          structure.norm = norm;
          structure.activation = kActivations[all.size() % kActivations.size()];
          structure.mask = mask;
          all.push_back(structure);
        }
  return all;
}

}  // namespace

TEST_CASE("gradients of whole encoders", "[gradient][encoder]") {
  for (const GradientCase& c : makeCases()) {
    DYNAMIC_SECTION(c.name) { checkGradient(c, 3); }
  }
}

TEST_CASE("gradients of the variants", "[gradient][encoder][variants]") {
  for (const GradientCase& c : variantCases()) {
    DYNAMIC_SECTION(c.name) { checkGradient(c, 3); }
  }
}

TEST_CASE("gradients of every structure", "[gradient][encoder][structure]") {
  ModelConfig post = tinyConfig();
  post.positions = PositionEmbedding::kAbsolute;
  ModelConfig pre = post;
  pre.normOrder = NormOrder::kPre;
  constexpr std::uint64_t kSeed = 1;
  for (const Structure& structure : everyWiring()) {
    DYNAMIC_SECTION(toText(structure)) {
      for (const ModelConfig& config : {post, pre})
        checkGradient({"", config, Sequences({3, 2}), {}, structure}, kSeed);
    }
  }
}

TEST_CASE("gradients of gains, divisors and single layers", "[gradient][encoder][structure]") {
  const std::string text = GENERATE(
      "residual=0.5,scale=2", "residual@0=-0.5,scale@1=0.75,norm=none", "layer@0=off",
      "layer@1=off,norm=pre,residual@0=normed", "layer@1=off,activation@0=silu",
      "mask=padding,residual@1=off", "positions=rotary,scale@0=2", "positions=alibi,mask=causal");
  ModelConfig config = tinyConfig();
  config.padTokenId = 1;
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const Structure structure = parseStructure(text, config);
  checkGradient({"", config, Sequences({3, 2}), {}, structure}, 1);
}
