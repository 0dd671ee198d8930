// Passes of an I8 file in integers: ModelOptions::integers.

#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "model_error.h"
#include "samples.h"
#include "used_kernels.h"

#ifndef FOVEA_WITHOUT_INTEGERS  // as the modules of the page are

using namespace fovea;
using fovea::test::checkError;
using fovea::test::UsedKernels;

namespace {

using Bytes = std::vector<std::uint8_t>;

ModelConfig integersConfig() {
  ModelConfig config = test::configWithAll();
  config.dModel = 72;
  config.heads = 3;
  config.dFf = 200;
  config.maxPositions = 70;
  return config;
}

Bytes fileAs(Dtype dtype) {
  return writeModel(integersConfig(), test::randomWeights(integersConfig(), 1),
                    Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##d\n##e\nf\n"), {},
                    dtype);
}

Model readAs(const Bytes& bytes, bool integers, bool differentiable = false) {
  ModelOptions options;
  options.integers = integers;
  options.differentiable = differentiable;
  return readModel(MemorySource(bytes), {}, options);
}

struct Results {
  Matrix output;
  Matrix logits;
};

Results passOf(const Encoder& encoder, Capture capture, Index n = 20) {
  TokenIds ids;
  for (std::int32_t i = 0; i < n; ++i) ids.push_back(i * 7 % 11);
  EncoderActivations a;
  encoder.forward(ids, a, {capture, {}});
  encoder.predict(a);
  CHECK(encoder.predictToken(a, n - 1).isApprox(a.maskedWord.logits.row(n - 1), Scalar(1e-5)));
  return {encoder.output(a), a.maskedWord.logits};
}

double errorOf(const Matrix& m, const Matrix& exact) {
  return static_cast<double>((m - exact).norm() / exact.norm());
}

}  // namespace

TEST_CASE("a pass in integers is F32's but for the rounding of its inputs", "[int8]") {
  const UsedKernels each(EACH_KERNELS);
  const Bytes bytes = fileAs(Dtype::kI8);
  const Model narrow = readAs(bytes, true);
  const Model wide = readAs(bytes, false);
  for (const Index n : {1, 5, 70}) {
    const Results integers = passOf(narrow.encoder, Capture::kNone, n);
    const Results exact = passOf(wide.encoder, Capture::kNone, n);
    CHECK(integers.output != exact.output);
    CHECK(integers.logits != exact.logits);
    CHECK(errorOf(integers.output, exact.output) < 2e-4);
    CHECK(errorOf(integers.logits, exact.logits) < 2e-4);
  }
}

TEST_CASE("a captured pass is F32 to the last bit, whether or not the file was read for integers",
          "[int8]") {
  const Bytes bytes = fileAs(Dtype::kI8);
  const Results with = passOf(readAs(bytes, true).encoder, Capture::kAllLayers);
  const Results without = passOf(readAs(bytes, false).encoder, Capture::kAllLayers);
  CHECK(with.output == without.output);
  CHECK(with.logits == without.logits);
}

TEST_CASE("changed weights are multiplied as F32", "[int8]") {
  const Bytes bytes = fileAs(Dtype::kI8);
  Model narrow = readAs(bytes, true);
  Model wide = readAs(bytes, false);
  for (Model* model : {&narrow, &wide})
    model->encoder.updateWeights([](ModelWeights& w) {
      w.embedding.tokens *= Scalar(2);
      w.maskedWord.transform.weight *= Scalar(3);
    });
  const Results changed = passOf(narrow.encoder, Capture::kNone);
  const Results expected = passOf(wide.encoder, Capture::kNone);
  CHECK(changed.output == expected.output);
  CHECK(changed.logits == expected.logits);
}

TEST_CASE("integers are refused without I8 matrices, and with gradients", "[int8]") {
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kBF16})
    checkError(ErrorCode::kInvalidInput, "the file has no I8 matrices",
               [&] { readAs(fileAs(dtype), true); });
  checkError(ErrorCode::kInvalidInput, "integers and differentiable exclude each other",
             [&] { readAs(fileAs(Dtype::kI8), true, true); });
}

#endif
