#include "fovea/kernels.h"

#include <algorithm>
#include <string>
#include <vector>

#include "catch2.h"
#include "closeness.h"
#include "fovea/trace.h"
#include "model_error.h"
#include "samples.h"
#include "used_kernels.h"

using namespace fovea;
using namespace fovea::test;

namespace {

/// Rounded otherwise and added in another order: of values near 1.
constexpr double kBetweenSets = 1e-5;

/// Wide enough for whole vectors of every set, with a rest.
ModelConfig wideConfig() {
  ModelConfig config = configWithAll();
  config.dModel = 72;
  config.heads = 3;
  config.dFf = 200;
  config.activation = Activation::kGelu;
  config.maxPositions = 70;
  return config;
}

Encoder wideEncoder() { return Encoder(wideConfig(), randomWeights(wideConfig(), 1)); }

TokenIds someIds(Index n) {
  TokenIds ids;
  for (std::int32_t i = 0; i < n; ++i) ids.push_back(i * 7 % 11);
  return ids;
}

Matrix outputOf(const Encoder& encoder, Index n) {
  EncoderActivations activations;
  encoder.forward(someIds(n), activations, {Capture::kNone, {}});
  return encoder.output(activations);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("the kernels in use are the best that run here, until others are asked for") {
  const std::vector<std::string> names = availableKernels();
  REQUIRE(!names.empty());
  CHECK(contains(names, kernelsInUse()));
#ifdef __x86_64__
  CHECK(names.back() == "sse2");
  __builtin_cpu_init();
  CHECK(contains(names, "avx2") ==
        (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")));
#endif
  const UsedKernels scope(names.back());
  CHECK(kernelsInUse() == names.back());
}

TEST_CASE("kernels that do not run here are refused") {
  const std::string before = kernelsInUse();
  checkError(ErrorCode::kInvalidInput, "mmx: ", [] { useKernels("mmx"); });
  checkError(ErrorCode::kInvalidInput, before, [] { useKernels(""); });
  CHECK(kernelsInUse() == before);
}

TEST_CASE("an encoder computes the same with all kernels") {
  for (const Index n : {1, 11, 70}) {
    const Matrix expected = outputOf(wideEncoder(), n);
    for (const std::string& name : availableKernels()) {
      INFO(name << ", n = " << n);
      const UsedKernels scope(name);
      CHECK(relativeError(outputOf(wideEncoder(), n), expected.cast<double>()) < kBetweenSets);
    }
  }
}

TEST_CASE("an encoder goes on with the kernels that packed its weights") {
  const std::vector<std::string> names = availableKernels();
  for (const std::string& packer : names) {
    const UsedKernels scope(packer);
    const Encoder encoder = wideEncoder();
    const Matrix expected = outputOf(encoder, 70);
    for (const std::string& name : names) {
      INFO("packed for " << packer << ", used with " << name);
      const UsedKernels other(name);
      CHECK(relativeError(outputOf(encoder, 70), expected.cast<double>()) < kBetweenSets);
    }
  }
}

// Run by itself, with FOVEA_KERNELS=unheard-of.
TEST_CASE("the environment may name the kernels", "[.kernels-of-environment]") {
  checkError(ErrorCode::kInvalidInput, "FOVEA_KERNELS=unheard-of: ", [] { kernelsInUse(); });
  useKernels(availableKernels().back());
  CHECK(kernelsInUse() == availableKernels().back());
}
