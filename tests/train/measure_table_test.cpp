#include "fovea/train/measure_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch2.h"
#include "fovea/error.h"
#include "fovea/train/evaluation.h"

using namespace fovea;

namespace {

ModelConfig twoHeads() {
  ModelConfig config;
  config.heads = 2;
  config.layers = 2;
  return config;
}

Evaluation goodEvaluation() {
  Evaluation e;
  e.heldOut.each = {800, 0.995, 0.97};
  e.showcase = {3, 0.96, 0.7};
  e.softness = {0.65, 0.6, 1.2, 3.5, 0.7};
  e.repeatingHeads = {0, 2};
  e.roles = {{"antecedent", 1, 1, 0.6, 0.1}, {"previous", 0, 1, 0.3, 0.1}};
  PronounRow row;
  row.words = {"the", "dog", "saw", "a", "cat", "so", "it", "barked"};
  row.reference = {6, 1, {1, 4}};
  row.weights = {0, 0.6, 0, 0, 0.3, 0, 0.1, 0};
  row.largest = 0.6;
  row.largestUnscaled = 0.95;
  e.demo = {row};
  return e;
}

Measure measureOf(const Evaluation& e, const std::string& name) {
  for (const Measure& measure : measures(toJson(e, twoHeads())))
    if (measure.name == name) return measure;
  FAIL("no measure is called " << name);
  return {};
}

}  // namespace

TEST_CASE("A measure says what is wanted and whether it is met, at the bound too") {
  Evaluation e = goodEvaluation();
  const std::string output = "held-out scenes, output";
  CHECK(measureOf(e, output).wanted == "≥ .99");
  CHECK(measureOf(e, output).value == "0.995");
  CHECK(measureOf(e, output).met);
  e.heldOut.each.byOutput = 0.99;
  CHECK(measureOf(e, output).met);
  e.heldOut.each.byOutput = 0.9899;
  CHECK_FALSE(measureOf(e, output).met);

  const std::string largest = "largest weight of the showcase row, median";
  CHECK(measureOf(e, largest).wanted == ".5 – .8");
  CHECK(measureOf(e, largest).met);
  for (const double outside : {0.49, 0.81}) {
    e.softness.medianLargest = outside;
    CHECK_FALSE(measureOf(e, largest).met);
  }
}

TEST_CASE("Each layer may have two heads that repeat another") {
  Evaluation e = goodEvaluation();
  const std::string name = "heads that repeat another, by layer";
  CHECK(measureOf(e, name).value == "0, 2");
  CHECK(measureOf(e, name).met);
  e.repeatingHeads = {3, 0};
  CHECK_FALSE(measureOf(e, name).met);
}

TEST_CASE("A role misses within .25 of chance, and is then not claimed in the metadata") {
  const Evaluation e = goodEvaluation();
  CHECK(measureOf(e, "head: antecedent").value == "0.60 (1.1)");
  CHECK(measureOf(e, "head: antecedent").wanted == "≥ .35");
  CHECK(measureOf(e, "head: antecedent").met);
  CHECK_FALSE(measureOf(e, "head: previous").met);

  const auto metadata = evaluationMetadata(e, twoHeads());
  const auto roles = nlohmann::json::parse(metadata.at("roles"));
  REQUIRE(roles.size() == 1);
  CHECK(roles[0]["role"] == "antecedent");
  CHECK(roles[0]["score"] == 0.6);
  CHECK(isClaimed({"next", 0, 0, 0.375, 0.125}));
  CHECK_FALSE(isClaimed({"next", 0, 0, 0.374, 0.125}));
}

TEST_CASE("The metadata name the showcase head by layer and head, from 0") {
  const auto metadata = evaluationMetadata(goodEvaluation(), twoHeads());
  const auto showcase = nlohmann::json::parse(metadata.at("showcase"));
  CHECK(showcase["layer"] == 1);
  CHECK(showcase["head"] == 1);
  CHECK(showcase["right"] == 0.96);
  CHECK(showcase["teaching"] == 0.7);
  CHECK(nlohmann::json::parse(metadata.at("evaluation"))["showcase"] == showcase);
}

TEST_CASE("A sentence wants its antecedent largest and its row sharper without the scale") {
  Evaluation e = goodEvaluation();
  CHECK(measureOf(e, "barked → dog").value == "0.60");
  CHECK(measureOf(e, "barked → dog").met);
  CHECK(measureOf(e, "barked → dog, largest without ÷ √d_k").value == "0.95");
  CHECK(measureOf(e, "barked → dog, largest without ÷ √d_k").met);
  e.demo[0].largestUnscaled = 0.64;
  CHECK_FALSE(measureOf(e, "barked → dog, largest without ÷ √d_k").met);
  std::swap(e.demo[0].weights[1], e.demo[0].weights[4]);
  CHECK_FALSE(measureOf(e, "barked → dog").met);
}

TEST_CASE("What an evaluation lacks is a dash, and misses nothing") {
  for (const Measure& measure : measures("{}")) {
    if (measure.name == "nearest to kitten") continue;
    CHECK(measure.value == "–");
    CHECK(measure.met);
    CHECK_FALSE(measure.number);
  }
  CHECK_THROWS_AS(measures("no JSON"), ModelError);
}

TEST_CASE(
    "A table of one model has three columns, of several one each and a range, the first in bold") {
  const std::string good = toJson(goodEvaluation(), twoHeads());
  Evaluation e = goodEvaluation();
  e.heldOut.each.byOutput = 0.9;
  const std::string worse = toJson(e, twoHeads());
  const auto lineOf = [](const std::string& table, const std::string& name) {
    const std::size_t begin = table.find("| " + name);
    REQUIRE(begin != std::string::npos);
    std::string line = table.substr(begin, table.find('\n', begin) - begin);
    line.erase(
        std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
        line.end());
    return line;
  };
  CHECK(lineOf(measureTable({{"a", good}}), "measure") == "| measure | wanted | a |");
  CHECK(lineOf(measureTable({{"a", good}}), "held-out scenes, output") ==
        "| held-out scenes, output | ≥ .99 | 0.995 |");
  const std::string table = measureTable({{"a", good}, {"b", worse}});
  CHECK(lineOf(table, "measure") == "| measure | wanted | a | b | range |");
  CHECK(lineOf(table, "held-out scenes, output") ==
        "| held-out scenes, output | ≥ .99 | **0.995** | 0.900 ✗ | 0.900 – 0.995 |");
  CHECK_THROWS_AS(measureTable({}), ModelError);
}
