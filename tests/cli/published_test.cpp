#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// The folder of a fixture, with its tokenizer.json.
std::string folderOf(const Scratch& scratch, const std::string& name,
                     const std::string& tokenizer) {
  const fs::path fixtures = FOVEA_FIXTURES;
  const std::string folder = scratch.path(name);
  fs::copy(fixtures / "published" / name, folder, fs::copy_options::recursive);
  fs::remove(fs::path(folder) / "expected.safetensors");
  std::ostringstream all;
  all << std::ifstream(fixtures / "published_tokenizers.json").rdbuf();
  const Json json = Json::parse(all.str());
  std::ofstream(fs::path(folder) / "tokenizer.json")
      << json.at(tokenizer).at("json").get<std::string>();
  return folder;
}

}  // namespace

TEST_CASE("classify prints the labels of a text", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "bert-text", "bert-uncased");
  const Run run = scratch.fovea({"classify", "--model", folder, "--text", "was it", "--text", "the",
                                 "--pair", "animal", "--json"});
  CHECK(run.err.empty());
  REQUIRE(run.exitCode == 0);
  std::istringstream lines(run.out);
  std::string line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    const Json json = Json::parse(line);
    CHECK(json["pair"] == "animal");
    REQUIRE(json["labels"].size() == 3);
    double sum = 0;
    for (const Json& each : json["labels"]) sum += each["probability"].get<double>();
    CHECK(std::abs(sum - 1) < 1e-6);
  }
  CHECK(count == 2);
  CHECK(contains(scratch.fovea({"classify", "--model", folder, "--text", "was"}).out, "glad"));
}

TEST_CASE("classify answers as the model's head does", "[cli]") {
  const Scratch scratch;
  const std::string roberta = folderOf(scratch, "roberta-span", "roberta");
  const Run missing = scratch.fovea({"classify", "--model", roberta, "--text", "Who?"});
  CHECK(missing.exitCode == 2);
  CHECK(contains(missing.err, "--pair PASSAGE is missing"));
  const std::string passage = "it was the end";
  const Json span = Json::parse(
      scratch.fovea({"classify", "--model", roberta, "--text", "it?", "--pair", passage, "--json"})
          .out)["span"];
  const auto begin = span["begin"].get<std::size_t>();
  CHECK(span["answer"] == passage.substr(begin, span["end"].get<std::size_t>() - begin));
  CHECK(span["probability"].get<double>() > 0);

  const std::string electra = folderOf(scratch, "electra-replaced", "bert-uncased");
  const Json tokens = Json::parse(
      scratch.fovea({"classify", "--model", electra, "--text", "was the", "--json"}).out)["tokens"];
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[1]["begin"] == 4);
  CHECK(tokens[1]["replaced"].get<double>() > 0);

  const std::string words = folderOf(scratch, "camembert-words", "camembert");
  const Json masks = Json::parse(
      scratch.fovea({"classify", "--model", words, "--text", "a <mask>", "--json"}).out)["masks"];
  REQUIRE(masks.size() == 1);
  CHECK(masks[0]["words"].size() == 5);
}

TEST_CASE("embed prints a vector for each text", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "sentence-mean", "bert-uncased");
  const Run run =
      scratch.fovea({"embed", "--model", folder, "--text", "was it", "--text", "the", "--json"});
  REQUIRE(run.exitCode == 0);
  std::istringstream lines(run.out);
  std::string line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    double square = 0;
    const Json json = Json::parse(line);
    REQUIRE(json["vector"].size() == 8);
    for (const Json& number : json["vector"]) square += number.get<double>() * number.get<double>();
    CHECK(std::abs(square - 1) < 1e-5);
  }
  CHECK(count == 2);
}

TEST_CASE("info and encode take a published model's folder", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "roberta-span", "roberta");
  const Run info = scratch.fovea({"info", folder});
  CHECK(info.exitCode == 0);
  CHECK(contains(info.out, "where the answer is"));
  CHECK(contains(info.out, "roberta.encoder.layer.2.output.dense.weight"));
  const std::string sentence = folderOf(scratch, "sentence-cls", "bert-uncased");
  CHECK(contains(scratch.fovea({"info", sentence}).out, "the first token's, of length 1"));
  const Run pair =
      scratch.fovea({"encode", "--model", sentence, "--text", "was it", "--pair", "the", "--json"});
  REQUIRE(pair.exitCode == 0);
  CHECK(Json::parse(pair.out)["tokens"].size() == 6);
  const Run refused = scratch.fovea({"info", scratch.path(".")});
  CHECK(refused.exitCode == 1);
  CHECK(contains(refused.err, "there is no config.json in the folder"));
}
