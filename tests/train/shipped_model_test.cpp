#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "catch2.h"
#include "fovea/model_file.h"
#include "fovea/train/evaluation.h"

using namespace fovea;

namespace {

std::vector<std::uint8_t> shippedBytes() {
  std::ifstream file(std::string(FOVEA_MODELS) + "/fovea-demo.safetensors", std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const Model& shipped() {
  static const Model model = [] {
    const std::vector<std::uint8_t> bytes = shippedBytes();
    return readModel(MemorySource(bytes));
  }();
  return model;
}

const Evaluation& measured() {
  static const Evaluation evaluation = evaluate(shipped().encoder, shipped().tokenizer, Corpus());
  return evaluation;
}

double scoreOf(const std::string& role) {
  for (const HeadRole& one : measured().roles)
    if (one.role == role) return one.score;
  return 0;
}

double secondLargest(std::vector<double> weights) {
  std::sort(weights.begin(), weights.end());
  return weights[weights.size() - 2];
}

}  // namespace

// One test case, since ctest runs each in a process of its own and the evaluation takes 5 s.
TEST_CASE("The shipped model") {
  SECTION("is small and says what it is") {
    CHECK(shippedBytes().size() <= 2100000);
    CHECK(shipped().metadata.at("trained") == "true");
  }

  SECTION("has the roles in its metadata that are measured") {
    const auto stored = nlohmann::json::parse(shipped().metadata.at("roles"));
    REQUIRE(stored.size() == measured().roles.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const HeadRole& role = measured().roles[i];
      CHECK(stored[i]["role"] == role.role);
      CHECK(stored[i]["layer"] == role.layer);
      CHECK(stored[i]["head"] == role.head);
      CHECK(stored[i]["score"].get<double>() == Approx(role.score).margin(0.005));
    }
  }

  SECTION("reads pronouns between words it never saw together") {
    const Evaluation& e = measured();
    CHECK(e.heldOut.each.cases >= 800);
    CHECK(e.heldOut.each.byOutput >= 0.98);
    CHECK(e.heldOut.each.byHead >= 0.97);
    CHECK(e.heldOut.bothByOutput >= 0.94);
    CHECK(e.heldOut.bothByHead >= 0.94);
    CHECK(e.otherPronouns.byOutput >= 0.98);
    CHECK(e.nonceWords.byOutput >= 0.93);
    CHECK(e.handWritten.cases == 50);
    CHECK(e.handWritten.byOutput >= 0.90);
  }

  SECTION("points with its antecedent head at the referent of the page's sentences") {
    for (const PronounRow& row : measured().demo) {
      INFO(row.words[row.reference.antecedent] << " … " << row.words.back());
      const double weight = row.weights[row.reference.antecedent];
      CHECK(weight >= 0.5);
      CHECK(weight >= 2 * secondLargest(row.weights));
    }
  }

  SECTION("fills masked words") {
    CHECK(measured().maskedWords.words > 1000);
    CHECK(measured().maskedWords.top1 >= 0.41);
    CHECK(measured().maskedWords.top5 >= 0.66);
  }

  SECTION("arranges words by kind") {
    const WordGeometry& g = measured().geometry;
    CHECK(g.neighbourPurity >= 0.97);
    CHECK(g.planePurity >= 0.93);
    CHECK(g.nearestToKitten == "cat");
    CHECK(g.catKitten >= 0.5);
    CHECK(g.catStreet <= 0.15);
  }

  SECTION("has heads that do what its metadata says") {
    CHECK(scoreOf("antecedent") >= 0.7);
    CHECK(scoreOf("adjective") >= 0.75);
    CHECK(scoreOf("previous") >= 0.45);
    CHECK(scoreOf("next") >= 0.45);
    CHECK(scoreOf("object") >= 0.4);
  }

  SECTION("learns of order through positions alone") {
    CHECK(measured().order.withPositions > 0.5);
    CHECK(measured().order.withoutPositions < 1e-4);
  }
}
