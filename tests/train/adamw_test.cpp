#include "fovea/train/adamw.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kClipNorm = 6.0;
constexpr double kRates[] = {1e-2, 3e-2, 2e-2};

AdamWOptions fixtureOptions() {
  AdamWOptions options;
  options.weightDecay = 0.05;
  options.scoreDecay = 0.7;
  return options;
}

}  // namespace

TEST_CASE("AdamW and clipping take PyTorch's steps") {
  const Fixture fixture("adamw");
  const ModelConfig config = parseConfig(fixture.metadata().at("config"));
  ModelWeights weights = fixture.encoder(config, "before/");
  AdamWState state = AdamWState::zeros(config);
  const RowVector norms = fixture.row("norms");
  for (int step = 0; step < 3; ++step) {
    ModelWeights gradient = fixture.encoder(config, "gradient." + std::to_string(step) + "/");
    const double norm = clipGlobalNorm(kClipNorm, squaresByTensor(gradient), gradient);
    CHECK(norm == Approx(double(norms(step))).epsilon(1e-6));
    adamWStep(fixtureOptions(), kRates[step], gradient, state, weights);

    const ModelWeights expected = fixture.encoder(config, "after." + std::to_string(step) + "/");
    forEachPair(weights, expected, [&](const std::string& name, const auto& a, const auto& b) {
      INFO("step " << step << ", " << name);
      CHECK(relativeError(a, b) < 2e-6);
    });
  }
  CHECK(state.steps == 3);
}

TEST_CASE("A gradient within the norm is not clipped") {
  const ModelConfig config = smallConfig();
  ModelWeights gradient = ModelWeights::zeros(config);
  gradient.embedding.tokens(1, 1) = 3;
  gradient.layers[0].attention.query.bias(0) = 4;
  CHECK(clipGlobalNorm(5.5, squaresByTensor(gradient), gradient) == Approx(5));
  CHECK(gradient.embedding.tokens(1, 1) == 3);
  CHECK(clipGlobalNorm(1, squaresByTensor(gradient), gradient) == Approx(5));
  CHECK(gradient.embedding.tokens(1, 1) == Approx(0.6));
  CHECK(gradient.layers[0].attention.query.bias(0) == Approx(0.8));
}
