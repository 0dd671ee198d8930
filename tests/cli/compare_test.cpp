#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch2.h"
#include "fovea/safetensors.h"
#include "made.h"

using namespace fovea::test;

namespace {

/// The keys and kinds of a JSON, of lists those of the first element.
std::string shapeOf(const nlohmann::json& json) {
  if (json.is_array()) return json.empty() ? "[]" : "[" + shapeOf(json[0]) + "]";
  if (!json.is_object()) return json.is_number() ? "number" : json.type_name();
  std::string shape = "{";
  for (const auto& [key, value] : json.items()) shape += key + ":" + shapeOf(value) + " ";
  return shape + "}";
}

}  // namespace

TEST_CASE("fovea compare writes what the page's figure of both networks is drawn from", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"compare", "--size", "tiny", "--steps", "2", "--seeds", "1",
                                 "--d-model", "8", "--layers", "1", "--sentences", "400",
                                 "--repeats", "1", "--out", scratch.path("c")});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  const auto written = nlohmann::json::parse(scratch.read("c"));
  std::ifstream file(FOVEA_COMPARISON);
  const std::string shown{std::istreambuf_iterator<char>(file), {}};
  CHECK(shapeOf(written) == shapeOf(nlohmann::json::parse(shown)));
  CHECK(written["lengths"][0]["reading"]["encoder"] == 1);
  CHECK(written["trainings"] == 1);
  checkFails(scratch.fovea({"compare", "--out", scratch.path("c"), "--size", "huge"}), 1,
             "there is no training of size");
}

TEST_CASE("a recurrent network is trained and measured", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.path("m");
  const auto train = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"train", "--network", "recurrent", "--size",  "tiny", "--steps",
                                    "2",     "--out",     file,        "--pairs", "2"};
    all.insert(all.end(), more.begin(), more.end());
    return scratch.fovea(all);
  };
  const Run run = train({});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(run.out, "35302 parameters, 2 steps\nheld out: scenes"));
  const Run eval = scratch.fovea({"eval", file, "--pairs", "2", "--json"});
  REQUIRE(eval.exitCode == 0);
  CHECK(nlohmann::json::parse(eval.out)["heldOut"]["cases"] == 4);
  checkFails(scratch.fovea({"eval", file, "--annotate", scratch.path("n")}), 2,
             "is a recurrent network");
  checkFails(train({"--dtype", "i8"}), 2, "--dtype i8");
  checkFails(train({"--rms-norm"}), 1, "stands in for a plain encoder");
  checkFails(scratch.fovea({"train", "--network", "gru", "--out", file}), 2,
             "must be encoder or recurrent");
}

TEST_CASE("a recurrent network's file is checked before there is memory for what it promises",
          "[cli]") {
  const Scratch scratch;
  const std::string config = R"({"vocab_size": 12, "hidden_size": 2048, "intermediate_size": 8192,
    "num_attention_heads": 8, "num_hidden_layers": 3, "masked_word_head": true})";
  const auto file = [&](std::vector<fovea::TensorToWrite> tensors) {
    const auto bytes = fovea::writeSafetensors(
        std::move(tensors), {{"network", "recurrent"}, {"config", config}, {"vocab", kVocabulary}});
    return scratch.write("m", {bytes.begin(), bytes.end()});
  };
  const std::string table = "embeddings.word_embeddings.weight";
  const auto refused = [&](const std::string& path, const std::string& message) {
    const Run run = scratch.fovea({"eval", path});
    checkFails(run, 1, message);
    CHECK(run.peakBytes < 60'000'000);
  };
  refused(file({}), "the file has no tensor \"" + table + "\"; the config implies 12 × 2048");
  refused(file({{table, fovea::Dtype::kF32, {12}, std::vector<std::uint8_t>(48)}}),
          "tensor \"" + table + "\" is 12; the config implies 12 × 2048");
}
