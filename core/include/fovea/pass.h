#pragma once

#include <optional>
#include <vector>

#include "fovea/embedding.h"
#include "fovea/intervention.h"
#include "fovea/stack.h"

namespace fovea {

/// What every pass through a model computes: an embedding, of a text's tokens or of a picture's
/// patches, and what the layers make of it. EncoderActivations, DecoderActivations and
/// PictureActivations add what they read and what they answer. The backward pass fills a second
/// object with the gradient of the loss with respect to each of these tensors, under the same
/// field.
struct PassActivations : StackActivations {
  EmbeddingActivations embedding;  ///< n × dModel
};

/// How a pass is run; by default as the model was trained, and all of it is kept.
struct PassOptions {
  Capture capture = Capture::kAllLayers;              ///< what of it is kept
  std::optional<Structure> structure = std::nullopt;  ///< default: Structure::of(config)
  /// On the tensors that forEachTensor visits, by their names, in this order where several change
  /// the same; none with values `from` another pass. They need one sequence, or picture, and
  /// Capture::kAllLayers.
  std::vector<Intervention> interventions = {};
};

}  // namespace fovea
