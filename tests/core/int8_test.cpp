// Model files whose matrices are I8 with one scale a row.

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/half.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "model_error.h"
#include "parts.h"
#include "samples.h"

using fovea::Dtype;
using fovea::ErrorCode;
using fovea::Index;
using fovea::MemorySource;
using fovea::ModelConfig;
using fovea::ModelWeights;
using fovea::Scalar;
using fovea::TensorToWrite;
using fovea::test::checkError;
using fovea::test::Parts;

namespace {

using Int8File = std::vector<std::uint8_t>;

const char* const kWeight = "encoder.layer.1.intermediate.dense.weight";  // 12 × 8
const char* const kScale = "encoder.layer.1.intermediate.dense.scale";    // 12

fovea::Vocabulary int8Vocabulary() {
  return fovea::Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##d\n##e\nf\n");
}

ModelWeights weightsOf(const Int8File& bytes) {
  return fovea::readModel(MemorySource(bytes), {}, {true}).encoder.weights();
}

Int8File writeAs(const ModelWeights& weights, Dtype dtype) {
  return writeModel(fovea::test::configWithAll(), weights, int8Vocabulary(), {}, dtype);
}

Int8File int8File() {
  return writeAs(fovea::test::randomWeights(fovea::test::configWithAll(), 1), Dtype::kI8);
}

float floatAt(const TensorToWrite& tensor, std::size_t i) {
  float value = 0;
  std::memcpy(&value, tensor.data.data() + 4 * i, 4);
  return value;
}

void setFloat(TensorToWrite& tensor, std::size_t i, float value) {
  std::memcpy(tensor.data.data() + 4 * i, &value, 4);
}

void checkInt8Refused(ErrorCode code, const Parts& parts, const std::string& message) {
  checkError(code, message, [&] { weightsOf(parts.bytes()); });
}

}  // namespace

TEST_CASE("an I8 weight is its value times the scale of its row", "[int8]") {
  Parts parts = fovea::test::partsOf(int8File());
  TensorToWrite& values = parts.tensor(kWeight);
  REQUIRE(values.dtype == Dtype::kI8);
  REQUIRE(parts.tensor(kScale).dtype == Dtype::kF32);
  REQUIRE(parts.tensor(kScale).shape == std::vector<Index>{12});
  const std::int8_t whole[] = {0, 1, -1, 127, -127, -128, 2, 64};
  std::memcpy(&values.data[5 * sizeof whole], whole, sizeof whole);
  setFloat(parts.tensor(kScale), 5, 0.375F);
  setFloat(parts.tensor(kScale), 6, 0);
  const fovea::Matrix weight = weightsOf(parts.bytes()).layers[1].feedForward.expand.weight;
  for (Index j = 0; j < 8; ++j) CHECK(weight(5, j) == Scalar(0.375) * Scalar(whole[j]));
  CHECK((weight.row(6).array() == 0).all());
}

TEST_CASE("matrices become I8, vectors F16", "[int8]") {
  const Parts parts = fovea::test::partsOf(int8File());
  std::size_t matrices = 0;
  std::size_t scales = 0;
  for (const TensorToWrite& tensor : parts.tensors) {
    INFO(tensor.name);
    const bool isScale = tensor.name.find(".scale") != std::string::npos;
    const bool isMatrix = tensor.shape.size() == 2;
    CHECK(tensor.dtype == (isMatrix ? Dtype::kI8 : isScale ? Dtype::kF32 : Dtype::kF16));
    matrices += isMatrix ? 1 : 0;
    scales += isScale ? 1 : 0;
  }
  CHECK(matrices == 3 + 2 * 6 + 1);
  CHECK(scales == matrices);
}

TEST_CASE("I8 is off by no more than half of a row's scale", "[int8]") {
  const ModelWeights exact = fovea::test::randomWeights(fovea::test::configWithAll(), 1);
  Parts parts = fovea::test::partsOf(int8File());
  const fovea::Matrix& before = exact.layers[1].feedForward.expand.weight;
  const fovea::Matrix after = weightsOf(int8File()).layers[1].feedForward.expand.weight;
  for (Index i = 0; i < before.rows(); ++i) {
    const Scalar scale = floatAt(parts.tensor(kScale), static_cast<std::size_t>(i));
    const Scalar largest = before.row(i).cwiseAbs().maxCoeff();
    CHECK(std::abs(scale * 127 / largest - 1) <= 0x1p-8);  // the scale is a BF16
    CHECK(fovea::widenBf16(fovea::narrowBf16(static_cast<float>(scale))) == scale);
    CHECK((after.row(i) - before.row(i)).cwiseAbs().maxCoeff() <= Scalar(0.5001) * scale);
  }
}

TEST_CASE("what is read of an I8 file is written the same, and computes as its F32 numbers",
          "[int8]") {
  const Int8File bytes = int8File();
  const ModelWeights weights = weightsOf(bytes);
  CHECK(writeAs(weights, Dtype::kI8) == bytes);

  const Int8File wideBytes = writeAs(weights, Dtype::kF32);
  const fovea::Model narrow = fovea::readModel(MemorySource(bytes));
  const fovea::Model wide = fovea::readModel(MemorySource(wideBytes));
  fovea::EncoderActivations narrowPass;
  fovea::EncoderActivations widePass;
  narrow.encoder.forward({5, 6, 7}, narrowPass);
  wide.encoder.forward({5, 6, 7}, widePass);
  CHECK(narrow.encoder.output(narrowPass) == wide.encoder.output(widePass));
}

TEST_CASE("rows of zeros, and of numbers too small for a scale, are zeros", "[int8]") {
  ModelWeights weights = fovea::test::randomWeights(fovea::test::configWithAll(), 1);
  weights.embedding.tokens.row(3).setZero();
  weights.embedding.tokens.row(4).setConstant(std::numeric_limits<float>::denorm_min());
  const ModelWeights again = weightsOf(writeAs(weights, Dtype::kI8));
  CHECK((again.embedding.tokens.row(3).array() == 0).all());
  CHECK((again.embedding.tokens.row(4).array() == 0).all());
}

TEST_CASE("weights that are not finite are not written as I8", "[int8]") {
  for (const Scalar wrong :
       {std::numeric_limits<Scalar>::infinity(), std::numeric_limits<Scalar>::quiet_NaN()}) {
    ModelWeights weights = fovea::test::randomWeights(fovea::test::configWithAll(), 1);
    weights.layers[1].feedForward.expand.weight(2, 1) = wrong;
    checkError(ErrorCode::kNotFinite, std::string(kScale) + "\": element 2 is not a number",
               [&] { writeAs(weights, Dtype::kI8); });
  }
}

TEST_CASE("every I8 weight without its scales is named", "[int8]") {
  const Parts whole = fovea::test::partsOf(int8File());
  for (const TensorToWrite& tensor : whole.tensors) {
    if (tensor.dtype != Dtype::kF32) continue;
    Parts parts = whole;
    parts.erase(tensor.name);
    checkInt8Refused(ErrorCode::kMissingTensor, parts,
                     "tensor \"" + tensor.name + "\" is not in the file; the weight, as I8, needs");
  }
}

TEST_CASE("scales of another shape or dtype, negative or not finite are refused", "[int8]") {
  const Parts whole = fovea::test::partsOf(int8File());
  const std::string named = "tensor \"" + std::string(kScale) + "\"";
  Parts parts = whole;
  parts.tensor(kScale).shape = {12, 1};
  checkInt8Refused(ErrorCode::kTensorShape, parts,
                   named + " is 12 × 1, but the weight, as I8, needs 12");
  parts = whole;
  parts.tensor(kScale).dtype = Dtype::kI32;
  checkInt8Refused(ErrorCode::kUnknownDtype, parts,
                   named + " has the dtype I32, but scales must be F32");
  parts = whole;
  setFloat(parts.tensor(kScale), 3, -0.5F);
  checkInt8Refused(ErrorCode::kInvalidScale, parts,
                   named + ": element 3 is -0.5, but a scale must lie between 0 and 2^120");
  parts = whole;
  setFloat(parts.tensor(kScale), 3, 0x1.000002p120F);
  checkInt8Refused(ErrorCode::kInvalidScale, parts, named + ": element 3 is 1.32923e+36");
  setFloat(parts.tensor(kScale), 3, 0x1p120F);
  CHECK(weightsOf(parts.bytes()).layers[1].feedForward.expand.weight.allFinite());
  parts = whole;
  setFloat(parts.tensor(kScale), 11, std::numeric_limits<float>::infinity());
  checkInt8Refused(ErrorCode::kNotFinite, parts, named + ": element 11 is infinite as F32");
  setFloat(parts.tensor(kScale), 11, std::numeric_limits<float>::quiet_NaN());
  checkInt8Refused(ErrorCode::kNotFinite, parts, named + ": element 11 is not a number as F32");
}

TEST_CASE("scales without I8 weights, and vectors of I8, are refused", "[int8]") {
  Parts parts = fovea::test::partsOf(
      writeAs(fovea::test::randomWeights(fovea::test::configWithAll(), 1), Dtype::kF32));
  parts.tensors.push_back({kScale, Dtype::kF32, {12}, Int8File(48)});
  checkInt8Refused(ErrorCode::kUnexpectedTensor, parts, std::string(kScale) + "\", 12, is in");
  parts = fovea::test::partsOf(int8File());
  TensorToWrite& bias = parts.tensor("encoder.layer.0.output.dense.bias");
  bias.dtype = Dtype::kI8;
  bias.data.resize(bias.data.size() / 2);
  checkInt8Refused(ErrorCode::kUnknownDtype, parts,
                   "tensor \"encoder.layer.0.output.dense.bias\" has the dtype I8, but weights "
                   "must be F32, F16 or BF16, or, for matrices, I8");
}
