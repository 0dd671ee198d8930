#include "fovea/train/pronoun_reading.h"

#include <algorithm>

#include "corpus_data.h"
#include "fovea/train/marked_sentences.h"

namespace fovea {
namespace {

constexpr Index kShownPlaces = 3;

// The sentences of data/…, which have no kinds.
std::vector<PronounCase> markedCases(const char* text) {
  std::vector<PronounCase> cases;
  for (MarkedSentence& each : parseMarkedSentences(text)) cases.push_back(std::move(each.pronoun));
  return cases;
}

}  // namespace

const EncodedSentence& SentenceReader::encode(const std::vector<std::string>& words,
                                              const ForwardOptions& options) {
  encoded_ = words_.encode(words, encoder_.config().addSpecialTokens);
  encoder_.forward(encoded_.ids, activations_, options);
  encoder_.predict(activations_);
  return encoded_;
}

double SentenceReader::weight(Index layer, Index head, std::size_t from, std::size_t to) const {
  const auto weights = attentionMatrix(activations_.layer(layer).attention.weights,
                                       activations_.sequences, encoder_.config().heads, 0, head);
  return static_cast<double>(weights.row(encoded_.firstPiece[from])
                                 .segment(encoded_.firstPiece[to], encoded_.pieceCount[to])
                                 .sum());
}

RowVector SentenceReader::row(Index layer, Index head, std::size_t from) const {
  return attentionMatrix(activations_.layer(layer).attention.weights, activations_.sequences,
                         encoder_.config().heads, 0, head)
      .row(encoded_.firstPiece[from]);
}

RowVector SentenceReader::scores(Index layer, Index head, std::size_t from) const {
  return attentionMatrix(activations_.layer(layer).attention.scores, activations_.sequences,
                         encoder_.config().heads, 0, head)
      .row(encoded_.firstPiece[from]);
}

HeadReading SentenceReader::readHead(Index layer, Index head, const Coreference& reference) const {
  const RowVector weights = row(layer, head, reference.pronoun);
  HeadReading reading;
  reading.shape = rowShape(weights);
  const Index begin = encoded_.firstPiece[reference.antecedent];
  const Index end = begin + encoded_.pieceCount[reference.antecedent];
  reading.right = reading.shape.largestAt >= begin && reading.shape.largestAt < end;
  reading.weight = weight(layer, head, reference.pronoun, reference.antecedent);
  for (const std::size_t other : reference.candidates) {
    if (other == reference.antecedent) continue;
    for (Index piece = 0; piece < encoded_.pieceCount[other]; ++piece)
      reading.otherShown = reading.otherShown ||
                           amongLargest(weights, encoded_.firstPiece[other] + piece, kShownPlaces);
  }
  return reading;
}

PronounReading SentenceReader::read(const PronounCase& pronoun) {
  encode(pronoun.words);
  PronounReading reading;
  const auto logits =
      activations_.maskedWord.logits.row(encoded_.firstPiece[pronoun.reference.pronoun]);
  const auto largest = static_cast<double>(logits.maxCoeff(&reading.answer));
  reading.confidence = 1 / (logits.template cast<double>().array() - largest).exp().sum();
  const Index antecedent = encoded_.firstPiece[pronoun.reference.antecedent];
  reading.byOutput = reading.answer == encoded_.ids[static_cast<std::size_t>(antecedent)];
  for (Index l = 0; l < encoder_.config().layers; ++l)
    for (Index h = 0; h < encoder_.config().heads; ++h)
      reading.heads.push_back(readHead(l, h, pronoun.reference));
  return reading;
}

ReadingScore scoreOf(const std::vector<PronounReading>& readings, std::size_t head) {
  const auto share = [&](const auto& right) {
    const auto count = std::count_if(readings.begin(), readings.end(), right);
    return static_cast<double>(count) / std::max(1.0, static_cast<double>(readings.size()));
  };
  return {static_cast<Index>(readings.size()),
          share([](const PronounReading& r) { return r.byOutput; }),
          share([head](const PronounReading& r) { return r.heads[head].right; })};
}

std::vector<PronounCase> handWrittenCases() { return markedCases(kHandWrittenText); }

std::vector<PronounCase> newHandWrittenCases() { return markedCases(kHandWrittenNewText); }

std::vector<PronounCase> thirdHandWrittenCases() { return markedCases(kHandWrittenThirdText); }

}  // namespace fovea
