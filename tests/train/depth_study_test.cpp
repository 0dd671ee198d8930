#include "fovea/train/depth_study.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "fixture.h"
#include "fovea/error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

DepthStudyOptions options(Index depth, const std::string& structure) {
  DepthStudyOptions options;
  options.depth = depth;
  options.structure = structure;
  return options;
}

void checkNear(const std::vector<double>& actual, const RowVector& expected, double relative) {
  constexpr double kOfRounding = 5e-12;  // of differences between words: unit vectors in float32
  REQUIRE(actual.size() == static_cast<std::size_t>(expected.size()));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double wanted = expected[static_cast<Index>(i)];
    INFO(i << ": " << actual[i] << ", PyTorch " << wanted);
    CHECK(std::abs(actual[i] - wanted) <= relative * wanted + kOfRounding);
  }
}

/// How many times larger the gradient is at the embedding than after the last layer.
double growth(const std::string& structure) {
  const LayerMeasures measures = studyDepth(options(24, structure), 1);
  return measures.gradient.front() / measures.gradient.back();
}

}  // namespace

TEST_CASE("what arrives at every layer of an untrained encoder is PyTorch's", "[study][fixture]") {
  const Fixture fixture("depth_study");
  const auto structures = nlohmann::json::parse(fixture.metadata().at("structures"));
  REQUIRE(structures.size() == 6);
  for (std::size_t i = 0; i < structures.size(); ++i) {
    const auto structure = structures[i].get<std::string>();
    INFO(structure);
    const std::string prefix = std::to_string(i) + "/";
    const LayerMeasures measures = studyDepth({12, 16, 2, 7, structure}, 3);
    // Without a norm, what float32 rounds off grows with the gradient, here 4,000 times.
    const bool grows = structure == "norm=none,residual=on";
    checkNear(measures.gradient, fixture.row(prefix + "gradient"), grows ? 1e-2 : 2e-4);
    checkNear(measures.weights, fixture.row(prefix + "weights"), grows ? 1e-2 : 2e-4);
    checkNear(measures.difference, fixture.row(prefix + "difference"), 2e-4);
    checkNear(measures.stream, fixture.row(prefix + "stream"), 2e-5);
  }
}

TEST_CASE("how alike post-norm makes words depends on how the matrices begin", "[study]") {
  DepthStudyOptions small = options(24, "norm=post");
  small.deviation = 0.05;
  CHECK(studyDepth(options(24, "norm=post"), 1).difference.back() < 1e-4);
  CHECK(studyDepth(small, 1).difference.back() > 0.05);
}

TEST_CASE("with a norm the gradient keeps its size, with or without a residual path", "[study]") {
  for (const char* norm : {"pre", "post"})
    for (const char* residual : {"on", "off"}) {
      const double times = growth(std::string("norm=") + norm + ",residual=" + residual);
      INFO(norm << " " << residual);
      CHECK(times > 0.02);
      CHECK(times < 50);
    }
  CHECK(growth("norm=none,residual=on") > 1e5);
  CHECK(growth("norm=none,residual=off") < 1e-5);
}

TEST_CASE("without a residual path the words become one within a few layers", "[study]") {
  for (const char* norm : {"none", "pre", "post"}) {
    const std::string structure = std::string("norm=") + norm + ",residual=";
    const auto differenceAfter4 = [&](const char* residual) {
      return studyDepth(options(24, structure + residual), 1).difference[4];
    };
    INFO(norm);
    CHECK(differenceAfter4("off") < 1e-9);
    CHECK(differenceAfter4("on") > 0.01);
  }
}

TEST_CASE("a deeper encoder begins with the layers of a shallower one", "[study]") {
  const LayerMeasures shallow = studyDepth(options(3, "norm=pre"), 2);
  const LayerMeasures deep = studyDepth(options(8, "norm=pre"), 2);
  for (std::size_t l = 0; l <= 3; ++l) {
    CHECK(shallow.difference[l] == deep.difference[l]);
    CHECK(shallow.stream[l] == deep.stream[l]);
  }
  CHECK(studyDepth(options(3, "norm=pre"), 3).stream != shallow.stream);
}

TEST_CASE("a number beyond the range of a float is none", "[study]") {
  const LayerMeasures measures = studyDepth(options(96, "norm=none"), 1);
  CHECK_FALSE(std::isfinite(measures.gradient.front()));
  CHECK(measures.gradient.back() == Approx(1));
}

TEST_CASE("the difference between words is 1 minus their mean cosine", "[study]") {
  Matrix x(3, 2);
  x << 2, 0, 0, 3, 1, 1;
  CHECK(wordDifference(x) == Approx(1 - (0 + 2 / std::sqrt(2)) / 3));
  CHECK(wordDifference(x.row(0)) == 0);
}

TEST_CASE("a study of what cannot be is refused", "[study]") {
  CHECK_THROWS_WITH(studyDepth(options(0, ""), 1), "depth is 0, but must be from 1 to 128");
  CHECK_THROWS_WITH(studyDepth(options(129, ""), 1), "depth is 129, but must be from 1 to 128");
  CHECK_THROWS_AS(studyDepth({3, 10, 3, 5, ""}, 1), ModelError);
  CHECK_THROWS_AS(studyDepth(options(3, "norm=sideways"), 1), ModelError);
  CHECK_THROWS_WITH(studyDepth(options(3, "softmax=columns"), 1),
                    "softmax=columns runs forward only: a bug has no gradients");
}

TEST_CASE("layers are measured of a captured pass and of all its gradients", "[study]") {
  ModelConfig config;
  config.vocabSize = 5;
  config.maxPositions = 4;
  config.dModel = 4;
  config.heads = 2;
  config.layers = 2;
  config.dFf = 8;
  const Encoder encoder(config, initialWeights(config, 1, 0.1));
  EncoderActivations pass;
  encoder.forward({0, 1, 2}, pass);
  EncoderActivations dPass;
  ModelWeights gradient = ModelWeights::zeros(config);
  encoder.backward(pass, Matrix::Ones(3, 4), dPass, gradient);
  CHECK(measureLayers(config, pass, dPass, gradient).gradient.size() == 3);
  const auto refuses = [&](const EncoderActivations& a, const EncoderActivations& da,
                           const ModelWeights& weights) {
    CHECK_THROWS_WITH(measureLayers(config, a, da, weights),
                      "measuring 2 layers needs a pass that captured them, its gradients and those "
                      "of their parameters");
  };
  EncoderActivations empty;
  refuses(empty, dPass, gradient);
  refuses(pass, empty, gradient);
  refuses(pass, dPass, ModelWeights{});
  EncoderActivations forgotten;
  ForwardOptions uncaptured;
  uncaptured.capture = Capture::kNone;
  encoder.forward({0, 1, 2}, forgotten, uncaptured);
  refuses(forgotten, dPass, gradient);
}
