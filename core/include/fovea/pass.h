#pragma once

#include <optional>
#include <vector>

#include "fovea/embedding.h"
#include "fovea/intervention.h"
#include "fovea/stack.h"

namespace fovea {

/// What every pass through a model computes: an embedding of a text's tokens or of a picture's
/// patches, and the activations of the layers. EncoderActivations, DecoderActivations and
/// PictureActivations add their inputs and their answers. The backward pass fills a second object
/// with the gradient of the loss with respect to each of these tensors, under the same field.
struct PassActivations : StackActivations {
  EmbeddingActivations embedding;  ///< n × dModel
};

/// How a pass is run; by default as the model was trained, keeping everything.
struct PassOptions {
  Capture capture = Capture::kAllLayers;              ///< what is kept
  std::optional<Structure> structure = std::nullopt;  ///< default: Structure::of(config)
  /// Applied to the tensors that forEachTensor visits, by name, in this order if several change the
  /// same one; values `from` another pass are not supported. They need a single sequence or
  /// picture, and Capture::kAllLayers.
  std::vector<Intervention> interventions = {};
};

}  // namespace fovea
