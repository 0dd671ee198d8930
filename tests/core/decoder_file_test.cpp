// Model files with a decoder.

#include <string>
#include <vector>

#include "catch2.h"
#include "closeness.h"
#include "decoder_samples.h"
#include "fovea/cost.h"
#include "fovea/decoder.h"
#include "fovea/model_file.h"
#include "model_error.h"
#include "parts.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using DecoderFile = std::vector<std::uint8_t>;

DecoderFile decoderFile(const Encoder& model, Dtype dtype = Dtype::kF32) {
  const Vocabulary vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##d\n##e\nf\n");
  return writeModel(model.config(), model.weights(), vocabulary, {}, dtype);
}

Matrix logitsOf(const Encoder& model) {
  const Decoder decoder(model);
  EncoderActivations source;
  if (decoder.hasMemory()) model.forward({3, 7, 1}, source);
  DecoderActivations a;
  decoder.forward({2, 5, 4}, decoder.hasMemory() ? &source : nullptr, a);
  return a.logits;
}

void checkFileRefused(const Parts& parts, ErrorCode code, const std::string& message) {
  const DecoderFile bytes = parts.bytes();
  checkError(code, message, [&] { readModel(MemorySource(bytes)); });
}

}  // namespace

TEST_CASE("a model with a decoder is read as it was written", "[decoder][model_file]") {
  const Encoder model = decoderModel(GENERATE(0, 2), GENERATE(NormOrder::kPost, NormOrder::kPre));
  const DecoderFile bytes = decoderFile(model);
  const bool differentiable = GENERATE(false, true);
  const Model read = readModel(MemorySource(bytes), {}, {differentiable});
  CHECK(read.encoder.config().decoderLayers == 2);
  CHECK(read.encoder.config().layers == model.config().layers);
  CHECK(logitsOf(read.encoder) == logitsOf(model));
  CHECK(decoderFile(read.encoder) == bytes);
}

TEST_CASE("a decoder in 8 bits is nearly the same, and written again the same",
          "[decoder][model_file]") {
  const Encoder model = decoderModel(2);
  const DecoderFile bytes = decoderFile(model, Dtype::kI8);
  const Model read = readModel(MemorySource(bytes));
  CHECK(relativeError(logitsOf(read.encoder), logitsOf(model)) < 0.05);
  CHECK(decoderFile(read.encoder, Dtype::kI8) == bytes);
}

TEST_CASE("the names of a decoder's tensors", "[decoder][model_file]") {
  const Parts parts = partsOf(decoderFile(decoderModel(2, NormOrder::kPre)));
  const auto has = [&](const std::string& name) {
    return std::any_of(parts.tensors.begin(), parts.tensors.end(),
                       [&](const TensorToWrite& each) { return each.name == name; });
  };
  for (const char* name :
       {"decoder.layer.0.attention.self.query.weight",
        "decoder.layer.1.attention.output.dense.bias",
        "decoder.layer.1.crossattention.self.value.weight",
        "decoder.layer.0.crossattention.output.LayerNorm.weight",
        "decoder.layer.0.intermediate.dense.weight", "decoder.layer.1.output.LayerNorm.bias",
        "decoder.LayerNorm.weight", "encoder.LayerNorm.weight"}) {
    INFO(name);
    CHECK(has(name));
  }
  const Parts alone = partsOf(decoderFile(decoderModel(0, NormOrder::kPre)));
  for (const TensorToWrite& tensor : alone.tensors) {
    INFO(tensor.name);
    CHECK(tensor.name.find("crossattention") == std::string::npos);
    CHECK(tensor.name.rfind("encoder.", 0) != 0);
  }
}

TEST_CASE("a bad file of a decoder is refused by name", "[decoder][model_file]") {
  const Parts good = partsOf(decoderFile(decoderModel(2)));
  const std::string name = "decoder.layer.1.crossattention.self.key.weight";
  Parts parts = good;
  parts.erase(name);
  checkFileRefused(parts, ErrorCode::kMissingTensor, name);
  parts = good;
  parts.tensor(name).shape = {4, 16};
  checkFileRefused(parts, ErrorCode::kTensorShape, name + "\" is 4 × 16");
  parts = good;
  parts.tensor(name).name = "decoder.layer.2.attention.self.key.weight";
  parts.tensors.push_back(parts.tensors[0]);
  parts.tensors.back().name = name;
  parts.tensors.back().shape = {8, 8};
  parts.tensors.back().data.resize(8 * 8 * 4);
  checkFileRefused(parts, ErrorCode::kUnexpectedTensor,
                   "decoder.layer.2.attention.self.key.weight");
  parts = good;
  std::string& config = parts.metadata["config"];
  config.replace(config.find("\"decoder_layers\": 2"), 19, "\"decoder_layers\": 0");
  checkFileRefused(parts, ErrorCode::kUnexpectedTensor, "decoder.layer.0.");
}

TEST_CASE("a model has layers, a decoder's or an encoder's", "[decoder][config]") {
  checkError(ErrorCode::kInvalidConfig, "num_hidden_layers is 0",
             [] { parseConfig(R"({"vocab_size": 9, "num_hidden_layers": 0})"); });
  checkError(ErrorCode::kInvalidConfig, "decoder_layers is 1025, but must be from 0 to 1024",
             [] { parseConfig(R"({"vocab_size": 9, "decoder_layers": 1025})"); });
  const ModelConfig alone =
      parseConfig(R"({"vocab_size": 9, "num_hidden_layers": 0, "decoder_layers": 3})");
  CHECK(alone.layers == 0);
  CHECK(alone.decoderLayers == 3);
  CHECK_FALSE(alone.decoderHasMemory());
  CHECK(parseConfig(toJson(alone)).decoderLayers == 3);
}

TEST_CASE("parameters of a decoder are counted", "[decoder][cost]") {
  const ModelConfig config =
      decoderModelConfig(GENERATE(0, 2), GENERATE(NormOrder::kPost, NormOrder::kPre));
  CHECK(parameterCounts(config).total() == parameterCount(config));
}
