#include "fovea/model_file.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "catch2.h"
#include "closeness.h"
#include "fovea/parameters.h"
#include "model_error.h"
#include "parts.h"
#include "samples.h"

using fovea::Dtype;
using fovea::ErrorCode;
using fovea::MemorySource;
using fovea::Model;
using fovea::ModelConfig;
using fovea::ModelSidecars;
using fovea::ModelWeights;
using fovea::TensorToWrite;
using fovea::Vocabulary;
using fovea::test::checkError;
using fovea::test::Parts;

namespace {

using Bytes = std::vector<std::uint8_t>;

ModelConfig fullConfig() {
  ModelConfig config = fovea::test::configWithAll();
  config.normOrder = fovea::NormOrder::kPre;
  return config;
}

std::string vocabularyLines(fovea::Index size) {
  std::string lines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (fovea::Index i = 5; i < size; ++i) lines += "w" + std::to_string(i) + '\n';
  return lines;
}

Vocabulary vocabularyFor(const ModelConfig& config) {
  return Vocabulary(vocabularyLines(config.vocabSize));
}

Model read(const Bytes& bytes, const ModelSidecars& sidecars = {}) {
  return fovea::readModel(MemorySource(bytes), sidecars);
}

Bytes write(const ModelConfig& config, Dtype dtype = Dtype::kF32) {
  return writeModel(config, fovea::test::randomWeights(config, 1), vocabularyFor(config),
                    {{"name", "test"}, {"trained", "false"}}, dtype);
}

Parts partsOf(const ModelConfig& config) { return fovea::test::partsOf(write(config)); }

/// Counts what is read of a file in memory, and the most that is asked for at once.
class CountingSource : public fovea::MemorySource {
 public:
  using MemorySource::MemorySource;
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    bytesRead += count;
    largestRead = std::max(largestRead, count);
    MemorySource::read(offset, count, to);
  }
  mutable std::size_t bytesRead = 0;
  mutable std::size_t largestRead = 0;
};

double largestError(const ModelWeights& actual, const ModelWeights& expected) {
  std::vector<fovea::RowVector> tensors;
  forEachParameter(expected, [&](const std::string&, const auto& tensor) {
    tensors.emplace_back(tensor.template reshaped<Eigen::RowMajor>().transpose());
  });
  double error = 0;
  std::size_t next = 0;
  forEachParameter(actual, [&](const std::string&, const auto& tensor) {
    const fovea::RowVector flat = tensor.template reshaped<Eigen::RowMajor>().transpose();
    error = std::max(error, fovea::test::relativeError(flat, tensors.at(next++)));
  });
  return next == tensors.size() ? error : 1;
}

void checkRefused(ErrorCode code, const Parts& parts, const std::string& message,
                  const ModelSidecars& sidecars = {}) {
  checkError(code, message, [&] { read(parts.bytes(), sidecars); });
}

}  // namespace

TEST_CASE("a file is read once, and no more of it than a tensor at a time", "[model_file]") {
  ModelConfig config = fullConfig();
  config.dModel = 64;
  config.dFf = 256;  // of the matrices the largest, and larger than the header
  const Bytes bytes = write(config);
  const CountingSource source(bytes);
  fovea::readModel(source);
  CHECK(source.bytesRead == bytes.size());
  CHECK(source.largestRead == 64 * 256 * 4);
}

TEST_CASE("weights of 16 bits are the same numbers in the model, BF16 also in memory",
          "[model_file]") {
  const Dtype dtype = GENERATE(Dtype::kF16, Dtype::kBF16);
  const ModelConfig config = fullConfig();
  const Model model = read(write(config, dtype));
  const fovea::LinearWeights& query = model.encoder.weights().layers[0].attention.query;
  CHECK(query.weight.size() == 0);
  CHECK((query.packed.storage() == fovea::Storage::kBf16) == (dtype == Dtype::kBF16));
  // Written as F32 and read again, nothing has changed.
  const Model again =
      read(writeModel(config, model.encoder.weights(), vocabularyFor(config), {}, Dtype::kF32));
  CHECK(largestError(again.encoder.weights(), model.encoder.weights()) == 0);
}

TEST_CASE("matrices are as narrow in memory as they all are in the file, whatever vectors are",
          "[model_file]") {
  const ModelConfig config = fullConfig();
  Parts parts = fovea::test::partsOf(write(config, Dtype::kBF16));
  const Parts wide = partsOf(config);
  const auto widen = [&](bool matrices) {
    for (std::size_t i = 0; i < parts.tensors.size(); ++i)
      if ((parts.tensors[i].shape.size() == 2) == matrices) parts.tensors[i] = wide.tensors[i];
    return read(parts.bytes()).encoder.weights().layers[0].attention.query.packed.storage();
  };
  CHECK(widen(false) == fovea::Storage::kBf16);
  CHECK(widen(true) == fovea::Storage::kScalar);
}

TEST_CASE("a model goes backward the same from weights that are packed alone", "[model_file]") {
  const Dtype dtype = GENERATE(Dtype::kF32, Dtype::kBF16);
  const ModelConfig config = fullConfig();
  const auto bytes = write(config, dtype);
  const auto gradientOf = [&](const Model& model) {
    fovea::EncoderActivations activations;
    model.encoder.forward({1, 2, 3}, activations);
    ModelWeights gradient = ModelWeights::zeros(config);
    fovea::EncoderActivations dActivations;
    const fovea::Matrix dOutput = fovea::Matrix::Ones(3, config.dModel);
    model.encoder.backward(activations, dOutput, dActivations, gradient);
    return gradient;
  };
  const ModelWeights packed = gradientOf(readModel(fovea::MemorySource(bytes)));
  const ModelWeights both = gradientOf(readModel(fovea::MemorySource(bytes), {}, {true}));
  CHECK(packed.embedding.tokens.norm() > 0);
  CHECK(largestError(packed, both) == 0);
}

TEST_CASE("a model that is written is read back the same", "[model_file]") {
  for (const ModelConfig& config : {fovea::test::smallConfig(), fullConfig()}) {
    const Model model = read(write(config));
    CHECK(toJson(model.encoder.config()) == toJson(config));
    CHECK(model.tokenizer.vocabulary().lines() == vocabularyFor(config).lines());
    CHECK(model.metadata ==
          std::map<std::string, std::string>{{"name", "test"}, {"trained", "false"}});
    const double tolerance = fovea::test::kIsFloat ? 0 : 1e-7;
    CHECK(largestError(model.encoder.weights(), fovea::test::randomWeights(config, 1)) <=
          tolerance);
  }
}

TEST_CASE("F16 and BF16 files hold the weights to their precision", "[model_file]") {
  const ModelConfig config = fullConfig();
  const ModelWeights weights = fovea::test::randomWeights(config, 1);
  CHECK(largestError(read(write(config, Dtype::kF16)).encoder.weights(), weights) < 0x1p-11);
  CHECK(largestError(read(write(config, Dtype::kBF16)).encoder.weights(), weights) < 0x1p-8);
  CHECK(write(config, Dtype::kF16).size() < write(config).size());
}

TEST_CASE("the names of older and wrapped checkpoints are read", "[model_file]") {
  const ModelConfig config = fullConfig();
  Parts parts = partsOf(config);
  for (TensorToWrite& tensor : parts.tensors) {
    const auto rename = [&](const std::string& ending, const std::string& other) {
      const std::size_t at = tensor.name.rfind(ending);
      if (at != std::string::npos) tensor.name.replace(at, ending.size(), other);
    };
    rename("LayerNorm.weight", "LayerNorm.gamma");
    rename("LayerNorm.bias", "LayerNorm.beta");
    rename("cls.predictions.bias", "cls.predictions.decoder.bias");
    if (tensor.name.rfind("cls.", 0) != 0) tensor.name.insert(0, "bert.");
  }
  // What a checkpoint has beside the encoder: tied weights, buffers, the pooler.
  parts.tensors.push_back({"cls.predictions.decoder.weight", Dtype::kF32, {1}, Bytes(4)});
  parts.tensors.push_back({"bert.embeddings.position_ids", Dtype::kI64, {1, 1}, Bytes(8)});
  parts.tensors.push_back({"bert.embeddings.token_type_ids", Dtype::kI64, {1, 1}, Bytes(8)});
  parts.tensors.push_back({"bert.pooler.dense.bias", Dtype::kF32, {1}, Bytes(4)});
  parts.tensors.push_back({"cls.seq_relationship.bias", Dtype::kF32, {2}, Bytes(8)});
  const Model model = read(parts.bytes());
  CHECK(largestError(model.encoder.weights(), fovea::test::randomWeights(config, 1)) < 1e-7);
}

TEST_CASE("config and vocabulary beside the file serve where it has none", "[model_file]") {
  const ModelConfig config = fullConfig();
  Parts parts = partsOf(config);
  const ModelSidecars sidecars{parts.metadata["config"], parts.metadata["vocab"]};
  parts.metadata.erase("config");
  checkRefused(ErrorCode::kMissingConfig, parts, "no \"config\", and there is no config.json");
  CHECK(toJson(read(parts.bytes(), sidecars).encoder.config()) == toJson(config));
  parts.metadata.erase("vocab");
  checkRefused(ErrorCode::kMissingVocabulary, parts, "no \"vocab\", and there is no vocab.txt",
               {sidecars.config, ""});
  CHECK(read(parts.bytes(), sidecars).tokenizer.vocabulary().size() == config.vocabSize);
}

TEST_CASE("the file's own config goes before the one beside it", "[model_file]") {
  const Parts parts = partsOf(fullConfig());
  CHECK_NOTHROW(read(parts.bytes(), {"not JSON", "no vocabulary"}));
}

TEST_CASE("the masked-word head is there where its tensors are", "[model_file]") {
  ModelConfig config = fullConfig();
  config.maskedWordHead = false;
  const std::string silent = R"({"model_type": "bert", "hidden_size": 8, "num_attention_heads": 2,
      "intermediate_size": 12, "num_hidden_layers": 2, "vocab_size": 11, "norm_order": "pre",
      "max_position_embeddings": 9})";
  Parts without = partsOf(config);
  without.metadata["config"] = silent;
  CHECK_FALSE(read(without.bytes()).encoder.config().maskedWordHead);
  Parts with = partsOf(fullConfig());
  with.metadata["config"] = silent;
  CHECK(read(with.bytes()).encoder.config().maskedWordHead);
  with.erase("cls.predictions.bias");
  checkRefused(ErrorCode::kMissingTensor, with, "tensor \"cls.predictions.bias\" is not in");
  without.metadata["config"] = toJson(fullConfig());
  checkRefused(ErrorCode::kMissingTensor, without, "cls.predictions.transform.dense.weight");
}

TEST_CASE("every missing tensor is named, with the shape that it should have", "[model_file]") {
  const ModelConfig config = fullConfig();
  const ModelWeights weights = fovea::test::randomWeights(config, 1);
  forEachParameter(weights, [&](const std::string& name, const auto&) {
    Parts parts = partsOf(config);
    parts.erase(name);
    checkRefused(ErrorCode::kMissingTensor, parts, "tensor \"" + name + "\" is not in the file");
  });
  Parts parts = partsOf(config);
  parts.erase("encoder.layer.1.intermediate.dense.weight");
  checkRefused(ErrorCode::kMissingTensor, parts, "the config implies one of 12 × 8");
}

TEST_CASE("tensors of another architecture are named as such", "[model_file]") {
  Parts parts = partsOf(fullConfig());
  for (TensorToWrite& tensor : parts.tensors) tensor.name = "transformer." + tensor.name;
  checkRefused(ErrorCode::kMissingTensor, parts,
               "its tensors, such as \"transformer.cls.predictions.bias\", belong to another "
               "architecture; Fovea reads models like BERT");
  parts.tensors.clear();
  checkRefused(ErrorCode::kMissingTensor, parts, "the file has no tensors at all");
}

TEST_CASE("a tensor of another shape is named with both shapes", "[model_file]") {
  Parts parts = partsOf(fullConfig());
  parts.tensor("encoder.layer.0.output.dense.weight").shape = {12, 8};
  checkRefused(ErrorCode::kTensorShape, parts,
               "tensor \"encoder.layer.0.output.dense.weight\" is 12 × 8, but the config implies "
               "8 × 12");
  parts = partsOf(fullConfig());
  parts.tensor("embeddings.LayerNorm.bias").shape = {1, 8};
  checkRefused(ErrorCode::kTensorShape, parts, "\"embeddings.LayerNorm.bias\" is 1 × 8, but");
}

TEST_CASE("a config that contradicts the tensors is refused", "[model_file]") {
  const auto refused = [](void (*change)(ModelConfig&), ErrorCode code, const char* message) {
    ModelConfig config = fullConfig();
    Parts parts = partsOf(config);
    change(config);
    parts.metadata["config"] = toJson(config);
    checkRefused(code, parts, message);
  };
  refused([](ModelConfig& c) { c.layers = 1; }, ErrorCode::kUnexpectedTensor,
          "tensor \"encoder.layer.1.");
  refused([](ModelConfig& c) { c.layers = 3; }, ErrorCode::kMissingTensor, "encoder.layer.2.");
  refused([](ModelConfig& c) { c.layers = 1000; }, ErrorCode::kMissingTensor, "encoder.layer.2.");
  refused([](ModelConfig& c) { c.dModel = 16; }, ErrorCode::kTensorShape,
          "\"embeddings.word_embeddings.weight\" is 11 × 8, but the config implies 11 × 16");
  refused([](ModelConfig& c) { c.dFf = 65536; }, ErrorCode::kTensorShape,
          "\"encoder.layer.0.intermediate.dense.weight\" is 12 × 8");
  refused([](ModelConfig& c) { c.maxPositions = 500; }, ErrorCode::kTensorShape,
          "\"embeddings.position_embeddings.weight\" is 9 × 8");
  refused([](ModelConfig& c) { c.positions = fovea::PositionEmbedding::kSinusoidal; },
          ErrorCode::kUnexpectedTensor, "\"embeddings.position_embeddings.weight\", 9 × 8");
  refused([](ModelConfig& c) { c.typeVocabSize = 0; }, ErrorCode::kUnexpectedTensor,
          "\"embeddings.token_type_embeddings.weight\"");
  refused([](ModelConfig& c) { c.embeddingNorm = false; }, ErrorCode::kUnexpectedTensor,
          "\"embeddings.LayerNorm.bias\"");
  refused([](ModelConfig& c) { c.normOrder = fovea::NormOrder::kPost; },
          ErrorCode::kUnexpectedTensor, "\"encoder.LayerNorm.bias\"");
}

TEST_CASE("weights of integers are refused", "[model_file]") {
  Parts parts = partsOf(fullConfig());
  parts.tensor("encoder.layer.1.output.dense.bias").dtype = Dtype::kI32;
  checkRefused(ErrorCode::kUnknownDtype, parts,
               "tensor \"encoder.layer.1.output.dense.bias\" has the dtype I32");
}

TEST_CASE("a vocabulary must have as many pieces as the embedding has rows", "[model_file]") {
  Parts parts = partsOf(fullConfig());
  parts.metadata["vocab"] += "one more\n";
  checkRefused(ErrorCode::kInvalidVocabulary, parts, "has 12 pieces, but vocab_size is 11");
  const ModelConfig config = fullConfig();
  checkError(ErrorCode::kInvalidVocabulary, "has 10 pieces, but vocab_size is 11", [&] {
    writeModel(config, ModelWeights::zeros(config), Vocabulary(vocabularyLines(10)), {},
               Dtype::kF32);
  });
}

TEST_CASE("weights that do not fit the config are not written", "[model_file]") {
  const ModelConfig config = fullConfig();
  ModelWeights weights = ModelWeights::zeros(config);
  weights.layers[1].feedForward.expand.bias.conservativeResize(config.dFf - 1);
  checkError(ErrorCode::kTensorShape, "layer.1.intermediate.dense.bias is",
             [&] { writeModel(config, weights, vocabularyFor(config), {}, Dtype::kF32); });
}

TEST_CASE("a vocabulary without the special pieces that are asked for is refused", "[model_file]") {
  Parts parts = partsOf(fullConfig());
  parts.metadata["vocab"].replace(parts.metadata["vocab"].find("[SEP]"), 5, "[sep]");
  checkRefused(ErrorCode::kInvalidVocabulary, parts, "lacks [SEP]");
}

TEST_CASE("weights that are not finite are neither read nor written, and named", "[model]") {
  const ModelConfig config = fullConfig();
  const std::string name = "encoder.layer.1.intermediate.dense.weight";
  const std::tuple<Dtype, std::uint16_t, const char*> cases[] = {
      {Dtype::kF16, std::uint16_t{0x7C00}, "infinite as F16"},
      {Dtype::kF16, std::uint16_t{0xFE00}, "not a number as F16"},
      {Dtype::kBF16, std::uint16_t{0xFF80}, "infinite as BF16"},
      {Dtype::kBF16, std::uint16_t{0x7FC0}, "not a number as BF16"}};
  for (const auto& [dtype, bits, what] : cases) {
    Parts parts = fovea::test::partsOf(write(config, dtype));
    std::memcpy(&parts.tensor(name).data[2 * 5], &bits, 2);
    checkError(ErrorCode::kNotFinite, name + "\": element 5 is " + what,
               [&] { read(parts.bytes()); });
  }
}

TEST_CASE("a number beyond the dtype's is not written", "[model]") {
  const ModelConfig config = fullConfig();
  ModelWeights weights = fovea::test::randomWeights(config, 1);
  weights.maskedWord.bias[3] = fovea::Scalar(65520);  // rounds to infinity as F16
  const Vocabulary vocabulary = vocabularyFor(config);
  CHECK_NOTHROW(writeModel(config, weights, vocabulary, {}, Dtype::kBF16));
  checkError(ErrorCode::kNotFinite, "cls.predictions.bias\": element 3 is infinite as F16",
             [&] { writeModel(config, weights, vocabulary, {}, Dtype::kF16); });
}
