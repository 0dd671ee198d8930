#include "fovea/feed_forward.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("a feed-forward network is PyTorch's", "[feed_forward][fixture]") {
  const Fixture fixture("layers");
  const std::string place = "feed_forward/";
  const FeedForwardWeights weights{fixture.linear(place + "expand."),
                                   fixture.linear(place + "compress.")};
  const Matrix x = fixture.matrix(place + "x");
  FeedForwardActivations activations;
  feedForwardForward(weights, Activation::kGelu, x, activations);
  CHECK(relativeError(activations.output, fixture.matrix(place + "output")) <= kForwardTolerance);

  FeedForwardWeights gradient = FeedForwardWeights::zeros(4, 7);
  Matrix dx;
  FeedForwardActivations dActivations;
  dActivations.output = fixture.matrix(place + "g.output");
  feedForwardBackward(weights, Activation::kGelu, x, activations, dActivations, gradient, dx);
  CHECK(relativeError(dx, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
  for (const auto& [name, linear] :
       {std::pair("g.expand.", &gradient.expand), {"g.compress.", &gradient.compress}}) {
    INFO(name);
    const LinearWeights expected = fixture.linear(place + name);
    CHECK(relativeError(linear->weight, expected.weight) <= kBackwardTolerance);
    CHECK(relativeError(linear->bias, expected.bias) <= kBackwardTolerance);
  }
}

TEST_CASE("the network works on each token alone", "[feed_forward]") {
  Random random(1);
  const FeedForwardWeights weights{randomLinear(random, 10, 4), randomLinear(random, 4, 10)};
  const Matrix x = randomMatrix(random, 5, 4);
  FeedForwardActivations all;
  feedForwardForward(weights, Activation::kRelu, x, all);
  CHECK(all.hidden.cols() == 10);
  CHECK(all.activated == all.hidden.cwiseMax(Scalar(0)));
  for (Index i = 0; i < x.rows(); ++i) {
    FeedForwardActivations one;
    feedForwardForward(weights, Activation::kRelu, x.row(i), one);
    CHECK(relativeError(one.output, all.output.row(i)) <= kForwardTolerance);
  }
}

TEST_CASE("without capture the network is the same, and keeps nothing before the activation",
          "[feed_forward]") {
  Random random(2);
  FeedForwardWeights weights{randomLinear(random, 10, 4), randomLinear(random, 4, 10)};
  const Matrix x = randomMatrix(random, 5, 4);
  for (const bool packed : {false, true}) {
    if (packed) weights.expand.pack();
    FeedForwardActivations all;
    FeedForwardActivations none;
    feedForwardForward(weights, Activation::kGelu, x, all);
    feedForwardForward(weights, Activation::kGelu, x, none, Capture::kNone);
    CHECK(none.hidden.size() == 0);
    CHECK(relativeError(none.activated, all.activated) <= kForwardTolerance);
    CHECK(relativeError(none.output, all.output) <= kForwardTolerance);
  }
}
