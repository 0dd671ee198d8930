#pragma once

#include <functional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/pass.h"
#include "fovea/trace.h"

namespace fovea {

/// Every intermediate of one pass over pictures, as in EncoderActivations. A picture's rows are its
/// question and its patches; one picture follows the other.
struct PictureActivations : PassActivations {
  TokenIds questions;  ///< one per picture
  Matrix pixels;       ///< patches of all pictures × patchNumbers
  Matrix logits;       ///< pictures × answers
};

/// How PictureEncoder::forward is run.
using PictureOptions = PassOptions;

/// Cuts the pixels of a picture, rows × columns × channels, into patches, row by row, each patch
/// again row by row: patches × patchNumbers. `pixels` has imageSize² · channels numbers.
Matrix cutIntoPatches(const ModelConfig& config, const Scalar* pixels);

/// An encoder of pictures (Dosovitskiy et al. 2021, ViT): a linear embedding of each patch, plus
/// the positions of its row and column, followed by the encoder's stack. The first token is a
/// question from the vocabulary, which a linear layer answers from that token's last hidden state.
/// A view of the model, which must outlive it.
class PictureEncoder {
 public:
  /// Throws ModelError{kInvalidConfig} for a model that does not read pictures (image_size is 0).
  explicit PictureEncoder(const Encoder& model);
  /// A temporary model, as in PictureEncoder(readModel(source).encoder), would not outlive the
  /// statement.
  explicit PictureEncoder(const Encoder&&) = delete;

  /// The model's.
  const ModelConfig& config() const { return model_.config(); }
  /// The model's.
  const ModelWeights& weights() const { return model_.weights(); }
  /// Number of tokens of a picture: its question and its patches.
  Index tokens() const { return 1 + config().patches(); }

  /// Reads pictures, given the patches of all of them in order and a question for each. Throws
  /// ModelError{kInvalidInput} for no pictures, patches of the wrong number or size, a question
  /// outside the vocabulary, and as Encoder::forward does.
  void forward(const Matrix& patches, const TokenIds& questions, PictureActivations& activations,
               const PictureOptions& options = {}) const;

  /// Given the gradient of the logits, pictures × answers: fills `dActivations` and adds the
  /// parameters' to `gradient`. Throws as Encoder::backward does.
  void backward(const PictureActivations& activations, const Matrix& dLogits,
                PictureActivations& dActivations, ModelWeights& gradient) const;

 private:
  void embed(PictureActivations& activations) const;
  void embedBackward(const PictureActivations& activations, PictureActivations& dActivations,
                     ModelWeights& gradient) const;
  void check(const Matrix& patches, const TokenIds& questions) const;
  void requirePassOf(const PictureActivations& activations, const PictureActivations& dActivations,
                     const ModelWeights& gradient) const;
  Matrix questionRows(const Matrix& rows) const;

  const Encoder& model_;
};

/// Like forEachTensor for an encoder, with the names `question.id`, `patches.pixels`,
/// `embedding.tokens`, `layers.{l}.attention.scores`, …, `output` and `logits`. On the axis `token`
/// the question comes first, then the patches.
void forEachTensor(const PictureEncoder& encoder, const PictureActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit);

/// The same for the gradients that PictureEncoder::backward filled, under `grad.` and these names.
void forEachGradient(const PictureEncoder& encoder, const PictureActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit);

}  // namespace fovea
