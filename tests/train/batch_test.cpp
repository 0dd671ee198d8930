#include "fovea/train/batch.h"

#include <algorithm>

#include "catch2.h"
#include "fovea/train/vocabulary_builder.h"

using namespace fovea;

namespace {

struct Setting {
  Corpus corpus;
  Vocabulary vocabulary = buildVocabulary(corpus);
  Tokenizer tokenizer{config(), vocabulary};

  EncoderConfig config() const {
    EncoderConfig c;
    c.vocabSize = vocabulary.size();
    c.addSpecialTokens = false;
    c.splitApostrophes = false;
    return c;
  }
};

const Setting& setting() {
  static const Setting shared;
  return shared;
}

bool contains(const std::vector<Index>& rows, Index row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

}  // namespace

TEST_CASE("A batch is sentences end to end, its targets within") {
  TrainingOptions options;
  options.sentencesPerStep = 50;
  Random random(1);
  BatchMaker maker(setting().corpus, setting().tokenizer, options);
  const TrainingBatch batch = maker.draw(random, Split::kTraining);
  CHECK(batch.sequences.count() == 50);
  CHECK(batch.sequences.tokens() == static_cast<Index>(batch.ids.size()));
  REQUIRE(batch.maskedWords.rows.size() == batch.maskedWords.ids.size());
  REQUIRE(batch.references.rows.size() == batch.references.ids.size());
  CHECK(batch.maskedWords.rows.size() > 50);
  CHECK(batch.references.rows.size() > 10);
  for (const Index row : batch.maskedWords.rows) CHECK(row < batch.sequences.tokens());
}

TEST_CASE("A reference is asked for where pronoun and antecedent are both to be seen") {
  TrainingOptions options;
  Random random(2);
  BatchMaker maker(setting().corpus, setting().tokenizer, options);
  const TrainingBatch batch = maker.draw(random, Split::kTraining);
  for (std::size_t i = 0; i < batch.references.rows.size(); ++i) {
    CHECK_FALSE(contains(batch.maskedWords.rows, batch.references.rows[i]));
    CHECK(std::count(batch.ids.begin(), batch.ids.end(), batch.references.ids[i]) > 0);
  }
}

TEST_CASE("A quarter of the tokens is selected, four fifths of those are masked") {
  TrainingOptions options;
  options.sentencesPerStep = 3000;
  options.unmaskedShare = 0;
  Random random(3);
  BatchMaker maker(setting().corpus, setting().tokenizer, options);
  const TrainingBatch batch = maker.draw(random, Split::kTraining);
  const std::int32_t mask = setting().vocabulary.id("[MASK]");
  const auto masked = double(std::count(batch.ids.begin(), batch.ids.end(), mask));
  const auto selected = double(batch.maskedWords.rows.size());
  CHECK(masked / selected == Approx(0.8).margin(0.03));  // pronouns are always [MASK]
  CHECK(selected / double(batch.ids.size()) == Approx(0.23).margin(0.03));  // less [CLS], [SEP]
}

TEST_CASE("A word keeps its pieces whole, or is spelled out") {
  SentenceEncoder encoder(setting().tokenizer);
  const EncodedSentence whole = encoder.encode({"the", "animal", "slept"}, true);
  CHECK(whole.ids.size() == 5);
  CHECK(whole.firstPiece == std::vector<Index>{1, 2, 3});
  Random random(4);
  const EncodedSentence spelled = encoder.encode({"is", "animal", "[UNK]"}, false, random, 1.0);
  CHECK(spelled.pieceCount[0] == 1);
  CHECK(spelled.pieceCount[1] > 1);
  CHECK(spelled.pieceCount[2] == 1);
  CHECK(spelled.ids[1] == setting().vocabulary.id("a"));
  CHECK(spelled.ids.back() == setting().vocabulary.unknownId());
}
