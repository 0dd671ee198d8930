#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;

namespace {

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

TEST_CASE("a model of I8 has a scale for each row, and encodes", "[cli]") {
  const Scratch scratch;
  CHECK(init(scratch, "a", {"--seed", "3"}).exitCode == 0);
  CHECK(init(scratch, "whole", {"--seed", "3", "--dtype", "i8"}).exitCode == 0);
  CHECK(scratch.read("whole").size() < scratch.read("a").size() * 4 / 10);
  const Run run = scratch.fovea({"info", scratch.path("whole")});
  CHECK(contains(run.out, "encoder.layer.1.output.dense.scale                 F32   32\n"));
  CHECK(contains(run.out, "encoder.layer.1.output.dense.weight                I8    32 × 64\n"));
  CHECK(contains(run.out, "encoder.layer.1.output.dense.bias                  F16   32\n"));
  CHECK(scratch.fovea({"encode", "--model", scratch.path("whole"), "--text", "a"}).exitCode == 0);
}

TEST_CASE("embed multiplies an I8 file in integers where it is asked to", "[cli]") {
  const Scratch scratch;
  CHECK(init(scratch, "whole", {"--seed", "3", "--dtype", "i8"}).exitCode == 0);
  const auto embed = [&](const std::string& path, const std::vector<std::string>& more) {
    std::vector<std::string> command{"embed", "--model", path, "--text", "the cat"};
    command.insert(command.end(), more.begin(), more.end());
    return scratch.fovea(command);
  };
  const auto vectorOf = [&](const std::vector<std::string>& more) {
    std::istringstream numbers(embed(scratch.path("whole"), more).out);
    return std::vector<double>(std::istream_iterator<double>(numbers), {});
  };
  const std::vector<double> plain = vectorOf({});
  const std::vector<double> integers = vectorOf({"--integers"});
  REQUIRE(plain.size() == 32);
  REQUIRE(integers.size() == 32);
  CHECK(integers != plain);
  for (std::size_t i = 0; i < plain.size(); ++i) CHECK(std::abs(integers[i] - plain[i]) < 2e-3);
  checkFails(embed(madeModel(scratch), {"--integers"}), 1, "no I8 matrices");
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

TEST_CASE("tiles yield the numbers of all scores at once", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const Run run = scratch.fovea({"tiles", "--model", model, "--tokens", "9"});
  INFO(run.out << run.err);
  REQUIRE(run.exitCode == 0);
  const std::string last = run.out.substr(run.out.find_last_of(' ') + 1);
  CHECK(std::stod(last) < 1e-4);
  CHECK(contains(run.out, "scores of a layer"));
  checkFails(scratch.fovea({"tiles", "--model", model, "--tokens", "99999"}), 1,
             "--tokens 99999: the model takes at most");
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

TEST_CASE("tensors beyond 4 GiB of a file are read", "[cli]") {
  const Scratch scratch;
  const std::string made = madeModel(scratch);
  const std::string file = scratch.read("m.safetensors");
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  Json header = Json::parse(file.substr(sizeof length, length));
  const std::string data = file.substr(sizeof length + length);
  constexpr std::uint64_t kHole = (std::uint64_t{1} << 32U) + 12345;  // of the file: on no disk
  for (auto& [name, entry] : header.items())
    if (name != "__metadata__")
      for (Json& offset : entry["data_offsets"]) offset = offset.get<std::uint64_t>() + kHole;
  header["bert.pooler.dense.bias"] = {
      {"dtype", "U8"}, {"shape", {kHole}}, {"data_offsets", {0, kHole}}};
  const std::string text = header.dump();
  length = text.size();
  const std::string begin(reinterpret_cast<const char*>(&length), sizeof length);
  const std::string path = scratch.write("far", begin + text);
  std::filesystem::resize_file(path, begin.size() + text.size() + kHole);
  std::ofstream(path, std::ios::binary | std::ios::app) << data;
  const auto encoded = [&](const std::string& model) {
    return scratch.fovea({"encode", "--model", model, "--ids", "5,6", "--json"});
  };
  const Run run = encoded(path);
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(run.out == encoded(made).out);
}

TEST_CASE("a file that cannot serve is named with the reason, exit code 1", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  checkFails(scratch.fovea({"info", scratch.path("none")}), 1, "none: No such file or directory");
  checkFails(scratch.fovea({"info", scratch.path("")}), 1, "there is no config.json in the folder");
  checkFails(scratch.fovea({"eval", scratch.path("")}), 1, "this is a directory, not a file");
  checkFails(scratch.fovea({"info", scratch.write("zeros", std::string(100, '\0'))}), 1,
             "zeros: the header is empty");
  checkFails(scratch.fovea({"info", scratch.write("empty", "")}), 1, "empty: the file is empty");
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
