#include "fovea/train/batch.h"

#include <algorithm>

#include "draw_from.h"

namespace fovea {
namespace {

constexpr double kMaskPart = 0.8;    // of selected tokens: [MASK] …
constexpr double kRandomPart = 0.1;  // … another piece, the rest stays (Devlin et al. 2019)

bool isPronoun(const Sentence& sentence, std::size_t word) {
  return std::any_of(sentence.coreferences.begin(), sentence.coreferences.end(),
                     [&](const Coreference& c) { return c.pronoun == word; });
}

bool endsWithMark(const Sentence& sentence) { return sentence.words.back() == "?"; }

}  // namespace

BatchMaker::BatchMaker(const Corpus& corpus, const Tokenizer& tokenizer,
                       const TrainingOptions& options)
    : corpus_(corpus),
      vocabulary_(tokenizer.vocabulary()),
      options_(options),
      encoder_(tokenizer),
      maskId_(vocabulary_.id("[MASK]")) {}

TrainingBatch BatchMaker::draw(Random& random, Split split) {
  return draw(random, split, options_.sentencesPerStep);
}

TrainingBatch BatchMaker::draw(Random& random, Split split, Index sentences) {
  TrainingBatch batch;
  std::vector<Index> lengths;
  for (Index i = 0; i < sentences; ++i) {
    const auto begin = static_cast<Index>(batch.ids.size());
    append(drawSentence(random, split), random, batch);
    lengths.push_back(static_cast<Index>(batch.ids.size()) - begin);
  }
  batch.sequences = Sequences(lengths);
  return batch;
}

Sentence BatchMaker::drawSentence(Random& random, Split split) const {
  Sentence sentence = corpus_.draw(random, split);
  if (!sentence.coreferences.empty() && random.chance(options_.nonceShare)) {
    const std::vector<std::size_t>& nouns = sentence.coreferences[0].candidates;
    const std::size_t noun = drawFrom(nouns, random);
    sentence.words[noun] = random.chance(options_.unknownShare) ? "[UNK]" : nonceWord(random);
  }
  if (!endsWithMark(sentence) && random.chance(options_.fullStopShare))
    sentence.words.emplace_back(".");
  return sentence;
}

void BatchMaker::append(const Sentence& sentence, Random& random, TrainingBatch& batch) {
  const auto begin = static_cast<Index>(batch.ids.size());
  const bool specials = random.chance(options_.specialsShare);
  const EncodedSentence encoded =
      encoder_.encode(sentence.words, specials, random, options_.spellShare);
  batch.ids.insert(batch.ids.end(), encoded.ids.begin(), encoded.ids.end());
  if (sentence.coreferences.empty() || !random.chance(options_.unmaskedShare))
    maskWords(sentence, encoded, begin, random, batch);

  const std::vector<Index>& masked = batch.maskedWords.rows;
  const auto isMasked = [&](Index row) {
    return std::find(masked.rbegin(), masked.rend(), row) != masked.rend();
  };
  for (const Coreference& reference : sentence.coreferences) {
    const Index pronoun = begin + encoded.firstPiece[reference.pronoun];
    const Index antecedent = begin + encoded.firstPiece[reference.antecedent];
    if (!isMasked(pronoun) && !isMasked(antecedent))
      batch.references.add(pronoun, batch.ids[static_cast<std::size_t>(antecedent)]);
  }
}

void BatchMaker::maskWords(const Sentence& sentence, const EncodedSentence& encoded, Index begin,
                           Random& random, TrainingBatch& batch) const {
  struct Piece {
    Index row;
    bool pronoun;
  };
  std::vector<Piece> selected;
  std::vector<Piece> pieces;
  for (std::size_t w = 0; w < sentence.words.size(); ++w) {
    for (Index p = 0; p < encoded.pieceCount[w]; ++p) {
      pieces.push_back({begin + encoded.firstPiece[w] + p, isPronoun(sentence, w)});
      if (random.chance(options_.maskShare)) selected.push_back(pieces.back());
    }
  }
  if (selected.empty()) selected.push_back(drawFrom(pieces, random));
  for (const Piece& piece : selected) {
    std::int32_t& id = batch.ids[static_cast<std::size_t>(piece.row)];
    batch.maskedWords.add(piece.row, id);
    // A pronoun that stays would be asked for itself and for its antecedent at once.
    id = piece.pronoun ? maskId_ : replacement(id, random);
  }
}

std::int32_t BatchMaker::replacement(std::int32_t id, Random& random) const {
  const double draw = random.uniform();
  if (draw < kMaskPart) return maskId_;
  if (draw < kMaskPart + kRandomPart)
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(vocabulary_.size())));
  return id;
}

}  // namespace fovea
