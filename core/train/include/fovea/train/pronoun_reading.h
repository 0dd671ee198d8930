#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/row_shape.h"
#include "fovea/train/sentence.h"
#include "fovea/train/sentence_encoder.h"

namespace fovea {

/// A pronoun in a sentence, and what it means.
struct PronounCase {
  std::vector<std::string> words;
  Coreference reference;
};

/// What one head does at a pronoun.
struct HeadReading {
  bool right = false;  ///< its largest weight lies on the antecedent, of all tokens
  double weight = 0;   ///< the weight on the antecedent, its pieces summed
  RowShape shape;      ///< of the pronoun's row
  /// Another candidate has a piece among the row's three largest weights.
  bool otherShown = false;
};

/// What a model makes of a pronoun.
struct PronounReading {
  Index answer = 0;                ///< the piece of the whole vocabulary that it predicts
  double confidence = 0;           ///< the answer's probability
  bool byOutput = false;           ///< the answer is the antecedent's first piece
  std::vector<HeadReading> heads;  ///< layer by layer
};

/// Encodes sentences by words and looks at them; keeps its memory from one to the next.
class SentenceReader {
 public:
  SentenceReader(const Encoder& encoder, const Tokenizer& tokenizer)
      : encoder_(encoder), words_(tokenizer) {}
  // It keeps references.
  SentenceReader(const Encoder&&, const Tokenizer&) = delete;
  SentenceReader(const Encoder&, const Tokenizer&&) = delete;

  PronounReading read(const PronounCase& pronoun);

  /// Runs the encoder; the result is valid until the next call.
  const EncodedSentence& encode(const std::vector<std::string>& words,
                                const ForwardOptions& options = {});
  const EncoderActivations& activations() const { return activations_; }
  const Encoder& encoder() const { return encoder_; }

  /// Attention of a head from the first piece of one word to all pieces of another.
  double weight(Index layer, Index head, std::size_t from, std::size_t to) const;
  /// All weights of a head from the first piece of a word, by token.
  RowVector row(Index layer, Index head, std::size_t from) const;
  /// The scores q·k of the same row, before they are divided by √dK.
  RowVector scores(Index layer, Index head, std::size_t from) const;

 private:
  HeadReading readHead(Index layer, Index head, const Coreference& reference) const;

  const Encoder& encoder_;
  SentenceEncoder words_;
  EncodedSentence encoded_;
  EncoderActivations activations_;
};

/// How often pronouns were read rightly.
struct ReadingScore {
  Index cases = 0;
  double byOutput = 0;
  double byHead = 0;
};

/// The score of the head with the place given (layer · heads + head) among readings.
ReadingScore scoreOf(const std::vector<PronounReading>& readings, std::size_t head);

/// Fifty sentences written by hand (data/hand_written.txt).
std::vector<PronounCase> handWrittenCases();

/// Fifty more (data/hand_written_new.txt). The grammar was widened after a look at what models read
/// wrongly in both.
std::vector<PronounCase> newHandWrittenCases();

/// A hundred (data/hand_written_third.txt) in forms that the grammar does not make; no change of
/// the corpus has looked at them.
std::vector<PronounCase> thirdHandWrittenCases();

}  // namespace fovea
