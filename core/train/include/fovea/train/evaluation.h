#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "fovea/train/corpus.h"
#include "fovea/train/head_roles.h"
#include "fovea/train/masked_words.h"
#include "fovea/train/pronoun_reading.h"
#include "fovea/train/softness.h"
#include "fovea/train/word_geometry.h"

namespace fovea {

struct EvaluationOptions {
  Index pairs = 400;       ///< scene pairs, on the validation and on the held-out split
  Index sentences = 1000;  ///< for the masked words
  std::uint64_t seed = 2024;
};

/// Scenes in pairs that differ in one adjective, which turns the pronoun's meaning.
struct PairScore {
  ReadingScore each;        ///< over all sentences
  double bothByOutput = 0;  ///< pairs of which both sentences are read rightly
  double bothByHead = 0;
};

/// What becomes of sentences that people type (data/everyday_sentences.txt).
struct EverydayScore {
  Index words = 0;
  double inPieces = 0;  ///< share of words that the vocabulary does not hold whole
  MaskedWordScore masked;
};

/// The row of the showcase head at the pronoun of a sentence.
struct PronounRow {
  std::vector<std::string> words;
  Coreference reference;
  std::vector<double> weights;    ///< by word
  double largest = 0;             ///< of the row
  double largestUnscaled = 0;     ///< of softmax(q·k) of the same row, without ÷ √dK
  double largestAllUnscaled = 0;  ///< of the same row where no layer divides its scores
};

/// "dog bites man" and "man bites dog": the largest difference of a word's output between the two.
struct OrderSensitivity {
  double withPositions = 0;
  double withoutPositions = 0;  ///< the same weights, positions left out: 0 but for rounding
};

/// All that is measured of a trained model. Heads are chosen on the validation split; everything
/// else but `validation` is measured on the held-out one.
struct Evaluation {
  /// layer · heads + head: of the heads that are right within a percentage point of the best, the
  /// one with the least weight on the antecedent, which shows what else it weighs.
  std::size_t antecedentHead = 0;
  ShowcaseHead showcase;  ///< its measures are of the validation scenes
  PairScore validation;
  PairScore heldOut;
  double showcaseRight = 0;  ///< on the held-out scenes, as are the next two
  Softness softness;         ///< of the showcase head
  std::vector<Index> repeatingHeads;
  ReadingScore otherPronouns;
  ReadingScore nonceWords;  ///< the antecedent is a made-up word
  ReadingScore handWritten;
  ReadingScore handWrittenNew;
  ReadingScore handWrittenThird;  ///< the only ones that the grammar never followed
  MaskedWordScore maskedWords;    ///< a quarter of the pieces of generated sentences
  EverydayScore everyday;
  WordGeometry geometry;
  OrderSensitivity order;
  std::vector<HeadRole> roles;
  std::vector<PronounRow> demo;  ///< the sentences of the page and their twins
};

/// Needs a masked-word head, at least one pair and one sentence, and a vocabulary that knows the
/// words of word_groups.txt, [MASK] and a few others. Throws ModelError{kInvalidConfig,
/// kInvalidVocabulary}.
Evaluation evaluate(const Encoder& encoder, const Tokenizer& tokenizer, const Corpus& corpus,
                    const EvaluationOptions& options = {});

std::string toJson(const Evaluation& evaluation, const ModelConfig& config);

/// What a model file's metadata says of its heads; layers and heads count from 0.
///   roles: [{"role", "layer", "head", "score", "chance"}, …], those that are claimed (isClaimed)
///   showcase: {"layer", "head", "right", "teaching"}, the head to open with, and what it was
///     chosen by (ShowcaseHead)
///   evaluation: toJson
std::map<std::string, std::string> evaluationMetadata(const Evaluation& evaluation,
                                                      const ModelConfig& config);

}  // namespace fovea
