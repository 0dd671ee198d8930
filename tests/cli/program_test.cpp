#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "fovea/trace.h"
#include "program.h"

using fovea::test::Run;
using fovea::test::Scratch;

namespace {

using Json = nlohmann::json;

const char* const kConfig = R"({"hidden_size": 32, "num_attention_heads": 4,
  "intermediate_size": 64, "num_hidden_layers": 2, "vocab_size": 12,
  "max_position_embeddings": 16, "masked_word_head": true, "split_apostrophes": false})";
const char* const kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\ndidn't\nsit\n##s\n.\nmat\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Runs `fovea init` on the config and vocabulary above.
Run init(const Scratch& scratch, const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"init",
                                     "--config",
                                     scratch.write("c.json", kConfig),
                                     "--vocab",
                                     scratch.write("v.txt", kVocabulary),
                                     "--out",
                                     scratch.path(out)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return scratch.fovea(arguments);
}

std::string madeModel(const Scratch& scratch) {
  const Run run = init(scratch, "m.safetensors", {"--seed", "3"});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return scratch.path("m.safetensors");
}

// Checks a run that must fail: its exit code, its message, nothing on standard output.
void checkFails(const Run& run, int exitCode, const std::string& message) {
  INFO(run.err);
  CHECK(run.exitCode == exitCode);
  CHECK(contains(run.err, message));
  CHECK(run.out.empty());
}

// The model once more as <name>.large, with a tensor behind its own that no encoder needs and that
// is a hole in the file.
std::string withHole(const Scratch& scratch, const std::string& name, std::size_t hole) {
  const std::string file = scratch.read(name);
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  Json header = Json::parse(file.substr(sizeof length, length));
  const std::string data = file.substr(sizeof length + length);
  header["bert.pooler.dense.bias"] = {
      {"dtype", "U8"}, {"shape", {hole}}, {"data_offsets", {data.size(), data.size() + hole}}};
  const std::string text = header.dump();
  length = text.size();
  const std::string begin(reinterpret_cast<const char*>(&length), sizeof length);
  const std::string path = scratch.write(name + ".large", begin + text + data);
  std::filesystem::resize_file(path, begin.size() + text.size() + data.size() + hole);
  return path;
}

}  // namespace

TEST_CASE("init makes the same file for the same seed", "[cli]") {
  const Scratch scratch;
  CHECK(init(scratch, "a", {"--seed", "3"}).exitCode == 0);
  CHECK(init(scratch, "b", {"--seed", "3"}).exitCode == 0);
  CHECK(init(scratch, "c", {"--seed", "4"}).exitCode == 0);
  CHECK(init(scratch, "half", {"--seed", "3", "--dtype", "bf16"}).exitCode == 0);
  CHECK(scratch.read("a") == scratch.read("b"));
  CHECK(scratch.read("a") != scratch.read("c"));
  CHECK(scratch.read("half").size() < scratch.read("a").size() * 6 / 10);
  const Run run = scratch.fovea({"info", scratch.path("half")});
  CHECK(contains(run.out, "BF16"));
}

TEST_CASE("info prints what the file holds", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"info", madeModel(scratch)});
  CHECK(run.exitCode == 0);
  CHECK(run.err.empty());
  CHECK(contains(run.out, "parameters  18,604\n"));
  CHECK(contains(run.out, "\"hidden_size\": 32"));
  CHECK(contains(run.out, "trained: false"));
  CHECK(contains(run.out, "encoder.layer.1.output.dense.weight                F32   32 × 64\n"));
}

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

TEST_CASE("config.json and vocab.txt beside a model serve where it has none", "[cli]") {
  const Scratch scratch;
  const std::string made = madeModel(scratch);
  const std::string text = scratch.read("m.safetensors");
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  std::vector<fovea::TensorToWrite> tensors;
  for (const auto& [name, entry] : fovea::readSafetensors(fovea::MemorySource(bytes)).tensors)
    tensors.push_back({name,
                       entry.dtype,
                       entry.shape,
                       {&bytes[entry.offset], &bytes[entry.offset] + entry.bytes}});
  const auto bare = fovea::writeSafetensors(std::move(tensors), {});
  const std::string path = scratch.write("bare.safetensors", std::string(bare.begin(), bare.end()));

  checkFails(scratch.fovea({"info", path}), 1, "there is no config.json beside it");
  scratch.write("config.json", kConfig);
  checkFails(scratch.fovea({"info", path}), 1, "there is no vocab.txt beside it");
  scratch.write("vocab.txt", kVocabulary);
  const Run with = scratch.fovea({"encode", "--model", path, "--ids", "5,6", "--json"});
  CHECK(with.exitCode == 0);
  CHECK(with.out == scratch.fovea({"encode", "--model", made, "--ids", "5,6", "--json"}).out);
}

TEST_CASE("how much of a large file is read has a line of its own", "[cli]") {
  const Scratch scratch;
  const std::string config = scratch.write("wide.json", R"({"hidden_size": 256, "vocab_size": 12,
    "num_attention_heads": 4, "intermediate_size": 1024, "num_hidden_layers": 2})");
  REQUIRE(scratch
              .fovea({"init", "--config", config, "--vocab", scratch.write("v.txt", kVocabulary),
                      "--out", scratch.path("m")})
              .exitCode == 0);
  const std::string path = withHole(scratch, "m", std::size_t{1} << 26U);
  for (const Run& run : {scratch.fovea({"info", path}),
                         scratch.fovea({"encode", "--model", path, "--text", "the cat"})}) {
    INFO(run.err);
    CHECK(run.exitCode == 0);
    CHECK(contains(run.err, "m.large: 8 % read\n"));
    CHECK(run.err.find('\n') == run.err.size() - 1);
  }
}

TEST_CASE("a resumed training ends as an uninterrupted one, with a line of the log for each step",
          "[cli]") {
  const Scratch scratch;
  const auto train = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", "--d-model", "16", "--heads", "2", "--layers", "1",
                               "--steps", "4", "--log", scratch.path("log")});
    return scratch.fovea(more);
  };
  REQUIRE(train({"--out", scratch.path("a"), "--checkpoint", scratch.path("c"),
                 "--checkpoint-every", "3"})
              .exitCode == 0);
  const std::string log = scratch.read("log");
  CHECK(std::count(log.begin(), log.end(), '\n') == 5);
  scratch.write("log", log + "5,7.1");  // a line that the end of the program cut off
  const Run resumed = train({"--out", scratch.path("b"), "--resume", scratch.path("c")});
  INFO(resumed.err);
  REQUIRE(resumed.exitCode == 0);
  CHECK(scratch.read("b") == scratch.read("a"));
  CHECK(scratch.read("log") == log);
  CHECK(resumed.err.back() == '\n');
  CHECK_FALSE(std::filesystem::exists(scratch.path("b.part")));
}

TEST_CASE("a training that could not be kept does not begin", "[cli]") {
  const Scratch scratch;
  const std::string nowhere = scratch.path("no/such/directory");
  checkFails(scratch.fovea({"train", "--out", nowhere}), 1, "No such file or directory");
  checkFails(scratch.fovea({"train", "--out", scratch.path("")}), 1, "this is a directory");
  checkFails(scratch.fovea({"train", "--out", scratch.path("m"), "--checkpoint", nowhere}), 1,
             "No such file or directory");
  CHECK_FALSE(std::filesystem::exists(scratch.path("m.part")));
  const std::string config = scratch.write("plan.json", R"({"model": 3, "training": {}})");
  checkFails(scratch.fovea({"train", "--out", scratch.path("m"), "--config", config}), 1,
             R"(plan.json: expected {"model": {…}, "training": {…}})");
}

TEST_CASE("a log that cannot be written is told of after the model", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"train", "--d-model", "16", "--heads", "2", "--layers", "1",
                                 "--steps", "1", "--log", "/dev/full", "--out", scratch.path("m")});
  CHECK(run.exitCode == 1);
  CHECK(contains(run.err, "/dev/full: some of its lines could not be written"));
  CHECK(scratch.fovea({"info", scratch.path("m")}).exitCode == 0);
}

TEST_CASE("a file is replaced only by a whole one", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string before = scratch.read("m.safetensors");
  std::filesystem::create_directory(scratch.path("m.safetensors.part"));  // nothing can be written
  checkFails(init(scratch, "m.safetensors", {"--seed", "4"}), 1, "this is a directory");
  CHECK(scratch.read("m.safetensors") == before);
}

TEST_CASE("a wrong command line is refused with exit code 2", "[cli]") {
  const Scratch scratch;
  checkFails(scratch.fovea({}), 2, "A subcommand is required");
  checkFails(scratch.fovea({"fly"}), 2, "A subcommand is required");
  checkFails(scratch.fovea({"info"}), 2, "model is required");
  checkFails(scratch.fovea({"encode", "--text", "a"}), 2, "--model is required");
  checkFails(scratch.fovea({"encode", "--model", "m"}), 2, "--text or --ids is required");
  checkFails(scratch.fovea({"encode", "--model", "m", "--text", "a", "--ids", "1"}), 2,
             "--text excludes --ids");
  checkFails(scratch.fovea({"encode", "--model", "m", "--ids", "1,x"}), 2, "1,x");
  checkFails(init(scratch, "a", {"--dtype", "f64"}), 2, "f64");
  CHECK(scratch.fovea({"--help"}).exitCode == 0);
  CHECK(contains(scratch.fovea({"encode", "--help"}).out, "--trace"));
}

TEST_CASE("a file that cannot serve is named with the reason, exit code 1", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  checkFails(scratch.fovea({"info", scratch.path("none")}), 1, "none: No such file or directory");
  checkFails(scratch.fovea({"info", scratch.path("")}), 1, "this is a directory, not a file");
  checkFails(scratch.fovea({"info", scratch.write("zeros", std::string(100, '\0'))}), 1,
             "zeros: the header is empty");
  checkFails(scratch.fovea({"info", scratch.write("empty", "")}), 1, "empty: the file has 0 bytes");
  checkFails(scratch.fovea({"encode", "--model", model, "--text", "a", "--trace",
                            scratch.path("no/such/directory")}),
             1, "No such file or directory");
  checkFails(scratch.fovea({"encode", "--model", model, "--text", "a", "--trace", "/dev/full"}), 1,
             "/dev/full: No space left on device");
  checkFails(scratch.fovea({"init", "--config", scratch.write("bad.json", "{\"hidden_size\": -1}"),
                            "--vocab", scratch.path("v.txt"), "--out", scratch.path("x")}),
             1, "hidden_size is -1");
  checkFails(scratch.fovea({"init", "--config", scratch.path("c.json"), "--vocab",
                            scratch.write("short.txt", "[UNK]\n[CLS]\n[SEP]\n"), "--out",
                            scratch.path("x")}),
             1, "the vocabulary has 3 pieces, but vocab_size is 12");
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
  checkFails(encode({"--text", "the", "--layer", "2"}), 1, "--layer 2: the model has 0 to 1");
  checkFails(encode({"--text", "the", "--head", "-1"}), 1, "--head -1: the model has 0 to 3");
  checkFails(encode({"--text", "the", "--token", "3"}), 1, "--token 3: no such token");
  checkFails(encode({"--text", "the", "--token", "dog"}), 1, "a number from 0 to 2");
}
