#pragma once

#include <functional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/pass.h"
#include "fovea/trace.h"

namespace fovea {

/// Every intermediate of one pass through a decoder, as in EncoderActivations.
struct DecoderActivations : PassActivations {
  TokenIds ids;   ///< the tokens so far
  Matrix logits;  ///< n × vocabSize: row i predicts the token after the first i + 1
};

/// How Decoder::forward is run. The structure's layers are the decoder's. Self-attention is causal
/// whatever the mask says; kLeaky, a well-known bug, makes it off by one.
using DecoderOptions = PassOptions;

/// The decoder of a model: an embedding of the tokens so far, a decoder stack, and logits of the
/// next token, output·Eᵀ, with the embedding table E that the encoder uses too (Attention Is All
/// You Need, section 3.4). In a model with an encoder, it attends to the encoder's output; without
/// one, it is a language model. A view of the model, which must outlive it.
class Decoder {
 public:
  /// Throws ModelError{kInvalidConfig} for a model without a decoder (decoder_layers is 0).
  explicit Decoder(const Encoder& model);
  /// A temporary model, as in Decoder(readModel(source).encoder), would not outlive the statement.
  explicit Decoder(const Encoder&&) = delete;

  /// The model of which this is a view.
  const Encoder& model() const { return model_; }
  /// The model's config.
  const ModelConfig& config() const { return model_.config(); }
  /// The weights of the whole model, including the decoder's.
  const ModelWeights& weights() const { return model_.weights(); }
  /// Whether it attends to an encoder's output.
  bool hasMemory() const { return config().decoderHasMemory(); }

  /// Runs the tokens of one sequence. Each sees those before it and, if the decoder has a memory,
  /// all of the source: the encoder's forward pass over the other text, else null. Throws
  /// ModelError{kInvalidInput} as Encoder::forward does, and for a source that is missing, has a
  /// different number of sequences, or is given to a decoder without a memory.
  void forward(const TokenIds& ids, const EncoderActivations* source,
               DecoderActivations& activations, const DecoderOptions& options = {}) const;
  /// The same for several sequences laid end to end.
  void forward(const TokenIds& ids, const Sequences& sequences, const EncoderActivations* source,
               DecoderActivations& activations, const DecoderOptions& options = {}) const;

  /// Given the gradient of the logits, n × vocabSize: fills `dActivations`, adds the parameters' to
  /// `gradient`, and sets dMemory (m × dModel), the gradient of the source's output, if there is a
  /// memory. Encoder::backward continues from it. Throws as Encoder::backward does, and for the
  /// source as forward does; it must be the source of the forward pass.
  void backward(const DecoderActivations& activations, const EncoderActivations* source,
                const Matrix& dLogits, DecoderActivations& dActivations, ModelWeights& gradient,
                Matrix& dMemory) const;

 private:
  void requirePassOf(const DecoderActivations& activations, const EncoderActivations* source,
                     const DecoderActivations& dActivations, const ModelWeights& gradient) const;

  const Encoder& model_;
};

/// The config with the decoder's layers in place of the encoder's, for whatever counts layers, such
/// as a structure's text.
ModelConfig asDecoder(const ModelConfig& config);

/// Like forEachTensor for an encoder, with the names `decoder.tokens.ids`,
/// `decoder.embedding.output`, `decoder.layers.{l}.attention.scores`,
/// `decoder.layers.{l}.crossAttention.weights`, …, `decoder.output` and `logits`. The rows of
/// cross-attention's key and value have the axis `memory`.
void forEachTensor(const Decoder& decoder, const DecoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit);

/// The same for the gradients that Decoder::backward filled, under `grad.` and these names.
void forEachGradient(const Decoder& decoder, const DecoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit);

}  // namespace fovea
