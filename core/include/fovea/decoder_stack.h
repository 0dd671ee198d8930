#pragma once

#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/decoder_layer.h"
#include "fovea/layer_norm.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"
#include "fovea/structure.h"

namespace fovea {

/// The layers of a decoder and the norm after them.
struct DecoderStackWeights {
  std::vector<DecoderLayerWeights> layers;  ///< in their order
  LayerNormWeights finalNorm;               ///< of pre-norm models, else empty
};

/// Every intermediate of one pass through a decoder stack, and how the pass was made. Gradients
/// with respect to these tensors are of this type too.
struct DecoderStackActivations {
  Capture capture = Capture::kAllLayers;        ///< what is kept
  Structure structure;                          ///< its layers are counted as the decoder's
  AttentionMask mask;                           ///< of the rows from themselves: causal
  Sequences sequences;                          ///< of the rows
  AttentionMask hidden;                         ///< of the memory
  Sequences memory;                             ///< empty without one
  std::vector<DecoderLayerActivations> layers;  ///< all, or two slots used in turn (kNone)
  LayerNormActivations finalNorm;               ///< where hasFinalNorm(config, structure)

  /// As its layers take it; a view of these activations.
  DecoderSetting setting() const { return {sequences, mask, memory, hidden}; }
  /// The slot that holds layer l.
  DecoderLayerActivations& layer(Index l);
  const DecoderLayerActivations& layer(Index l) const;  ///< likewise
};

/// Runs x (n × dModel) through all layers, which attend to the memory (m × dModel) where it is not
/// null. `activations` says how, in capture, structure, masks and sequences: they must fit the
/// config and the rows.
void decoderStackForward(const ModelConfig& config, const DecoderStackWeights& weights,
                         const Matrix& x, const Matrix* memory,
                         DecoderStackActivations& activations);

/// What the stack hands on, n × dModel: the final norm or the last layer's output.
const Matrix& decoderStackOutput(const ModelConfig& config,
                                 const DecoderStackActivations& activations);
Matrix& decoderStackOutput(const ModelConfig& config, DecoderStackActivations& activations);

/// Given the gradient of the output, n × dModel: fills `dActivations`, adds to `gradient`, sets dx
/// (n × dModel) and, where there is a memory, dMemory (m × dModel). Needs of the forward pass: x,
/// the memory and the activations of a captured pass, whose structure was without bugs (bugOf).
void decoderStackBackward(const ModelConfig& config, const DecoderStackWeights& weights,
                          const Matrix& x, const Matrix* memory,
                          const DecoderStackActivations& activations, const Matrix& dOutput,
                          DecoderStackActivations& dActivations, DecoderStackWeights& gradient,
                          Matrix& dx, Matrix* dMemory);

}  // namespace fovea
