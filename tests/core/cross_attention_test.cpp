#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/attention.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr Index kHeads = 2;

AttentionMask paddingMask(bool padded) {
  AttentionMask mask;
  if (padded) mask.keep = {1, 1, 0, 1, 0, 0, 1, 1, 0};
  return mask;
}

struct Gradients {
  AttentionWeights weights;
  Matrix x;
  Matrix memory;
};

void checkLinear(const LinearWeights& actual, const LinearWeights& expected) {
  CHECK(relativeError(actual.weight, expected.weight) <= kBackwardTolerance);
  CHECK(relativeError(actual.bias, expected.bias) <= kBackwardTolerance);
}

}  // namespace

TEST_CASE("5 queries attend to 9 keys as PyTorch's do, forward and backward",
          "[attention][fixture]") {
  const Fixture fixture("layers");
  const bool padded = GENERATE(false, true);
  const std::string prefix = padded ? "cross_attention.padding/" : "cross_attention.none/";
  INFO(prefix);
  const auto expected = [&](const std::string& name) { return fixture.matrix(prefix + name); };
  const AttentionWeights weights = fixture.attention(prefix);
  const Matrix x = expected("x");
  const Matrix memory = expected("memory");
  const Sequences queries({x.rows()});
  const Sequences keys({memory.rows()});
  const AttentionMask mask = paddingMask(padded);
  const AttentionSetting setting{kHeads, queries, keys, mask};

  AttentionActivations activations;
  attentionForward(weights, setting, x, memory, activations);
  CHECK(relativeError(activations.output, expected("output")) <= kForwardTolerance);
  CHECK(relativeError(activations.weights, fixture.row(prefix + "weights")) <= kForwardTolerance);

  // Without capture the attention runs in tiles.
  AttentionActivations tiled;
  attentionForward(weights, setting, x, memory, tiled, Capture::kNone);
  CHECK(relativeError(tiled.output, expected("output")) <= kForwardTolerance);

  AttentionActivations dActivations;
  dActivations.output = expected("g.output");
  AttentionWeights gradient = AttentionWeights::zeros(x.cols());
  Matrix dx;
  Matrix dMemory;
  attentionBackward(weights, setting, x, memory, activations, dActivations, gradient, dx, dMemory);
  CHECK(relativeError(dx, expected("g.x")) <= kBackwardTolerance);
  CHECK(relativeError(dMemory, expected("g.memory")) <= kBackwardTolerance);
  checkLinear(gradient.query, fixture.linear(prefix + "g.query."));
  CHECK(relativeError(gradient.key.weight, fixture.matrix(prefix + "g.key.weight")) <=
        kBackwardTolerance);
  // A key's bias shifts all scores of a row alike: its true gradient is 0, the rest is rounding.
  CHECK(largestMagnitude(gradient.key.bias) <=
        kBackwardTolerance * largestMagnitude(gradient.query.bias));
  checkLinear(gradient.value, fixture.linear(prefix + "g.value."));
  checkLinear(gradient.output, fixture.linear(prefix + "g.output."));
}
