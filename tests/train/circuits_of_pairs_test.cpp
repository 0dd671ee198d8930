#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/circuit_search.h"
#include "fovea/model_file.h"
#include "fovea/train/marked_sentences.h"
#include "fovea/train/pronoun_reading.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

constexpr int kPairs = 100;
constexpr double kKeep = 0.9;

/// A pair of held-out scenes, of which the model reads both rightly, as a question.
std::vector<CircuitQuestion> rightPairs(const Model& model) {
  Random random(7);
  SentenceReader reader(model.encoder, model.tokenizer);
  std::vector<CircuitQuestion> questions;
  while (questions.size() < kPairs) {
    const auto [one, two] = test::sharedCorpus().drawScenePair(random, Split::kHeldOut);
    CircuitQuestion question;
    const auto reads = [&](const Sentence& sentence, TokenIds& ids, std::int32_t& answer) {
      const Coreference& reference = sentence.coreferences.front();
      const PronounReading reading = reader.read({sentence.words, reference});
      const EncodedSentence& encoded = reader.encode(sentence.words);
      ids = encoded.ids;
      answer = static_cast<std::int32_t>(reading.answer);
      question.token = encoded.firstPiece[reference.pronoun];
      return reading.byOutput;
    };
    const bool right =
        reads(one, question.ids, question.answer) && reads(two, question.twin, question.other);
    if (right && question.ids.size() == question.twin.size()) questions.push_back(question);
  }
  return questions;
}

/// What a search finds, measured anew.
struct Found {
  double part;         ///< of all nodes
  double share;        ///< that they keep
  double mostWithout;  ///< that is left where the node is taken that is missed least
  double mostRandom;   ///< that a random set of as many keeps
};

Found find(const Encoder& encoder, const CircuitQuestion& question) {
  Circuit circuit(encoder, question);
  CircuitSearch search(circuit, kKeep);
  while (search.round()) continue;
  const KeptNodes kept = search.kept();
  Found found{static_cast<double>(countKept(kept)) / static_cast<double>(kept.size()),
              circuit.share(kept), 0, 0};
  for (std::size_t node = 0; node < kept.size(); ++node) {
    if (!kept[node]) continue;
    KeptNodes fewer = kept;
    fewer[node] = false;
    found.mostWithout = std::max(found.mostWithout, circuit.share(fewer));
  }
  for (const double share : randomShares(circuit, countKept(kept), 20, 1))
    found.mostRandom = std::max(found.mostRandom, share);
  return found;
}

}  // namespace

TEST_CASE("a few nodes keep the answers of nearly all held-out pairs, and as many at random none",
          "[circuit][long]") {
  const Model model = readModel(std::string(FOVEA_MODELS) + "/fovea-demo.safetensors");
  int small = 0;
  double parts = 0;
  double random = 0;
  for (const CircuitQuestion& question : rightPairs(model)) {
    const Found found = find(model.encoder, question);
    CHECK(found.share >= kKeep);
    CHECK(found.mostWithout < kKeep);
    small += found.part <= 0.08 ? 1 : 0;
    parts += found.part / kPairs;
    random = std::max(random, found.mostRandom);
  }
  std::printf(
      "%d of %d circuits have at most 8 %% of the nodes; on average %.1f %%; most of a "
      "random set: %.3f\n",
      small, kPairs, 100 * parts, random);
  CHECK(small >= 90);
  CHECK(random <= 0.3);
}

TEST_CASE("the file of pairs has held-out sentences that differ in one word", "[circuit]") {
  const PairSplits& splits = test::sharedCorpus().splits();
  std::ifstream file(std::string(FOVEA_CORPUS_DATA) + "/pairs.txt");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::vector<MarkedSentence> sentences = parseMarkedSentences(text);
  REQUIRE(sentences.size() == 2 * kPairs);
  for (std::size_t i = 0; i < sentences.size(); i += 2) {
    const std::vector<std::string>& one = sentences[i].pronoun.words;
    const std::vector<std::string>& two = sentences[i + 1].pronoun.words;
    INFO(sentences[i].line);
    CHECK(splits.holdsPair(one, Split::kHeldOut));
    CHECK(splits.holdsPair(two, Split::kHeldOut));
    REQUIRE(one.size() == two.size());
    CHECK(std::inner_product(one.begin(), one.end(), two.begin(), 0, std::plus<>(),
                             std::not_equal_to<>()) == 1);
  }
}
