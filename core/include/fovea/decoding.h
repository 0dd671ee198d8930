#pragma once

#include <cstdint>
#include <vector>

#include "fovea/decoder.h"
#include "fovea/random.h"

namespace fovea {

/// A text that a decoder writes token by token. Keys and values of the tokens so far are kept (the
/// key/value cache), so that a step computes one row, and with it what the whole pass would: but
/// for rounding, row i of Decoder::forward's logits.
class Decoding {
 public:
  /// The decoder must outlive it; the source's pass is read here alone. Throws
  /// ModelError{kInvalidInput} for a source as Decoder::forward does, and for a structure that it
  /// cannot run as or that has a bug (bugOf).
  Decoding(const Decoder& decoder, const EncoderActivations* source,
           const std::optional<Structure>& structure = std::nullopt);
  /// Not of a decoder that is gone with the statement.
  Decoding(const Decoder&&, const EncoderActivations*,
           const std::optional<Structure>& = std::nullopt) = delete;

  /// Takes the next token of the text, and returns the logits of the one after it, vocabSize.
  /// Throws ModelError{kInvalidInput} for an id that there is not, and beyond maxPositions.
  RowVector next(std::int32_t id);

  /// How many tokens were taken.
  Index length() const { return step_.soFar->tokens(); }
  /// Of each layer: the last token's row; and in `attention` key, value and rotatedKey, which have
  /// room for maxPositions rows, of which length() are those of the tokens that were taken.
  const std::vector<LayerActivations>& layers() const { return step_.layers; }

 private:
  void readMemory(const EncoderActivations& source);

  const Decoder& decoder_;
  DecoderActivations step_;  ///< of the new row; keys and values of all
};

/// How the next token is chosen, and when to stop.
struct DecodeOptions {
  std::int32_t end = 0;    ///< the token that ends the text
  Index maxTokens = 64;    ///< at most so many more than the prompt, as far as maxPositions goes
  double temperature = 0;  ///< of sampling, from softmax(logits ÷ temperature); 0 takes the best
  Index topK = 0;          ///< sample among so many best; 0 among all
  std::uint64_t seed = 1;  ///< of sampling
  Index shown = 5;         ///< how many of the best a step tells
  std::optional<Structure> structure = std::nullopt;  ///< of the decoder, as DecoderOptions has it
  bool cached = true;                                 ///< else the whole pass is run at each step
};

/// A token that could come next.
struct Candidate {
  std::int32_t id;     ///< of its piece
  double probability;  ///< softmax of the logits, whatever the temperature
};

/// One step of decoding.
struct DecodedToken {
  std::int32_t id;              ///< of the piece that was chosen
  double probability;           ///< as Candidate has it
  std::vector<Candidate> best;  ///< by probability
};

/// Chooses the next token from its logits; `random` is drawn from where the temperature is not 0.
/// Throws ModelError{kInvalidInput} for a temperature that is no number from 0 on, or no logits;
/// {kNotFinite} for logits that are not finite, as those of a model whose numbers overflow.
DecodedToken chooseToken(const RowVector& logits, const DecodeOptions& options, Random& random);

/// What a decoder wrote.
struct DecodedText {
  std::vector<DecodedToken> tokens;  ///< after the prompt; the end among them, where it was reached
  bool ended = false;                ///< it reached the end, not the limit

  /// Without the end.
  TokenIds ids() const;
};

/// Goes on from a prompt of at least one token. Throws ModelError as Decoding and chooseToken do.
DecodedText decode(const Decoder& decoder, const EncoderActivations* source, const TokenIds& prompt,
                   const DecodeOptions& options);

/// softmax(logits ÷ temperature). Throws ModelError{kInvalidInput} for no logits, and for a
/// temperature that is not above 0.
std::vector<double> probabilitiesOf(const RowVector& logits, double temperature = 1);

}  // namespace fovea
