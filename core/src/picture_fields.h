#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fovea/picture_encoder.h"
#include "part_fields.h"

namespace fovea {

/// Calls visit(name, axes, field) for every tensor of a pass over one picture, or of its gradients,
/// as TraceFields does for text.
template <typename Activations, typename Visit>
void forEachPictureField(const ModelConfig& config, Activations& a, Visit&& visit) {
  using Axes = std::vector<Axis>;
  const PartFields<std::remove_reference_t<Visit>> parts(config, a.sequences.tokens(), visit);
  visit("question.id", Axes{{"question", 1}}, a.questions);
  visit("patches.pixels", Axes{{"patch", config.patches()}, {"pixel", config.patchNumbers()}},
        a.pixels);
  parts.embedding("embedding", a.embedding);
  if (a.capture == Capture::kAllLayers)
    for (Index l = 0; l < config.layers; ++l)
      parts.encoderLayer("layers." + std::to_string(l), a.structure.ofLayer(l), a.layer(l));
  parts.rows("output", encoderStackOutput(config, a));
  if (hasFinalNorm(config, a.structure)) parts.statistics("output", a.finalNorm);
  visit("logits", Axes{{"answer", config.answers}}, a.logits);
}

}  // namespace fovea
