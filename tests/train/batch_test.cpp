#include "fovea/train/batch.h"

#include <algorithm>

#include "catch2.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

struct Setting {
  const Corpus& corpus = test::sharedCorpus();
  const Vocabulary& vocabulary = test::sharedVocabulary();
  Tokenizer tokenizer{config(), vocabulary};

  ModelConfig config() const {
    ModelConfig c;
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

TrainingBatch drawBatch(const TrainingOptions& options, std::uint64_t seed) {
  Random random(seed);
  return BatchMaker(setting().corpus, setting().tokenizer, options).draw(random, Split::kTraining);
}

Index sequenceOf(const TrainingBatch& batch, Index row) {
  Index sequence = 0;
  while (batch.sequences.begin(sequence) + batch.sequences.length(sequence) <= row) ++sequence;
  return sequence;
}

// Whether an id is in a sequence where nothing was selected.
bool isSeen(const TrainingBatch& batch, Index sequence, std::int32_t id) {
  const Index begin = batch.sequences.begin(sequence);
  for (Index row = begin; row < begin + batch.sequences.length(sequence); ++row)
    if (batch.ids[static_cast<std::size_t>(row)] == id && !contains(batch.maskedWords.rows, row))
      return true;
  return false;
}

// Sequences whose first or last id, counted from `fromEnd`, is a piece.
Index sequencesWith(const TrainingBatch& batch, const std::string& piece, Index fromEnd = -1) {
  Index count = 0;
  for (Index s = 0; s < batch.sequences.count(); ++s) {
    const Index row =
        batch.sequences.begin(s) + (fromEnd < 0 ? 0 : batch.sequences.length(s) - 1 - fromEnd);
    count += batch.ids[static_cast<std::size_t>(row)] == setting().vocabulary.id(piece) ? 1 : 0;
  }
  return count;
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
  options.sentencesPerStep = 200;
  options.maskShare = 0.5;
  options.unmaskedShare = 0;
  const TrainingBatch batch = drawBatch(options, 2);
  REQUIRE(batch.references.rows.size() > 10);
  for (std::size_t i = 0; i < batch.references.rows.size(); ++i) {
    const Index pronoun = batch.references.rows[i];
    CHECK_FALSE(contains(batch.maskedWords.rows, pronoun));
    CHECK(isSeen(batch, sequenceOf(batch, pronoun), batch.references.ids[i]));
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
  Index other = 0;
  Index kept = 0;
  for (std::size_t i = 0; i < batch.maskedWords.rows.size(); ++i) {
    const std::int32_t id = batch.ids[static_cast<std::size_t>(batch.maskedWords.rows[i])];
    if (id == batch.maskedWords.ids[i])
      ++kept;
    else if (id != mask)
      ++other;
  }
  CHECK(masked / selected == Approx(0.8).margin(0.03));  // pronouns are always [MASK]
  CHECK(double(other) / selected == Approx(0.1).margin(0.02));
  CHECK(double(kept) / selected == Approx(0.1).margin(0.02));
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

TEST_CASE("Special pieces, full stops, made-up words and unmasked sentences come in their shares") {
  TrainingOptions options;
  options.sentencesPerStep = 60;
  options.maskShare = 0;  // one piece of a sentence is selected all the same
  options.unmaskedShare = 0;
  options.nonceShare = 0;
  options.specialsShare = 0;
  options.fullStopShare = 0;
  options.spellShare = 0;
  const TrainingBatch none = drawBatch(options, 5);
  CHECK(none.maskedWords.rows.size() == 60);
  CHECK(sequencesWith(none, "[CLS]") == 0);
  CHECK(sequencesWith(none, ".", 0) == 0);
  CHECK(std::count(none.ids.begin(), none.ids.end(), setting().vocabulary.id("[UNK]")) == 0);

  options.specialsShare = 1;
  options.fullStopShare = 1;
  options.unmaskedShare = 1;
  options.nonceShare = 1;
  options.unknownShare = 1;
  const TrainingBatch all = drawBatch(options, 5);
  CHECK(sequencesWith(all, "[CLS]") == 60);
  CHECK(sequencesWith(all, "[SEP]", 0) == 60);
  CHECK(sequencesWith(all, ".", 1) > 30);  // questions and selected pieces apart
  CHECK(all.maskedWords.rows.size() < 60);
  CHECK(std::count(all.ids.begin(), all.ids.end(), setting().vocabulary.id("[UNK]")) > 10);
  for (const Index row : all.references.rows)
    for (const Index masked : all.maskedWords.rows)
      CHECK(sequenceOf(all, row) != sequenceOf(all, masked));
}

TEST_CASE("A batch is cut between sentences into parts of about as many tokens") {
  TrainingOptions options;
  options.sentencesPerStep = 40;
  const TrainingBatch batch = drawBatch(options, 6);
  const std::vector<TrainingBatch> parts = cut(batch, 4);
  REQUIRE(parts.size() == 4);
  TokenIds ids;
  Targets masked;
  Targets references;
  Index sequences = 0;
  for (const TrainingBatch& part : parts) {
    const auto begin = static_cast<Index>(ids.size());
    const auto append = [&](const Targets& from, Targets& to) {
      for (std::size_t i = 0; i < from.rows.size(); ++i) to.add(begin + from.rows[i], from.ids[i]);
    };
    append(part.maskedWords, masked);
    append(part.references, references);
    ids.insert(ids.end(), part.ids.begin(), part.ids.end());
    for (Index s = 0; s < part.sequences.count(); ++s)
      CHECK(part.sequences.length(s) == batch.sequences.length(sequences++));
    CHECK(std::abs(4 * sizeOf(part).tokens - sizeOf(batch).tokens) <=
          4 * batch.sequences.longest());
  }
  CHECK(sequences == 40);
  CHECK(ids == batch.ids);
  CHECK(masked.rows == batch.maskedWords.rows);
  CHECK(masked.ids == batch.maskedWords.ids);
  CHECK(references.rows == batch.references.rows);
  CHECK(references.ids == batch.references.ids);
}

TEST_CASE("A part of a batch is never empty") {
  TrainingOptions options;
  options.sentencesPerStep = 3;
  const std::vector<TrainingBatch> parts = cut(drawBatch(options, 7), 8);
  CHECK(parts.size() == 3);
  for (const TrainingBatch& part : parts) CHECK(part.sequences.count() == 1);
}
