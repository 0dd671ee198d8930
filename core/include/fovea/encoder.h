#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/embedding.h"
#include "fovea/intervention.h"
#include "fovea/masked_word_head.h"
#include "fovea/matrix.h"
#include "fovea/pass.h"
#include "fovea/sequences.h"
#include "fovea/stack.h"

namespace fovea {

/// All that a model has learned: the layers of the encoder, and the parts around them.
struct ModelWeights : StackWeights {
  EmbeddingWeights embedding;    ///< in front of the stack
  MaskedWordWeights maskedWord;  ///< empty where the config has no head
  StackWeights decoder;          ///< empty where the config has no decoder; see Decoder
  LinearWeights answer;          ///< dModel to answers, for pictures; see PictureEncoder

  /// All zero, in the shapes of the config: to load into, or to gather gradients in.
  static ModelWeights zeros(const ModelConfig& config);
};

/// Every intermediate of one forward pass: the trace, and the record that the backward pass reads.
/// Give the same object to the next call: with as many tokens as before, nothing is allocated.
struct EncoderActivations : PassActivations {
  TokenIds ids;                      ///< as they were given: n
  MaskedWordActivations maskedWord;  ///< of this pass where `predicted` is set
  bool predicted = false;            ///< Encoder::predict came after this pass
};

/// How a forward pass is run; by default as the model was trained, and all of it is kept.
struct ForwardOptions {
  Capture capture = Capture::kAllLayers;  ///< what of it is kept
  AttentionMask mask = {};                ///< hides keys, besides those that the structure hides
  std::optional<Structure> structure = std::nullopt;  ///< default: Structure::of(config)
  /// Made in this order where several change the same tensor. Those on `prediction.*` and `logits`
  /// are made by predict. They need one sequence and Capture::kAllLayers.
  std::vector<Intervention> interventions = {};
  /// Called with each layer's number and activations when it is computed: with kNone they are
  /// overwritten by a later layer.
  std::function<void(Index layer, const LayerActivations& activations)> afterLayer = nullptr;
  /// Of each token, below typeVocabSize: 1 in the second text of a pair. Empty for 0 everywhere;
  /// ignored by a model without token types, and in a build without variants.
  VariantList<TokenIds> tokenTypes = {};
};

/// The loss of one prediction: −log softmax(logits of this token)[piece], in nats.
struct PredictionLoss {
  Index token = 0;         ///< its row, from 0
  std::int32_t piece = 0;  ///< an id of the vocabulary
};

/// The Transformer encoder, a token embedding in front of an encoder stack. Its const
/// calls change nothing, so one object serves many threads, each with its own activations.
class Encoder {
 public:
  /// Of a config with decoder layers it is the encoder's half, and holds the weights of the whole
  /// model for a Decoder; with no layers of its own it cannot encode. Throws
  /// ModelError{kInvalidConfig}, and {kTensorShape} where the weights have other shapes than the
  /// config implies.
  Encoder(const ModelConfig& config, ModelWeights weights);

  /// As it was given.
  const ModelConfig& config() const { return config_; }
  /// As they were given, packed for the products.
  const ModelWeights& weights() const { return weights_; }

  /// Changes the weights, as a trainer does after a step, and packs them anew for the products; no
  /// other call may run meanwhile. Throws ModelError{kTensorShape} where they have other shapes
  /// then, and what `update` throws, which must have changed nothing.
  void updateWeights(const std::function<void(ModelWeights&)>& update);

  /// The positions that are added where the config asks for sinusoids, maxPositions × dModel, or of
  /// pictures tokens × dModel; else empty.
  const Matrix& sinusoids() const { return sinusoids_; }

  /// Encodes one sequence of ids. Throws ModelError{kInvalidInput} for no ids, an id outside the
  /// vocabulary, more than maxPositions ids, a mask of another length, a structure that the model
  /// cannot run as, or not in this way (a softmax that does not run in tiles needs kAllLayers; a
  /// norm over tokens, one sequence), interventions that cannot be made, or more attention weights
  /// to capture than can be addressed.
  void forward(const TokenIds& ids, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The same for several sequences laid end to end in `ids`; options.mask.keep has one entry an
  /// id.
  void forward(const TokenIds& ids, const Sequences& sequences, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The last hidden state, n × dModel. This and what follows throw ModelError{kInvalidInput} where
  /// no forward pass of this model, or of one of its shape, has filled the activations.
  const Matrix& output(const EncoderActivations& activations) const;

  /// Logits of the masked-word head for every token, into activations.maskedWord.
  /// Throws ModelError{kInvalidConfig} where the model has no such head.
  void predict(EncoderActivations& activations) const;

  /// The same with the options' interventions on `prediction.*` and `logits`.
  void predict(EncoderActivations& activations, const ForwardOptions& options) const;

  /// The logits of one token, vocabSize: predict's row of it, without the work for the others.
  /// Throws ModelError{kInvalidInput} for a token that does not exist.
  RowVector predictToken(EncoderActivations& activations, Index token,
                         const ForwardOptions& options = {}) const;

  /// Given the gradient of the output, n × dModel: fills `dActivations` with the gradients of the
  /// pass's tensors (see EncoderActivations) and adds the parameters' to `gradient`. Needs a pass
  /// that captured all layers without a bug in its structure (bugOf), else throws
  /// ModelError{kInvalidInput}, as for a gradient of another shape; {kTensorShape} if the shapes of
  /// `gradient` are not the model's (ModelWeights::zeros). It does not cover the masked-word head.
  /// After interventions, each operation is differentiated at the values it read; the interventions
  /// themselves are not.
  void backward(const EncoderActivations& activations, const Matrix& dOutput,
                EncoderActivations& dActivations, ModelWeights& gradient) const;

  /// The same from the logits on, given their gradient, n × vocabSize. Needs predict() too.
  void backwardFromLogits(const EncoderActivations& activations, const Matrix& dLogits,
                          EncoderActivations& dActivations, ModelWeights& gradient) const;

  /// The same for the loss of one prediction, which it returns. Throws ModelError{kInvalidInput}
  /// for a token or a piece that does not exist.
  double backward(const EncoderActivations& activations, const PredictionLoss& loss,
                  EncoderActivations& dActivations, ModelWeights& gradient) const;

 private:
  void packWeights();
  void checkInput(const TokenIds& ids, Index longest, const AttentionMask& mask) const;
  void setTokenTypes(const VariantList<TokenIds>& types, EncoderActivations& activations) const;
  void applyMask(const AttentionMask& mask, EncoderActivations& activations) const;
  void encode(const TokenIds& ids, EncoderActivations& activations,
              const ForwardOptions& options) const;
  void requireHead() const;
  void requirePrediction(const EncoderActivations& activations) const;
  void requirePassOf(const EncoderActivations& activations, const EncoderActivations& dActivations,
                     const ModelWeights& gradient) const;

  ModelConfig config_;
  ModelWeights weights_;
  Matrix sinusoids_;
};

}  // namespace fovea
