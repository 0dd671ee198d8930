#include "circuit_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "files.h"
#include "fovea/circuit_search.h"
#include "fovea/error.h"
#include "fovea/train/marked_sentences.h"

namespace fovea::cli {
namespace {

/// A pair as a question; none where the model reads one of its sentences wrongly.
class PairReader {
 public:
  explicit PairReader(const Model& model) : reader_(model.encoder, model.tokenizer) {}

  std::optional<CircuitQuestion> read(const MarkedSentence& one, const MarkedSentence& two,
                                      CircuitMetric metric) {
    CircuitQuestion question;
    question.metric = metric;
    const auto reads = [&](const PronounCase& pronoun, TokenIds& ids, std::int32_t& answer) {
      const PronounReading reading = reader_.read(pronoun);
      const EncodedSentence& encoded = reader_.encode(pronoun.words);
      ids = encoded.ids;
      answer = static_cast<std::int32_t>(reading.answer);
      question.token = encoded.firstPiece[pronoun.reference.pronoun];
      return reading.byOutput;
    };
    const bool second = reads(two.pronoun, question.twin, question.other);
    const bool first = reads(one.pronoun, question.ids, question.answer);
    if (question.ids.size() != question.twin.size())
      refuse(ErrorCode::kInvalidInput,
             "lines " + std::to_string(one.line) + " and " + std::to_string(two.line) +
                 ": one has " + std::to_string(question.ids.size()) + " tokens, the other " +
                 std::to_string(question.twin.size()) + "; both need the same number");
    if (!first || !second || question.answer == question.other) return std::nullopt;
    return question;
  }

 private:
  SentenceReader reader_;
};

PairKind& kindNamed(PairTally& tally, const std::string& name, const ModelConfig& config) {
  for (PairKind& kind : tally.kinds)
    if (kind.name == name) return kind;
  const auto parts = static_cast<std::size_t>(config.layers * (config.heads + 1));
  const auto heads = static_cast<std::size_t>(config.layers * config.heads);
  PairKind& kind = tally.kinds.emplace_back();
  kind.name = name;
  kind.found.resize(parts * kCircuitRoles);
  kind.reads.resize(heads * kCircuitRoles * kCircuitRoles);
  kind.readers.resize(kind.reads.size());
  return kind;
}

/// Counts each part once for each role that it is kept at.
void countNodes(const std::vector<bool>& here, PairKind& kind) {
  for (std::size_t i = 0; i < here.size(); ++i) kind.found[i] += here[i] ? 1 : 0;
}

void addReads(const std::vector<double>& weights, PairKind& kind) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::isnan(weights[i])) continue;
    kind.reads[i] += weights[i];
    ++kind.readers[i];
  }
}

void addCircuit(const CircuitPairsOptions& options, const Encoder& encoder,
                const CircuitQuestion& question, PairKind& kind) {
  Circuit circuit(encoder, question);
  CircuitSearch search(circuit, options.keep);
  while (search.round()) continue;
  const KeptNodes kept = search.kept();
  const auto count = static_cast<double>(countKept(kept));
  ++kind.right;
  kind.nodes += count;
  kind.part += count / static_cast<double>(kept.size());
  for (const double share : randomShares(circuit, countKept(kept), options.random, options.seed))
    kind.random = std::max(kind.random, share);
  countNodes(partsByRole(circuit, kept, encoder.config().heads), kind);
  addReads(weightsByRole(encoder, question), kind);
}

PairTally tallyOf(const CircuitPairsOptions& options, const Model& model) {
  const std::vector<MarkedSentence> sentences = parseMarkedSentences(readText(options.file));
  if (sentences.empty() || sentences.size() % 2 == 1)
    throw std::runtime_error("must contain sentences two by two, but has " +
                             std::to_string(sentences.size()));
  const ModelConfig& config = model.encoder.config();
  PairTally tally;
  tally.heads = config.heads;
  PairReader reader(model);
  for (std::size_t i = 0; i < sentences.size(); i += 2) {
    std::fprintf(stderr, "\r%zu of %zu pairs  ", i / 2, sentences.size() / 2);
    std::fflush(stderr);
    PairKind& kind = kindNamed(tally, sentences[i].kind, config);
    ++kind.pairs;
    const auto question = reader.read(sentences[i], sentences[i + 1], options.metric);
    if (question) addCircuit(options, model.encoder, *question, kind);
  }
  std::fputc('\n', stderr);
  return tally;
}

}  // namespace

PairTally tallyPairs(const CircuitPairsOptions& options, const Model& model) {
  try {
    return tallyOf(options, model);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(options.file + ": " + error.what());
  }
}

}  // namespace fovea::cli
