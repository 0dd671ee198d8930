#include "fovea/stack.h"

#include <algorithm>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/parameters.h"
#include "numeric_gradient.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// The roundings of two layers, of five sublayers and more, add up.
constexpr double kStackTolerance = kIsFloat ? 3e-5 : kBackwardTolerance;

ModelConfig decoderConfig(const std::string& name) {
  ModelConfig config;
  const bool pre = name == "pre" || name == "alone.pre";
  config.dModel = 6;
  config.heads = 3;
  config.dFf = 10;
  config.layers = name.rfind("alone", 0) == 0 ? 0 : 1;
  config.decoderLayers = 2;
  config.vocabSize = 1;
  config.activation = pre                 ? Activation::kSilu
                      : name == "padding" ? Activation::kGelu
                                          : Activation::kRelu;
  config.normOrder = pre ? NormOrder::kPre : NormOrder::kPost;
  return config;
}

bool isOfDecoder(const std::string& name) { return name.rfind("decoder.", 0) == 0; }

StackWeights decoderWeights(const Fixture& fixture, const ModelConfig& config,
                            const std::string& prefix) {
  ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    if (!isOfDecoder(name)) return;
    const RowVector values = fixture.row(prefix + name);
    REQUIRE(values.size() == tensor.size());
    std::copy(values.begin(), values.end(), tensor.data());
  });
  return weights.decoder;
}

/// A stack between its inputs and a loss, Σ output ∘ c.
struct Run {
  ModelConfig config;
  StackWeights weights;
  Matrix x;
  Matrix memory;
  Matrix c;
  StackActivations activations = StackActivations();

  const Matrix* from() const { return config.layers > 0 ? &memory : nullptr; }

  const Matrix& forward() {
    stackForward(config, weights, x, from(), activations);
    return stackOutput(config, activations);
  }
  double loss() { return forward().cwiseProduct(c).sum(); }

  struct Gradients {
    ModelWeights weights;
    Matrix x;
    Matrix memory;
    StackActivations activations;
  };
  Gradients backward() {
    Gradients g;
    g.weights = ModelWeights::zeros(config);
    if (from() != nullptr)
      g.memory.setOnes(memory.rows(), memory.cols());  // it is set, not added to
    stackBackward(config, weights, x, from(), activations, c, g.activations, g.weights.decoder, g.x,
                  &g.memory);
    return g;
  }
};

void setUp(Run& run, const Sequences& rows, const Sequences& memory) {
  run.activations.structure = Structure::of(run.config);
  run.activations.mask.causal = true;
  run.activations.sequences = rows;
  if (run.config.layers > 0) run.activations.memory = memory;
}

void checkParameters(const ModelWeights& gradient, const Fixture& fixture,
                     const std::string& place) {
  std::size_t checked = 0;
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    if (!isOfDecoder(name)) return;
    INFO(name);
    const RowVector expected = fixture.row(place + name);
    const Eigen::Map<const RowVector> actual(tensor.data(), tensor.size());
    ++checked;
    if (name.find("key.bias") != std::string::npos) {  // 0 in truth
      CHECK(actual.norm() < kStackTolerance * 10);
    } else {
      CHECK(relativeError(actual, expected) <= kStackTolerance);
    }
  });
  CHECK(checked >= 32);
}

}  // namespace

TEST_CASE("a decoder stack is PyTorch's, forward and backward", "[decoder][fixture]") {
  const Fixture fixture("decoders");
  const std::string name = GENERATE("post", "pre", "padding", "alone.post", "alone.pre");
  INFO(name);
  const std::string place = name + "/";
  const ModelConfig config = decoderConfig(name);
  Run run{config, decoderWeights(fixture, config, place), fixture.matrix(place + "x"),
          fixture.has(place + "memory") ? fixture.matrix(place + "memory") : Matrix(),
          fixture.matrix(place + "g.output")};
  setUp(run, Sequences({run.x.rows()}), Sequences({run.memory.rows()}));
  if (name == "padding") run.activations.memoryMask.keep = {1, 0, 1, 1};
  CHECK(relativeError(run.forward(), fixture.matrix(place + "output")) <= kForwardTolerance);

  const Run::Gradients gradients = run.backward();
  CHECK(relativeError(gradients.x, fixture.matrix(place + "g.x")) <= kStackTolerance);
  if (run.from() != nullptr)
    CHECK(relativeError(gradients.memory, fixture.matrix(place + "g.memory")) <= kStackTolerance);
  checkParameters(gradients.weights, fixture, place + "g.");
}

TEST_CASE("without capture a decoder stack hands on the same", "[decoder]") {
  ModelConfig config = smallConfig();
  config.decoderLayers = 3;
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  Random random(3);
  Run run{config, randomWeights(config, 3).decoder, randomMatrix(random, 5, config.dModel),
          randomMatrix(random, 7, config.dModel), Matrix()};
  setUp(run, Sequences({2, 3}), Sequences({3, 4}));
  const Matrix captured = run.forward();
  run.activations.capture = Capture::kNone;
  CHECK(relativeError(run.forward(), captured) < 1e-5);
  CHECK(run.activations.layers.size() == 2);
}

TEST_CASE("the decoder's sequences do not see one another", "[decoder]") {
  ModelConfig config = smallConfig();
  config.decoderLayers = 2;
  Random random(4);
  Run both{config, randomWeights(config, 4).decoder, randomMatrix(random, 5, config.dModel),
           randomMatrix(random, 7, config.dModel), Matrix()};
  setUp(both, Sequences({2, 3}), Sequences({3, 4}));
  const Matrix together = both.forward();
  Run second = both;
  second.x = both.x.bottomRows(3);
  second.memory = both.memory.bottomRows(4);
  setUp(second, Sequences({3}), Sequences({4}));
  CHECK(relativeError(second.forward(), together.bottomRows(3)) < 1e-5);
}

TEST_CASE("a skipped decoder layer hands on its input, and its gradient", "[decoder]") {
  ModelConfig config = smallConfig();
  config.decoderLayers = 1;
  Random random(5);
  Run run{config, randomWeights(config, 5).decoder, randomMatrix(random, 4, config.dModel),
          randomMatrix(random, 3, config.dModel), randomMatrix(random, 4, config.dModel)};
  setUp(run, Sequences({4}), Sequences({3}));
  run.activations.structure.skipped = true;
  CHECK(run.forward() == run.x);
  const Run::Gradients gradients = run.backward();
  CHECK(gradients.x == run.c);
  CHECK(gradients.memory.isZero(0));
}

#ifdef FOVEA_PORTABLE_KERNELS  // double precision

namespace {

void checkStackSlopes(const ModelConfig& config, const std::string& structure) {
  INFO(structure);
  Random random(6);
  Run run{config, randomWeights(config, 6).decoder, randomMatrix(random, 4, config.dModel),
          randomMatrix(random, 5, config.dModel), randomMatrix(random, 4, config.dModel)};
  setUp(run, Sequences({1, 3}), Sequences({2, 3}));
  run.activations.structure = parseStructure(structure, config);
  run.loss();
  const Run::Gradients gradients = run.backward();
  const auto loss = [&] { return run.loss(); };
  constexpr double kAgreement = 1e-7;
  CHECK(relativeError(gradients.x, numericGradient(run.x, loss)) < kAgreement);
  if (run.from() != nullptr)
    CHECK(relativeError(gradients.memory, numericGradient(run.memory, loss)) < kAgreement);
  ModelWeights weights;
  weights.decoder = run.weights;
  std::vector<RowVector> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    const auto slope = numericGradient(tensor, [&] {
      run.weights = weights.decoder;
      return run.loss();
    });
    slopes.emplace_back(Eigen::Map<const RowVector>(slope.data(), slope.size()));
  });
  std::size_t i = 0;
  forEachParameter(gradients.weights, [&](const std::string& name, const auto& tensor) {
    if (!isOfDecoder(name)) return;
    INFO(name);
    const Eigen::Map<const RowVector> actual(tensor.data(), tensor.size());
    CHECK((actual - slopes[i]).norm() <= kAgreement * (1 + slopes[i].norm()));
    ++i;
  });
  CHECK(i == slopes.size());
}

ModelConfig narrowDecoder(Index layers, Index decoderLayers) {
  ModelConfig config = smallConfig();
  config.dModel = 4;
  config.dFf = 5;
  config.decoderLayers = decoderLayers;
  config.layers = layers;
  config.activation = Activation::kGelu;
  return config;
}

}  // namespace

TEST_CASE("gradients of a decoder stack", "[gradient][decoder]") {
  const char* const structure =
      GENERATE("norm=post", "norm=pre", "norm=none", "residual=off", "scale=off,activation=silu");
  checkStackSlopes(narrowDecoder(GENERATE(0, 2), 2), structure);
}

TEST_CASE("gradients of a decoder stack of another kind", "[gradient][decoder][variants]") {
  ModelConfig config = narrowDecoder(GENERATE(0, 1), 1);
  config.kvHeads = 1;
  config.normType = NormType::kRmsNorm;
  config.gated = true;
  config.experts = GENERATE(0, 3);
  checkStackSlopes(config, GENERATE("positions=rotary,norm=pre", "positions=alibi"));
}

#endif
