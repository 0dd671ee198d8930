#include "fovea/train/marked_sentences.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "../core/catch2.h"
#include "../core/model_error.h"
#include "fovea/file_source.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const Model& shippedReader() {
  static const Model model = readModel(FOVEA_MODELS "/fovea-demo.safetensors");
  return model;
}

SentenceScores scoresOfText(const std::string& text) {
  const Model& model = shippedReader();
  return measureSentences(model.encoder, model.tokenizer, parseMarkedSentences(text),
                          showcaseHeadOf(model));
}

}  // namespace

TEST_CASE("marks, kinds, comments and punctuation of a file of sentences are read") {
  const auto sentences = parseMarkedSentences(
      "# a comment\nthe +cat ran, ~it was hungry.\r\n\n[passive]\n"
      "the +mouse was chased by the -cat because ~it ran\n");
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0].line == 2);
  CHECK(sentences[0].kind.empty());
  CHECK(sentences[0].pronoun.words ==
        std::vector<std::string>{"the", "cat", "ran", ",", "it", "was", "hungry", "."});
  CHECK(sentences[0].pronoun.reference.pronoun == 4);
  CHECK(sentences[0].pronoun.reference.antecedent == 1);
  CHECK(sentences[1].line == 5);
  CHECK(sentences[1].kind == "passive");
  CHECK(sentences[1].pronoun.reference.candidates == std::vector<std::size_t>{1, 6});
}

TEST_CASE("a line of sentences that is wrong is named, with what would be right") {
  const auto refused = [](const std::string& text, const std::string& reason) {
    checkError(ErrorCode::kInvalidInput, reason, [&] { parseMarkedSentences(text); });
  };
  refused("the +cat ran because it was hungry", "line 1: no word marked ~");
  refused("\nthe cat ran because ~it was hungry", "line 2: no word marked +");
  refused("the +cat saw the +dog because ~it ran", "line 1: 2 words marked +");
  refused("the + cat ran because ~it was hungry", "stands alone");
  refused("[passive\n", "a kind is written as [passive]");
  checkError(ErrorCode::kInvalidInput, "there are no sentences",
             [] { scoresOfText("# nothing\n"); });
}

TEST_CASE("Wilson's interval is that of the formula") {
  // By hand for 8 of 10: centre .7169, half width .2267 (z 1.96).
  const Share share{8, 10};
  CHECK(share.share() == Approx(.8));
  CHECK(share.low() == Approx(.4902).margin(5e-5));
  CHECK(share.high() == Approx(.9433).margin(5e-5));
  const Share all{5, 5};
  CHECK(all.high() == 1);
  CHECK(all.low() == Approx(.5655).margin(5e-5));
}

TEST_CASE("sentences are scored by kind, with calibration that adds up") {
  const SentenceScores scores = scoresOfText(
      "[tired]\nthe +animal did not cross the -street because ~it was too tired\n"
      "[wide]\nthe -animal did not cross the +street because ~it was too wide\n"
      "the +animal did not cross the -street because ~it was too wide\n");
  REQUIRE(scores.kinds.size() == 3);
  CHECK(scores.kinds[0].kind == "tired");
  CHECK(scores.kinds[0].byOutput.right == 1);
  CHECK(scores.kinds[1].byOutput.right == 1);
  CHECK(scores.kinds[1].byOutput.of == 2);
  CHECK(scores.kinds[2].kind.empty());
  CHECK(scores.kinds[2].byOutput.of == 3);
  REQUIRE(scores.kinds[2].byHead);
  CHECK(scores.sentences[1].answer == "street");
  CHECK(scores.sentences[2].answer == "street");
  CHECK_FALSE(scores.sentences[2].right);
  REQUIRE(scores.confidenceRight);
  REQUIRE(scores.confidenceWrong);
  double answers = 0;
  double error = 0;
  for (const CalibrationBin& bin : scores.bins) {
    answers += static_cast<double>(bin.answers);
    error += static_cast<double>(bin.answers) / 3 * std::abs(bin.confidence - bin.right);
  }
  CHECK(answers == 3);
  CHECK(scores.calibrationError == Approx(error));
  const auto json = nlohmann::json::parse(toJson(scores));
  CHECK(json["sentences"].size() == 3);
  CHECK(json["kinds"][1]["byOutput"]["of"] == 2);
  CHECK(toCsv(scores).find("3,wide,\"") == std::string::npos);
  CHECK(toCsv(scores).find("\n5,wide,the animal did not cross the street because it was too wide,"
                           "animal,street,") != std::string::npos);
}

TEST_CASE("every sentence of the readers' files is well marked, and kinds are of one size") {
  const auto check = [](const std::string& name, std::size_t kinds, Index of) {
    std::ifstream file(FOVEA_CORPUS_DATA "/" + name);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    INFO(name);
    const SentenceScores scores = scoresOfText(text);
    REQUIRE(scores.kinds.size() == kinds + 1);  // and all
    for (std::size_t i = 0; i < kinds; ++i) CHECK(scores.kinds[i].byOutput.of == of);
  };
  check("reader_sentences.txt", 8, 26);
  check("reader_sentences_once.txt", 10, 14);
}
