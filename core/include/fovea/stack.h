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

/// The layers of an encoder or a decoder and the norm after them: they take a matrix, wherever its
/// rows come from.
struct StackWeights {
  std::vector<LayerWeights> layers;  ///< in order
  LayerNormWeights finalNorm;        ///< for pre-norm models, else empty
  /// Biases by distance that all layers share, kRelativeBuckets × heads; empty in other models.
  Matrix relativeBias;
};

/// How a pass through a stack is run.
struct PassSetting {
  Capture capture = Capture::kAllLayers;  ///< what is kept
  Structure structure;                    ///< how it is wired; counts the layers of this stack
  AttentionMask mask;                     ///< hides padding, and what the structure hides
  Sequences sequences;                    ///< of the rows, n in all
  Sequences memory;                       ///< of the memory; empty without one
  AttentionMask memoryMask;               ///< likewise
  std::optional<Sequences> soFar;         ///< for a text being written: LayerSetting::soFar
  Index depth = 0;                        ///< how many layers the pass went through
  const Matrix* relativeBias = nullptr;   ///< the stack's, set by the pass; null for none

  /// As passed to the layers; a view of this.
  LayerSetting ofLayers() const {
    return {sequences, mask, memory, memoryMask, soFar ? &*soFar : nullptr, relativeBias};
  }
};

/// Every intermediate of one pass through a stack, and how the pass was run. Gradients with respect
/// to these tensors have this type too.
struct StackActivations : PassSetting {
  std::vector<LayerActivations> layers;  ///< all, or two slots used in turn (kNone)
  LayerNormActivations finalNorm;        ///< only if hasFinalNorm(config, structure)

  /// The slot that holds layer l.
  LayerActivations& layer(Index l);
  const LayerActivations& layer(Index l) const;  ///< likewise
};

/// Runs x (n × dModel) through all layers, which attend to the memory (m × dModel) if it is not
/// null. The PassSetting of `activations` says how, and must fit the config and the rows; its depth
/// is set here. What is hidden is read only from the masks.
void stackForward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                  const Matrix* memory, StackActivations& activations);

/// The stack's output, n × dModel: that of the final norm or of the last layer.
const Matrix& stackOutput(const ModelConfig& config, const StackActivations& activations);
Matrix& stackOutput(const ModelConfig& config, StackActivations& activations);

/// Given the gradient of the output, n × dModel: fills `dActivations`, adds to `gradient`, sets dx
/// (n × dModel) and, if there is a memory, dMemory (m × dModel). Needs x, the memory and the
/// activations of a captured forward pass whose structure had no bugs (bugOf).
void stackBackward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                   const Matrix* memory, const StackActivations& activations, const Matrix& dOutput,
                   StackActivations& dActivations, StackWeights& gradient, Matrix& dx,
                   Matrix* dMemory);

}  // namespace fovea
