#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/embedding.h"
#include "fovea/encoder_layer.h"
#include "fovea/masked_word_head.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

struct EncoderWeights {
  EmbeddingWeights embedding;
  std::vector<EncoderLayerWeights> layers;
  LayerNormWeights finalNorm;    ///< pre-norm stacks only, else empty
  MaskedWordWeights maskedWord;  ///< empty where the config has no head

  /// All zero, in the shapes of the config: to load into, or to gather gradients in.
  static EncoderWeights zeros(const EncoderConfig& config);
};

/// Every intermediate of one forward pass: the trace, and the record that the backward pass reads.
/// Give the same object to the next call: with as many tokens as before, nothing is allocated.
struct EncoderActivations {
  Capture capture = Capture::kAllLayers;
  TokenIds ids;
  Sequences sequences;
  EmbeddingActivations embedding;
  std::vector<EncoderLayerActivations> layers;  ///< N, or two slots used in turn (kNone)
  LayerNormActivations finalNorm;               ///< pre-norm stacks only
  MaskedWordActivations maskedWord;             ///< of this pass where `predicted` is set
  bool predicted = false;                       ///< Encoder::predict came after this pass

  /// The slot that holds layer l.
  EncoderLayerActivations& layer(Index l);
  const EncoderLayerActivations& layer(Index l) const;
};

struct ForwardOptions {
  Capture capture = Capture::kAllLayers;
  AttentionMask mask;
  /// Called with each layer's number and activations when it is computed: with kNone they are
  /// overwritten by a later layer.
  std::function<void(Index layer, const EncoderLayerActivations& activations)> afterLayer = nullptr;
};

/// The Transformer encoder: immutable after construction, so one object serves many threads, each
/// with its own activations.
class Encoder {
 public:
  /// Throws ModelError{kInvalidConfig}, and {kTensorShape} where the weights have other shapes than
  /// the config implies.
  Encoder(const EncoderConfig& config, EncoderWeights weights);

  const EncoderConfig& config() const { return config_; }
  const EncoderWeights& weights() const { return weights_; }

  /// Encodes one sequence of ids. Throws ModelError{kInvalidInput} for no ids, an id outside the
  /// vocabulary, more than maxPositions ids, a mask of another length, or more attention weights to
  /// capture than can be addressed.
  void forward(const TokenIds& ids, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The same for several sequences laid end to end in `ids`; options.mask.keep has one entry an
  /// id.
  void forward(const TokenIds& ids, const Sequences& sequences, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The last hidden state, n × dModel. This and what follows throw ModelError{kInvalidInput} where
  /// no forward pass has filled the activations.
  const Matrix& output(const EncoderActivations& activations) const;

  /// Logits of the masked-word head for every token, into activations.maskedWord.
  /// Throws ModelError{kInvalidConfig} where the model has no such head.
  void predict(EncoderActivations& activations) const;

  /// Adds the parameters' gradients to `gradient`, given that of the output (n × dModel).
  /// The forward pass must have captured all layers. The masked-word head is not part of it:
  /// maskedWordBackward yields the dOutput to pass here.
  void backward(const EncoderActivations& activations, const Matrix& dOutput,
                EncoderWeights& gradient) const;

 private:
  friend class Trainer;  // updates the weights between steps, and packs them then

  void packWeights();
  void checkInput(const TokenIds& ids, Index longest, const AttentionMask& mask) const;
  void checkPairs(std::int64_t pairs, Capture capture) const;
  void encode(const TokenIds& ids, EncoderActivations& activations,
              const ForwardOptions& options) const;
  const Matrix& layerInput(const EncoderActivations& activations, Index layer) const;

  EncoderConfig config_;
  EncoderWeights weights_;
  Matrix sinusoidal_;  ///< maxPositions × dModel, empty unless the config asks for sinusoids
};

}  // namespace fovea
