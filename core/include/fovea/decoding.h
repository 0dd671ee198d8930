#pragma once

#include <cstdint>
#include <vector>

#include "fovea/decoder.h"
#include "fovea/random.h"

namespace fovea {

/// A text that a decoder writes token by token. Keys and values of the tokens so far are kept (the
/// key/value cache), so that a step computes one row: up to rounding, row i of the logits of
/// Decoder::forward.
class Decoding {
 public:
  /// The decoder must outlive it; the source's pass is read only here. Throws
  /// ModelError{kInvalidInput} for a source as Decoder::forward does, and for a structure that it
  /// cannot run as or that has a bug (bugOf).
  Decoding(const Decoder& decoder, const EncoderActivations* source,
           const std::optional<Structure>& structure = std::nullopt);
  /// A temporary decoder would not outlive the statement.
  Decoding(const Decoder&&, const EncoderActivations*,
           const std::optional<Structure>& = std::nullopt) = delete;

  /// Takes the next token of the text, and returns the logits of the one after it, vocabSize.
  /// Throws ModelError{kInvalidInput} for an id outside the vocabulary, and after maxPositions
  /// tokens.
  RowVector next(std::int32_t id);

  /// Number of tokens taken so far.
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
  Index maxTokens = 64;    ///< at most this many after the prompt, and no more than maxPositions
  double temperature = 0;  ///< of softmax(logits ÷ temperature); 0 takes the most probable
  Index topK = 0;          ///< samples from the k most probable; 0 from all
  std::uint64_t seed = 1;  ///< of sampling
  Index shown = 5;         ///< how many of the most probable a step reports
  std::optional<Structure> structure = std::nullopt;  ///< as in DecoderOptions
  bool cached = true;                                 ///< false runs the whole pass at each step
};

/// A token that could come next.
struct Candidate {
  std::int32_t id;     ///< in the vocabulary
  double probability;  ///< softmax of the logits, whatever the temperature
};

/// One step of decoding.
struct DecodedToken {
  std::int32_t id;              ///< of the piece that was chosen
  double probability;           ///< as in Candidate
  std::vector<Candidate> best;  ///< the most probable, in descending order
};

/// Chooses the next token from its logits, by `random` unless the temperature is 0. Throws
/// ModelError{kInvalidInput} for a temperature that is negative or not finite, or without logits;
/// {kNotFinite} for logits that are not finite, as of a model whose numbers overflow.
DecodedToken chooseToken(const RowVector& logits, const DecodeOptions& options, Random& random);

/// What a decoder wrote.
struct DecodedText {
  std::vector<DecodedToken> tokens;  ///< after the prompt, including the end if it was reached
  bool ended = false;                ///< whether it reached the end before the limit

  /// The ids, without the end.
  TokenIds ids() const;
};

/// Continues a prompt of at least one token. Throws ModelError as Decoding and chooseToken do.
DecodedText decode(const Decoder& decoder, const EncoderActivations* source, const TokenIds& prompt,
                   const DecodeOptions& options);

/// softmax(logits ÷ temperature). Throws ModelError{kInvalidInput} without logits, and for a
/// temperature that is not above 0.
std::vector<double> probabilitiesOf(const RowVector& logits, double temperature = 1);

}  // namespace fovea
