#include "fovea/picture_encoder.h"

#include <map>
#include <type_traits>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/cross_entropy.h"
#include "fovea/model_file.h"
#include "fovea/positional_encoding.h"
#include "model_error.h"
#include "numeric_gradient.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using PictureTrace = std::map<std::string, RowVector>;

PictureTrace traceOf(const PictureEncoder& encoder, const PictureActivations& a,
                     bool gradients = false) {
  PictureTrace trace;
  const auto add = [&](const TraceTensor& tensor) {
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    if (tensor.values != nullptr)
      trace[tensor.name] = Eigen::Map<const RowVector>(tensor.values, size);
  };
  gradients ? forEachGradient(encoder, a, add) : forEachTensor(encoder, a, add);
  return trace;
}

/// Four patches of 2 × 2 × 2 numbers, five answers.
ModelConfig pictureConfig() {
  ModelConfig config = smallConfig();
  config.imageSize = 4;
  config.patchSize = 2;
  config.channels = 2;
  config.answers = 5;
  config.addSpecialTokens = false;
  return config;
}

Encoder pictureModel(const ModelConfig& config = pictureConfig()) {
  return {config, randomWeights(config, 3)};
}

Matrix somePatches(Index pictures) {
  Random random(8);
  return randomMatrix(random, 4 * pictures, 8);
}

Matrix allPatches(const ModelConfig& config, const RowVector& pixels) {
  const Index each = config.imageSize * config.imageSize * config.channels;
  Matrix patches(pixels.size() / config.patchNumbers(), config.patchNumbers());
  for (Index i = 0; i * each < pixels.size(); ++i)
    patches.middleRows(i * config.patches(), config.patches()) =
        cutIntoPatches(config, pixels.data() + i * each);
  return patches;
}

}  // namespace

TEST_CASE("a picture is cut into patches row by row", "[picture]") {
  const ModelConfig config = pictureConfig();
  RowVector pixels(4 * 4 * 2);
  for (Index i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<Scalar>(i);
  const Matrix patches = cutIntoPatches(config, pixels.data());
  RowVector second(8);
  second << 4, 5, 6, 7, 12, 13, 14, 15;
  RowVector third(8);
  third << 16, 17, 18, 19, 24, 25, 26, 27;
  CHECK(patches.rows() == 4);
  CHECK(patches.row(1) == second);
  CHECK(patches.row(2) == third);
}

TEST_CASE("a patch's position is its row's beside its column's", "[picture]") {
  const Matrix table = patchPositions(3, 8);
  const Matrix line = sinusoidalPositions(3, 4);
  CHECK(table.rows() == 10);
  CHECK(table.row(0).isZero(0));
  CHECK(table.row(1 + 5).leftCols(4) == line.row(1));
  CHECK(table.row(1 + 5).rightCols(4) == line.row(2));
}

TEST_CASE("an encoder of pictures is PyTorch's, forward and backward", "[picture][fixture]") {
  const Fixture fixture("pictures");
  const std::string name = GENERATE(as<std::string>{}, "post", "pre");
  const ModelConfig config = parseConfig(fixture.metadata().at(name));
  const Encoder model(config, fixture.encoder(config, name + "/"));
  const PictureEncoder encoder(model);
  PictureActivations a;
  encoder.forward(allPatches(config, fixture.row(name + "/pixels")),
                  fixture.integers(name + "/questions"), a);
  CHECK(relativeError(a.logits, fixture.matrix(name + "/output")) <= kForwardTolerance);

  PictureActivations da;
  ModelWeights gradient = ModelWeights::zeros(config);
  encoder.backward(a, fixture.matrix(name + "/g.output"), da, gradient);
  CHECK(relativeError(da.pixels, allPatches(config, fixture.row(name + "/g.pixels"))) <=
        kBackwardTolerance);
  forEachParameter(gradient, [&](const std::string& parameter, const auto& tensor) {
    INFO(parameter);
    const RowVector expected = fixture.row(name + "/g." + parameter);
    const Eigen::Map<const RowVector> actual(tensor.data(), tensor.size());
    const bool zero = parameter.find("key.bias") != std::string::npos;  // in truth
    CHECK((actual - expected).norm() <=
          static_cast<Scalar>(10 * kBackwardTolerance) * (zero ? 1 : expected.norm()));
  });
}

TEST_CASE("several pictures are read as each alone, captured or not", "[picture]") {
  const Encoder model = pictureModel();
  const PictureEncoder encoder(model);
  const Matrix patches = somePatches(3);
  PictureOptions options;
  options.capture = GENERATE(Capture::kAllLayers, Capture::kNone);
  PictureActivations all;
  encoder.forward(patches, {4, 0, 9}, all, options);
  for (const Index i : {0, 1, 2}) {
    PictureActivations one;
    encoder.forward(patches.middleRows(4 * i, 4), {TokenIds{4, 0, 9}[std::size_t(i)]}, one);
    CHECK(relativeError(all.logits.row(i), one.logits) < 1e-5);
  }
}

TEST_CASE("a picture's trace names its tensors, and its gradients have the same names",
          "[picture][trace]") {
  ModelConfig config = pictureConfig();
  config.normOrder = NormOrder::kPre;
  config.embeddingNorm = true;
  const Encoder model = pictureModel(config);
  const PictureEncoder encoder(model);
  PictureActivations a;
  encoder.forward(somePatches(1), {6}, a);
  const PictureTrace trace = traceOf(encoder, a);
  CHECK(trace.at("patches.pixels").size() == 4 * 8);
  CHECK(trace.at("embedding.positions").size() == 5 * 8);
  CHECK(trace.at("layers.1.attention.weights").size() == 2 * 5 * 5);
  CHECK(trace.at("logits").size() == 5);

  PictureActivations da;
  ModelWeights gradient = ModelWeights::zeros(config);
  encoder.backward(a, Matrix::Ones(1, 5), da, gradient);
  const PictureTrace gradients = traceOf(encoder, da, true);
  REQUIRE(gradients.size() == trace.size());
  for (const auto& [name, tensor] : trace) {
    INFO(name);
    CHECK(gradients.at("grad." + name).size() == tensor.size());
  }
}

TEST_CASE("an intervention changes a picture's tensor and what follows", "[picture]") {
  const Encoder model = pictureModel();
  const PictureEncoder encoder(model);
  PictureActivations plain;
  encoder.forward(somePatches(1), {6}, plain);
  PictureOptions options;
  options.interventions = {parseIntervention("layers.1.attention.scores[:,0,3]=-inf")};
  PictureActivations changed;
  encoder.forward(somePatches(1), {6}, changed, options);
  const PictureTrace before = traceOf(encoder, plain);
  const PictureTrace after = traceOf(encoder, changed);
  CHECK(after.at("layers.1.attention.weights")[3] == 0);
  CHECK(after.at("layers.0.feedForward.norm") == before.at("layers.0.feedForward.norm"));
  CHECK(after.at("logits") != before.at("logits"));
  options.structure = parseStructure("positions=off", model.config());
  encoder.forward(somePatches(1), {6}, changed, options);
  CHECK(changed.embedding.positions.isZero(0));
}

TEST_CASE("a picture's causal mask hides later patches, and the leaky one all but the next",
          "[picture]") {
  const Encoder model = pictureModel();
  const auto weightsWith = [&](const char* structure) {
    PictureOptions options;
    options.structure = parseStructure(structure, model.config());
    PictureActivations a;
    PictureEncoder(model).forward(somePatches(1), {6}, a, options);
    return Matrix(attentionMatrix(a.layer(0).attention.weights, a.sequences, 2, 0, 0));
  };
  const Matrix causal = weightsWith("mask=causal");
  const Matrix leaky = weightsWith("mask=leaky");
  CHECK(causal(0, 1) == 0);
  CHECK(leaky(0, 1) > 0);
  CHECK(leaky(0, 2) == 0);
}

TEST_CASE("a model of pictures is the same after writing and reading", "[picture]") {
  const ModelConfig config = pictureConfig();
  const Encoder model = pictureModel();
  const Vocabulary vocabulary("[UNK]\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  const auto bytes =
      writeModel(config, model.weights(), vocabulary, {{"answers", "x"}}, Dtype::kF32);
  const Model read = readModel(MemorySource(bytes));
  PictureActivations a;
  PictureActivations b;
  PictureEncoder(model).forward(somePatches(1), {6}, a);
  PictureEncoder(read.encoder).forward(somePatches(1), {6}, b);
  CHECK(relativeError(b.logits, a.logits) < 1e-6);
  CHECK(read.metadata.at("answers") == "x");
}

TEST_CASE("what an encoder of pictures cannot do is said", "[picture]") {
  const Encoder text(smallConfig(), randomWeights(smallConfig(), 1));
  checkError(ErrorCode::kInvalidConfig, "does not read pictures", [&] { PictureEncoder{text}; });
  const Encoder model = pictureModel();
  EncoderActivations ofText;
  checkError(ErrorCode::kInvalidConfig, "the model reads pictures (image_size is 4), not text",
             [&] {
               model.forward({3, 1}, ofText);
             });
  const PictureEncoder encoder(model);
  PictureActivations a;
  const auto refused = [&](const std::string& message, const std::function<void()>& run) {
    checkError(ErrorCode::kInvalidInput, message, run);
  };
  ModelWeights gradient = ModelWeights::zeros(model.config());
  refused("no forward pass yet", [&] { encoder.backward(a, Matrix::Ones(1, 5), a, gradient); });
  refused("no forward pass yet", [&] { traceOf(encoder, a); });
  refused("no pictures", [&] { encoder.forward(Matrix(), {}, a); });
  refused("the patches are 4 × 8 numbers, but 2 pictures for this model make 8 × 8", [&] {
    encoder.forward(somePatches(1), {6, 6}, a);
  });
  refused("outside the vocabulary", [&] { encoder.forward(somePatches(1), {11}, a); });
}

TEST_CASE("backward of pictures refuses what is not of its pass or its model", "[picture]") {
  const Encoder model = pictureModel();
  const PictureEncoder encoder(model);
  PictureActivations a;
  encoder.forward(somePatches(2), {6, 5}, a);
  PictureActivations da;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  const auto refused = [&](const std::string& message, const Matrix& dLogits) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { encoder.backward(a, dLogits, da, gradient); });
  };
  refused("the gradient of the logits is 1 × 5, but this pass needs 2 × 5", Matrix::Ones(1, 5));
  refused("the gradient of the logits is 2 × 6", Matrix::Ones(2, 6));
  a.layers[0].attention.query.resize(3, 8);
  refused("layer 0's attention.query is 3 × 8, but this pass needs 10 × 8", Matrix::Ones(2, 5));
  encoder.forward(somePatches(2), {6, 5}, a);
  a.pixels.resize(3, 8);
  refused("the pixels is 3 × 8, but this pass needs 8 × 8", Matrix::Ones(2, 5));
  encoder.forward(somePatches(2), {6, 5}, a);
  a.questions.pop_back();
  refused("1 questions, but the pass read 2 pictures", Matrix::Ones(2, 5));
  encoder.forward(somePatches(2), {6, 5}, a);
  ModelWeights empty;
  checkError(ErrorCode::kTensorShape, "a gradient of 0 layers, but the config has 2",
             [&] { encoder.backward(a, Matrix::Ones(2, 5), da, empty); });
}

// It would be a view of a model that is gone.
static_assert(!std::is_constructible_v<PictureEncoder, Encoder>);

#ifdef FOVEA_PORTABLE_KERNELS  // double precision

TEST_CASE("gradients of an encoder of pictures", "[gradient][picture]") {
  ModelConfig config = pictureConfig();
  config.dModel = 4;
  config.dFf = 5;
  config.layers = 1;
  config.activation = Activation::kGelu;
  config.embeddingNorm = GENERATE(false, true);
  config.embeddingScale = config.embeddingNorm;
  ModelWeights weights = randomWeights(config, 7);
  Matrix patches = somePatches(2);
  const TokenIds answers = {4, 1};
  PictureActivations a;
  Matrix dLogits;
  const auto loss = [&] {
    const Encoder model(config, weights);
    PictureEncoder(model).forward(patches, {6, 2}, a);
    return crossEntropy(a.logits, answers, 1, dLogits);
  };
  loss();
  const Encoder model(config, weights);
  PictureActivations da;
  ModelWeights gradient = ModelWeights::zeros(config);
  PictureEncoder(model).backward(a, dLogits, da, gradient);
  CHECK(relativeError(da.pixels, numericGradient(patches, loss)) < 1e-7);
  checkGradients(weights, gradient, loss);
}

#endif
