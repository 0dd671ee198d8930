#pragma once

#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/encoder_layer.h"
#include "fovea/layer_norm.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"
#include "fovea/structure.h"

namespace fovea {

/// The layers of an encoder and the norm after them: what takes a matrix, wherever its rows come
/// from.
struct EncoderStackWeights {
  std::vector<EncoderLayerWeights> layers;  ///< in their order
  LayerNormWeights finalNorm;               ///< of pre-norm models, else empty
};

/// Every intermediate of one pass through a stack, and how the pass was made. Gradients with
/// respect to these tensors are of this type too.
struct EncoderStackActivations {
  Capture capture = Capture::kAllLayers;        ///< what the pass kept
  Structure structure;                          ///< how it was wired
  AttentionMask mask;                           ///< of the padding, and what the structure hides
  Sequences sequences;                          ///< n rows in all
  std::vector<EncoderLayerActivations> layers;  ///< N, or two slots used in turn (kNone)
  LayerNormActivations finalNorm;               ///< where hasFinalNorm(config, structure)

  /// The slot that holds layer l.
  EncoderLayerActivations& layer(Index l);
  /// The same, to read.
  const EncoderLayerActivations& layer(Index l) const;
};

/// Runs x (n × dModel) through all layers. `activations` says how, in capture, structure, mask and
/// sequences: they must fit the config and n rows. Of what is hidden the mask alone is read.
void encoderStackForward(const ModelConfig& config, const EncoderStackWeights& weights,
                         const Matrix& x, EncoderStackActivations& activations);

/// What the stack hands on, n × dModel: the final norm or the last layer's output.
const Matrix& encoderStackOutput(const ModelConfig& config,
                                 const EncoderStackActivations& activations);
Matrix& encoderStackOutput(const ModelConfig& config, EncoderStackActivations& activations);

/// Given the gradient of the output, n × dModel: fills `dActivations`, adds to `gradient`, and sets
/// dx (n × dModel). Needs of the forward pass: x and the activations of a captured pass, whose
/// structure was without bugs (bugOf).
void encoderStackBackward(const ModelConfig& config, const EncoderStackWeights& weights,
                          const Matrix& x, const EncoderStackActivations& activations,
                          const Matrix& dOutput, EncoderStackActivations& dActivations,
                          EncoderStackWeights& gradient, Matrix& dx);

}  // namespace fovea
