#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;

TEST_CASE("eval reads a file of sentences with the model that is named", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string file =
      scratch.write("mine.txt", "[short]\nthe +cat chased the -dog because ~it was hungry\n");
  const Run table = scratch.fovea({"eval", file, "--model", model});
  REQUIRE(table.exitCode == 0);
  CHECK(contains(table.out, "short  output"));
  CHECK(contains(table.out, "calibration error"));
  const Run csv = scratch.fovea({"eval", file, "--model", model, "--csv"});
  REQUIRE(csv.exitCode == 0);
  CHECK(
      contains(csv.out, "line,kind,sentence,antecedent,answer,confidence,right\n2,short,the cat"));
  const Run json = scratch.fovea({"eval", file, "--model", model, "--json"});
  REQUIRE(json.exitCode == 0);
  CHECK(contains(json.out, "\"confidenceWrong\""));
}

TEST_CASE("at a higher temperature, eval's model is less sure of the same answers", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string file =
      scratch.write("mine.txt", "[short]\nthe +cat didn't sit by the -mat . ~the sit\n");
  const auto answerAt = [&](const std::string& temperature) -> Json {
    const Run run =
        scratch.fovea({"eval", file, "--model", model, "--json", "--temperature", temperature});
    INFO(run.err);
    REQUIRE(run.exitCode == 0);
    return Json::parse(run.out).at("sentences").at(0);
  };
  const Json plain = answerAt("1");
  const Json hotter = answerAt("2");
  CHECK(hotter.at("answer") == plain.at("answer"));
  CHECK(hotter.at("confidence") < plain.at("confidence"));
  // In the end, each of the twelve pieces is as probable.
  CHECK(std::abs(answerAt("1e6").at("confidence").get<double>() - 1.0 / 12) < 1e-6);
  checkFails(scratch.fovea({"eval", file, "--model", model, "--temperature", "0"}), 2,
             "must be above 0");
}

TEST_CASE("eval names what is wrong with a file of sentences", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string file = scratch.write("mine.txt", "the +cat ran because it was hungry\n");
  checkFails(scratch.fovea({"eval", file}), 2, "name the model to read them with --model");
  checkFails(scratch.fovea({"eval", file, "--model", model}), 1,
             "mine.txt: line 1: no word marked ~ (the pronoun)");
  checkFails(scratch.fovea({"eval", file, "--model", model, "--annotate", scratch.path("a")}), 2,
             "--beside and --annotate work only with model files");
  checkFails(scratch.fovea({"eval", model, "--csv"}), 2,
             "work only with files of sentences (.txt)");
}
