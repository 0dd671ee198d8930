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

/// All parameters of a model: the layers of the encoder, and the parts around them.
struct ModelWeights : StackWeights {
  EmbeddingWeights embedding;    ///< before the stack
  MaskedWordWeights maskedWord;  ///< empty if the config has no head
  StackWeights decoder;          ///< empty if the config has no decoder; see Decoder
  LinearWeights answer;          ///< dModel to answers, for pictures; see PictureEncoder

  /// All zero, in the shapes of the config: to load into, or to accumulate gradients in.
  static ModelWeights zeros(const ModelConfig& config);
};

/// Every intermediate of one forward pass: the trace, and what the backward pass reads. Pass the
/// same object to the next call: with the same number of tokens, nothing is allocated.
struct EncoderActivations : PassActivations {
  TokenIds ids;                      ///< as given: n
  MaskedWordActivations maskedWord;  ///< of this pass, if `predicted` is set
  bool predicted = false;            ///< Encoder::predict was called after this pass
};

inline namespace FOVEA_BUILD {

/// How a forward pass is run; by default as the model was trained, keeping everything.
struct ForwardOptions {
  Capture capture = Capture::kAllLayers;  ///< what is kept
  AttentionMask mask = {};  ///< hides keys, in addition to those that the structure hides
  std::optional<Structure> structure = std::nullopt;  ///< default: Structure::of(config)
  /// Applied in this order if several change the same tensor; those on the prediction's tensors and
  /// on `logits` are applied by predict. They need a single sequence and Capture::kAllLayers.
  std::vector<Intervention> interventions = {};
  /// Called with each layer's number and activations once it is computed; with kNone, a later layer
  /// overwrites them.
  std::function<void(Index layer, const LayerActivations& activations)> afterLayer = nullptr;
  /// One per token, below typeVocabSize: 1 in the second text of a pair. Empty means 0 everywhere;
  /// ignored by a model without token types and in a build without variants.
  VariantList<TokenIds> tokenTypes = {};
};

}  // namespace FOVEA_BUILD

/// The loss of one prediction: −log softmax(logits of this token)[piece], in nats.
struct PredictionLoss {
  Index token = 0;         ///< its row, from 0
  std::int32_t piece = 0;  ///< an id of the vocabulary
};

/// The Transformer encoder: a token embedding followed by an encoder stack. Its const calls change
/// nothing, so many threads can share one object, each with its own activations.
class Encoder {
 public:
  /// For a config with decoder layers, this is the encoder's half and holds the weights of the
  /// whole model for a Decoder; without layers of its own, it cannot encode. Throws
  /// ModelError{kInvalidConfig}, and {kTensorShape} if the shapes of the weights are not those the
  /// config implies.
  Encoder(const ModelConfig& config, ModelWeights weights);

  /// As given.
  const ModelConfig& config() const { return config_; }
  /// As given, packed for the products.
  const ModelWeights& weights() const { return weights_; }

  /// Changes the weights, as a trainer does after a step, and packs them again for the products;
  /// what an I8 file had as integers is dropped. No other call may run meanwhile. Throws
  /// ModelError{kTensorShape} if their shapes have changed, and whatever `update` throws, which
  /// then must not have changed anything.
  void updateWeights(const std::function<void(ModelWeights&)>& update);

  /// The positions that are added if the config asks for sinusoids, maxPositions × dModel, or
  /// tokens × dModel for pictures; else empty.
  const Matrix& sinusoids() const { return sinusoids_; }

  /// Encodes one sequence of ids. Throws ModelError{kInvalidInput} for no ids, an id outside the
  /// vocabulary, more than maxPositions ids, a mask of a different length, a structure that the
  /// model cannot run as, at all or in this way (a softmax that cannot run in tiles needs
  /// kAllLayers; a norm over tokens, a single sequence), interventions that cannot be applied, or
  /// more attention weights to capture than can be addressed.
  void forward(const TokenIds& ids, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The same for several sequences laid end to end in `ids`; options.mask.keep has one entry per
  /// id.
  void forward(const TokenIds& ids, const Sequences& sequences, EncoderActivations& activations,
               const ForwardOptions& options = {}) const;

  /// The last hidden state, n × dModel. This and the functions below throw
  /// ModelError{kInvalidInput} if the activations were not filled by a forward pass of this model
  /// or of one with the same shape.
  const Matrix& output(const EncoderActivations& activations) const;

  /// Logits of the masked-word head for every token, into activations.maskedWord. Throws
  /// ModelError{kInvalidConfig} if the model has no such head.
  void predict(EncoderActivations& activations) const;

  /// The same with the options' interventions on `prediction.*` and `logits`.
  void predict(EncoderActivations& activations, const ForwardOptions& options) const;

  /// The logits of one token, vocabSize: its row of predict, without computing the others. Throws
  /// ModelError{kInvalidInput} for a token that does not exist.
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
  void dropIntegers();
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
