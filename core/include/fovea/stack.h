#pragma once

#include <optional>
#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/layer.h"
#include "fovea/layer_norm.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"
#include "fovea/structure.h"

namespace fovea {

/// The layers of an encoder or of a decoder and the norm after them: what takes a matrix, wherever
/// its rows come from.
struct StackWeights {
  std::vector<LayerWeights> layers;  ///< in their order
  LayerNormWeights finalNorm;        ///< of pre-norm models, else empty
};

/// How a pass through a stack is made.
struct PassSetting {
  Capture capture = Capture::kAllLayers;  ///< what is kept
  Structure structure;                    ///< how it is wired; counts the layers of this stack
  AttentionMask mask;                     ///< of the padding, and what the structure hides
  Sequences sequences;                    ///< of the rows, n in all
  Sequences memory;                       ///< of the memory; empty without one
  AttentionMask memoryMask;               ///< likewise
  std::optional<Sequences> soFar;         ///< of a text that is written: LayerSetting::soFar
  Index depth = 0;                        ///< how many layers the pass went through

  /// As its layers take it; a view of this.
  LayerSetting ofLayers() const {
    return {sequences, mask, memory, memoryMask, soFar ? &*soFar : nullptr};
  }
};

/// Every intermediate of one pass through a stack, and how the pass was made. Gradients with
/// respect to these tensors are of this type too.
struct StackActivations : PassSetting {
  std::vector<LayerActivations> layers;  ///< all, or two slots used in turn (kNone)
  LayerNormActivations finalNorm;        ///< where hasFinalNorm(config, structure)

  /// The slot that holds layer l.
  LayerActivations& layer(Index l);
  const LayerActivations& layer(Index l) const;  ///< likewise
};

/// Runs x (n × dModel) through all layers, which attend to the memory (m × dModel) where it is not
/// null. `activations` says how, in its PassSetting but for the depth, which it sets: that must fit
/// the config and the rows. Of what is hidden the masks alone are read.
void stackForward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                  const Matrix* memory, StackActivations& activations);

/// What the stack hands on, n × dModel: the final norm or the last layer's output.
const Matrix& stackOutput(const ModelConfig& config, const StackActivations& activations);
Matrix& stackOutput(const ModelConfig& config, StackActivations& activations);

/// Given the gradient of the output, n × dModel: fills `dActivations`, adds to `gradient`, sets dx
/// (n × dModel) and, where there is a memory, dMemory (m × dModel). Needs of the forward pass: x,
/// the memory and the activations of a captured pass, whose structure was without bugs (bugOf).
void stackBackward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                   const Matrix* memory, const StackActivations& activations, const Matrix& dOutput,
                   StackActivations& dActivations, StackWeights& gradient, Matrix& dx,
                   Matrix* dMemory);

}  // namespace fovea
