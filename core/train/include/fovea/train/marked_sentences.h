#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fovea/model_file.h"
#include "fovea/train/pronoun_reading.h"

namespace fovea {

/// A sentence of a file, with its pronoun marked.
struct MarkedSentence {
  std::size_t line = 0;  ///< of the file, from 1
  std::string kind;      ///< the heading above it; empty before the first
  PronounCase pronoun;
};

/// Sentences in a notation of three marks, one to a line: ~ before the pronoun, + before what it
/// means, - before each other noun that it could mean: "the +cat chased the -mouse because ~it was
/// hungry". "[passive]" begins a kind; "# …" is a comment. Punctuation at a word's end is a word of
/// its own. Throws ModelError{kInvalidInput} that names the line and what is wrong with it.
std::vector<MarkedSentence> parseMarkedSentences(const std::string& text);

/// What a model made of one sentence.
struct ReadSentence {
  std::size_t line = 0;
  std::string kind;
  std::string text;
  std::string antecedent;  ///< what the pronoun means
  std::string answer;      ///< the piece that the model predicts at the pronoun
  double confidence = 0;   ///< its probability
  bool right = false;      ///< the answer is the antecedent's first piece
  bool headRight = false;  ///< the head's largest weight is on the antecedent
};

/// A share of right answers and its 95 % interval: Wilson, Probable inference, the law of
/// succession, and statistical inference (1927), equation 4.
struct Share {
  Index right = 0;
  Index of = 0;
  double share() const;
  double low() const;
  double high() const;
};

/// How right the answers are whose probability is in a range of a tenth: [i/10, (i+1)/10), the last
/// with 1.
struct CalibrationBin {
  Index answers = 0;
  double confidence = 0;  ///< their mean probability; 0 where there is none
  double right = 0;       ///< the share of them that is right
};

struct KindScore {
  std::string kind;  ///< empty: all sentences
  Share byOutput;
  std::optional<Share> byHead;  ///< of the head that was given
};

/// All that a file's sentences say of a model.
struct SentenceScores {
  std::vector<ReadSentence> sentences;
  std::vector<KindScore> kinds;  ///< in the order of the file; then all
  std::vector<CalibrationBin> bins;
  /// Guo et al., On Calibration of Modern Neural Networks (2017), equation 3: the mean distance
  /// between confidence and share of right answers, weighted by the answers of each bin.
  double calibrationError = 0;
  std::optional<double> confidenceRight;  ///< mean probability of right answers, if any
  std::optional<double> confidenceWrong;
};

/// Reads each sentence. `head` is layer · heads + head; none: heads are not measured. Needs a
/// masked-word head and at least one sentence. Throws ModelError{kInvalidConfig, kInvalidInput}.
SentenceScores measureSentences(const Encoder& encoder, const Tokenizer& tokenizer,
                                const std::vector<MarkedSentence>& sentences,
                                std::optional<std::size_t> head);

/// The head that a model file names as its showcase (evaluationMetadata); none if it names none.
std::optional<std::size_t> showcaseHeadOf(const Model& model);

/// A table by kind, the calibration, and the sentences that were read wrongly.
std::string toText(const SentenceScores& scores);
std::string toJson(const SentenceScores& scores);
/// A line for each sentence: line, kind, sentence, antecedent, answer, confidence, right, and
/// headRight where a head was measured.
std::string toCsv(const SentenceScores& scores);

}  // namespace fovea
