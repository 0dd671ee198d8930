#include "fovea/train/masked_words.h"

#include <cmath>
#include <set>

#include "catch2.h"
#include "fovea/parameters.h"
#include "small_model.h"

using namespace fovea;

namespace {

Vocabulary smallVocabulary() {
  return Vocabulary("[PAD]\n[UNK]\n[MASK]\na\ncat\nsat\n##s\ndon't\n.\n");
}

Matrix logitsOf(const Encoder& encoder, const TokenIds& ids) {
  EncoderActivations activations;
  encoder.forward(ids, activations);
  encoder.predict(activations);
  return activations.maskedWord.logits;
}

}  // namespace

TEST_CASE("A prediction counts by its probability and its rank") {
  Matrix logits = Matrix::Zero(2, 8);
  logits(0, 3) = 2;
  logits.row(1) << 1, 2, 3, 4, 5, 6, 7, 8;
  const double e2 = std::exp(2.0);
  const MaskedWordScore first = maskedWordScore(logits, {0}, {3});
  CHECK(first.words == 1);
  CHECK(first.nll == Approx(std::log(e2 + 7) - 2).margin(1e-6));
  CHECK(first.top1 == 1);
  CHECK(first.top5 == 1);
  const MaskedWordScore fifthAndSixth = maskedWordScore(logits, {1, 1}, {3, 2});
  CHECK(fifthAndSixth.words == 2);
  CHECK(fifthAndSixth.top1 == 0);
  CHECK(fifthAndSixth.top5 == 0.5);
  CHECK(maskedWordScore(logits, {}, {}).words == 0);
}

TEST_CASE("Each piece of a text is asked for once, with every fourth one masked") {
  const Vocabulary vocabulary = smallVocabulary();
  const ModelConfig config = fovea::test::smallModel(vocabulary, 8, 1);
  const Tokenizer tokenizer(config, vocabulary);
  const Encoder encoder(config, initialWeights(config, 3));
  const TokenIds ids = tokenizer.encode("a cat sat a cat.").ids();
  REQUIRE(ids.size() == 6);

  double nll = 0;
  for (std::size_t pass = 0; pass < 4; ++pass) {
    TokenIds masked = ids;
    for (std::size_t i = pass; i < 6; i += 4) masked[i] = vocabulary.id("[MASK]");
    const Matrix logits = logitsOf(encoder, masked);
    for (std::size_t i = pass; i < 6; i += 4)
      nll += maskedWordScore(logits, {static_cast<Index>(i)}, {ids[i]}).nll;
  }
  const MaskedWordScore score = everyFourthMasked(encoder, tokenizer, {"a cat sat a cat."});
  CHECK(score.words == 6);
  CHECK(score.nll == Approx(nll / 6).margin(1e-6));
  CHECK(std::abs(score.nll - maskedWordScore(logitsOf(encoder, ids), {0, 1, 2, 3, 4, 5}, ids).nll) >
        1e-4);
}

TEST_CASE(
    "A word falls to pieces where it has a continuation or is unknown, and a mark is no word") {
  const Vocabulary vocabulary = smallVocabulary();
  const Tokenizer tokenizer(fovea::test::smallModel(vocabulary, 8, 1), vocabulary);
  const auto cut = [&](const std::string& text) {
    const WordCut words = wordCut(tokenizer, text);
    return std::pair(words.words, words.inPieces);
  };
  CHECK(cut("A cat sat.") == std::pair<Index, Index>(3, 0));
  CHECK(cut("cats sat, a dog don't.") == std::pair<Index, Index>(5, 2));
  CHECK(cut("") == std::pair<Index, Index>(0, 0));
}

TEST_CASE("The everyday sentences are two hundred, no two alike, of five to fourteen words") {
  const std::vector<std::string> sentences = everydaySentences();
  CHECK(sentences.size() == 200);
  CHECK(std::set<std::string>(sentences.begin(), sentences.end()).size() == 200);
  const Vocabulary vocabulary = smallVocabulary();
  ModelConfig config = fovea::test::smallModel(vocabulary, 8, 1);
  const Tokenizer tokenizer(config, vocabulary);
  for (const std::string& sentence : sentences) {
    INFO(sentence);
    const Index words = wordCut(tokenizer, sentence).words;
    CHECK(words >= 5);
    CHECK(words <= 14);
  }
}
