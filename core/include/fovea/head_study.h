#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea {

/// Keys at most so far from their query are told apart by their distance.
constexpr Index kNearest = 8;
/// From this distance on a key is far away.
constexpr Index kFarAway = 5;

/// What a key can be to its query; several may hold at once. Before these come 2·kNearest + 1 for
/// the distances, key − query, of −kNearest to kNearest: 0 is the query itself.
enum class HeadRelation : std::size_t {
  kFirst = 2 * kNearest + 1,  ///< the first token
  kMark,      ///< a token without letters or digits, or one that was added to the text
  kSameWord,  ///< the same piece at another place
  kNoun,      ///< what the model answers at the query, a pronoun, at another place
  kFar,       ///< kFarAway tokens away or more
};
/// How many relations there are, those of the distances included.
constexpr std::size_t kRelations = 2 * kNearest + 6;

/// The place of a distance, at most ±kNearest, among the relations.
constexpr std::size_t relationOf(Index distance) {
  return static_cast<std::size_t>(distance + kNearest);
}
constexpr std::size_t relationOf(HeadRelation relation) {
  return static_cast<std::size_t>(relation);
}

/// What one head does, on average.
struct HeadUse {
  /// By relation: the share of its weights that is on such keys, over all queries that have one.
  /// NaN where none has.
  std::array<double, kRelations> weight{};
  double entropy = 0;  ///< of a query's weights, in bits, over all queries
  /// How much of the probability of the model's answers moves to others when the head's output is 0
  /// at all words: half the sum of the absolute differences, over the texts in which it was
  /// measured. Of a model without a masked-word head 1 − the cosine between both hidden states. NaN
  /// for none.
  double effect = 0;
};

/// What all heads do in some texts.
struct HeadUses {
  std::vector<HeadUse> heads;                      ///< layer by layer
  std::array<std::int64_t, kRelations> queries{};  ///< those that have such a key
  std::int64_t texts = 0;                          ///< how many were added
  std::int64_t tokens = 0;                         ///< of all of them
  std::int64_t measured = 0;                       ///< texts in which effects were
};

/// The query where a text's answer is read: [MASK], else the first pronoun, else the last token
/// that is not a mark, else the first.
Index answerToken(const std::vector<Token>& tokens);

/// Whether the token is it, he, she, they, him, her or them.
bool isPronoun(const Token& token);
/// Whether the token has no letter or digit, or was added to the text.
bool isMark(const Token& token);

/// Sums up what each head of a model does in many texts, a batch at a time. Memory does not grow
/// with their number, unless the entropies of each text are kept.
class HeadStudy {
 public:
  /// The encoder must outlive it. Throws ModelError{kInvalidConfig} for a model that cannot encode
  /// text.
  explicit HeadStudy(const Encoder& encoder, bool keepsEntropies = false);
  explicit HeadStudy(const Encoder&& encoder, bool keepsEntropies = false) = delete;

  /// Adds a text. It is run, with those that were added before, when there
  /// are enough for a batch. Effects take as many passes as there are heads. Throws what
  /// Encoder::forward throws, and ModelError{kInvalidInput} for a text without tokens.
  void add(const std::vector<Token>& text, bool effects);

  /// Runs what waits.
  void finish();

  /// Of the texts that have been run.
  HeadUses uses() const;

  /// The mean entropy of each head's weights in each text that was run since this was called, text
  /// by text, in bits: those with effects apart, else in the order in which they were added. Empty
  /// where they are not kept.
  std::vector<float> takeEntropies();

 private:
  struct Batch {
    TokenIds ids;
    std::vector<Index> lengths;
    std::vector<std::vector<Token>> texts;
  };
  struct Sums {
    std::array<double, kRelations> weight{};
    double entropy = 0;
    double effect = 0;
  };
  /// Keys of a query that are looked for by more than their distance.
  struct Keys {
    std::vector<Index> marks, same, nouns;
  };

  void run(Batch& batch, bool effects);
  std::vector<Keys> keysOf(const std::vector<Token>& text, Index first);
  void sumUp(Index text, const std::vector<Keys>& keys);
  double addRow(const Scalar* weights, Index n, Index query, const Keys& keys, Sums& sums) const;
  void measureEffects(const Batch& batch);
  Matrix answersOf(const Matrix& rows) const;
  Matrix rowsWithout(Index layer, Index head, const std::vector<Index>& rows);
  template <typename Run>
  void runLayer(Run&& run, Index layer, const Matrix& x, LayerActivations& a,
                Capture capture) const;
  const Matrix& inputOf(Index layer) const;
  double change(const Matrix& before, const Matrix& after) const;

  const Encoder& encoder_;
  const bool keepsEntropies_;
  std::array<Batch, 2> waiting_;  // without effects, with them
  EncoderActivations pass_;
  LayerActivations trial_;
  LayerActivations next_;
  LayerActivations lastRows_;
  std::vector<Sums> sums_;
  HeadUses counted_;
  std::vector<float> entropies_;
};

}  // namespace fovea
