#include <string>

#include "fovea/error.h"
#include "fovea/trace.h"

namespace fovea {
namespace {

void requireIndex(const char* what, Index index, Index count) {
  if (index < 0 || index >= count)
    refuse(ErrorCode::kInvalidInput, std::string("there is no ") + what + " " +
                                         std::to_string(index) + ": the pass has " +
                                         std::to_string(count) + ", counted from 0");
}

}  // namespace

Eigen::Map<const Matrix> attentionWeights(const EncoderActivations& activations, Index layer,
                                          Index head, Index sequence) {
  const Sequences& sequences = activations.sequences;
  requireIndex("sequence", sequence, sequences.count());
  if (activations.capture != Capture::kAllLayers || sequences.pairs() == 0)
    refuse(ErrorCode::kInvalidInput,
           "these activations hold no attention weights: run forward with Capture::kAllLayers");
  requireIndex("layer", layer, static_cast<Index>(activations.layers.size()));
  const RowVector& weights = activations.layer(layer).attention.weights;
  const auto heads = static_cast<Index>(weights.size() / sequences.pairs());
  requireIndex("head", head, heads);
  return attentionMatrix(weights, sequences, heads, sequence, head);
}

}  // namespace fovea
