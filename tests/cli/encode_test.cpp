#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "fovea/trace.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;

TEST_CASE("encode prints the tokens and a line for every head", "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea({"encode", "--model", madeModel(scratch), "--text", "The cats didn't [MASK]."});
  CHECK(run.exitCode == 0);
  CHECK(run.err.empty());
  CHECK(contains(run.out, "    0       2  [CLS]\n    1       5  the\n    2       6  cat\n"));
  CHECK(contains(run.out, "    3       9  ##s\n    4       7  didn't\n    5       4  [MASK]\n"));
  CHECK(contains(run.out, "token 5, [MASK], attends to\n"));
  for (const char* head : {"layer 0  head 0", "layer 0  head 3", "layer 1  head 3"})
    CHECK(contains(run.out, head));
}

TEST_CASE("encode as JSON has whole rows of weights for the chosen token and head", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"encode", "--model", madeModel(scratch), "--text", "the cat sits",
                                 "--json", "--layer", "1", "--head", "2", "--token", "cat"});
  CHECK(run.exitCode == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["tokens"].size() == 6);
  CHECK(json["tokens"][4] == Json{{"id", 9}, {"piece", "##s"}, {"begin", 11}, {"end", 12}});
  CHECK(json["token"] == 2);
  CHECK(json["dropped"] == 0);
  REQUIRE(json["attention"].size() == 1);
  CHECK(json["attention"][0]["layer"] == 1);
  CHECK(json["attention"][0]["head"] == 2);
  double sum = 0;
  for (const Json& weight : json["attention"][0]["weights"]) sum += weight.get<double>();
  CHECK(json["attention"][0]["weights"].size() == 6);
  CHECK(std::abs(sum - 1) < 1e-6);
}

TEST_CASE("ids are taken as they are", "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea({"encode", "--model", madeModel(scratch), "--ids", "5,6,0", "--json"});
  const Json json = Json::parse(run.out);
  CHECK(json["tokens"] == Json::parse(R"([{"id": 5, "piece": "the"}, {"id": 6, "piece": "cat"},
                        {"id": 0, "piece": "[PAD]"}])"));
  CHECK(json["attention"].size() == 8);
}

TEST_CASE("the trace file holds every tensor of the pass under its name", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const Run run = scratch.fovea(
      {"encode", "--model", model, "--ids", "5,6,11", "--trace", scratch.path("t.safetensors")});
  REQUIRE(run.exitCode == 0);

  const auto bytesOf = [&](const char* name) {
    const std::string text = scratch.read(name);
    return std::vector<std::uint8_t>(text.begin(), text.end());
  };
  const auto modelBytes = bytesOf("m.safetensors");
  const auto traceBytes = bytesOf("t.safetensors");
  const fovea::Model loaded = fovea::readModel(fovea::MemorySource(modelBytes));
  fovea::EncoderActivations activations;
  loaded.encoder.forward({5, 6, 11}, activations);
  loaded.encoder.predict(activations);
  const fovea::SafetensorsFile trace = fovea::readSafetensors(fovea::MemorySource(traceBytes));

  std::size_t count = 0;
  forEachTensor(loaded.encoder, activations, [&](const fovea::TraceTensor& tensor) {
    ++count;
    INFO(tensor.name);
    const fovea::TensorEntry& entry = trace.tensors.at(tensor.name);
    std::vector<fovea::Index> shape;
    for (const fovea::Axis& axis : tensor.axes) shape.push_back(axis.size);
    CHECK(entry.shape == shape);
    CHECK(entry.dtype == (tensor.ids != nullptr ? fovea::Dtype::kI32 : fovea::Dtype::kF32));
    const void* expected = tensor.ids != nullptr ? static_cast<const void*>(tensor.ids)
                                                 : static_cast<const void*>(tensor.values);
    CHECK(std::memcmp(&traceBytes[entry.offset], expected, entry.bytes) == 0);
  });
  CHECK(trace.tensors.size() == count);
  CHECK(trace.tensors.count("layers.1.attention.weights") == 1);
  CHECK(trace.tensors.count("logits") == 1);
}

TEST_CASE("a text beyond the model's limit is cut with a note", "[cli]") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "cat ";
  const Run run =
      scratch.fovea({"encode", "--model", madeModel(scratch), "--text", text, "--json"});
  CHECK(run.exitCode == 0);
  CHECK(contains(run.err, "note: the model takes 16 tokens; 9986 more were left out"));
  CHECK(Json::parse(run.out)["dropped"] == 9986);
}

TEST_CASE("an input that the model cannot take is refused, exit code 1", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto encode = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"encode", "--model", model});
    return scratch.fovea(arguments);
  };
  checkFails(encode({"--ids", "5,99"}), 1, "token id 99 is outside the vocabulary, 0 to 11");
  checkFails(encode({"--ids=-1"}), 1, "token id -1 is outside the vocabulary");
  checkFails(encode({"--text", "the \xFF"}), 1, "byte 4 of the text is not UTF-8");
  checkFails(encode({"--text", "the", "--layer", "2"}), 1, "--layer 2: must be from 0 to 1");
  checkFails(encode({"--text", "the", "--head", "4"}), 1, "--head 4: must be from 0 to 3");
  checkFails(encode({"--text", "the", "--token", "3"}), 1, "--token 3: no such token");
  checkFails(encode({"--text", "the", "--token", "dog"}), 1, "a number from 0 to 2");
}

TEST_CASE("a long text without a trace takes no memory for all its weights", "[cli]") {
  const Scratch scratch;
  Json config = Json::parse(kConfig);
  config["max_position_embeddings"] = 2048;
  const std::string model = scratch.path("long");
  REQUIRE(scratch
              .fovea({"init", "--config", scratch.write("long.json", config.dump()), "--vocab",
                      scratch.write("v.txt", kVocabulary), "--out", model})
              .exitCode == 0);
  std::string ids = "5";
  for (int i = 1; i < 2048; ++i) ids += ",6";
  const Run run = scratch.fovea({"encode", "--model", model, "--ids", ids});
  CHECK(run.exitCode == 0);
  // The scores and weights of 2 layers and 4 heads would be 268 MB.
  CHECK(run.peakBytes < 150'000'000);
}

TEST_CASE("weights are printed alike with and without a trace", "[cli]") {
  const Scratch scratch;
  std::vector<std::string> arguments{"encode", "--model",      madeModel(scratch),
                                     "--text", "the cat sits", "--json"};
  const Json without = Json::parse(scratch.fovea(arguments).out);
  arguments.insert(arguments.end(), {"--trace", scratch.path("t")});
  const Json with = Json::parse(scratch.fovea(arguments).out);
  REQUIRE(without["attention"].size() == with["attention"].size());
  for (std::size_t row = 0; row < with["attention"].size(); ++row)
    for (std::size_t key = 0; key < 6; ++key)
      CHECK(std::abs(without["attention"][row]["weights"][key].get<double>() -
                     with["attention"][row]["weights"][key].get<double>()) < 1e-6);
}
