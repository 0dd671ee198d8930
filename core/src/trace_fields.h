#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fovea/trace.h"
#include "part_fields.h"

namespace fovea {

/// Calls visit(name, axes, field) for every tensor of a pass, or of its gradients: the one place
/// that maps fields to names. `Activations` is EncoderActivations, const or not; the fields need
/// not be filled yet, but the layers must be there.
template <typename Activations, typename Visit>
class TraceFields {
 public:
  TraceFields(const ModelConfig& config, Activations& activations, Visit& visit)
      : config_(config),
        a_(activations),
        visit_(visit),
        parts_(config, activations.sequences.tokens(), visit) {}

  void visitAll(bool withPrediction) const {
    visit_("tokens.ids", Axes{parts_.token()}, a_.ids);
    parts_.embedding("embedding", a_.embedding);
    if (a_.capture == Capture::kAllLayers)
      for (Index l = 0; l < config_.layers; ++l)
        parts_.encoderLayer("layers." + std::to_string(l), a_.structure.ofLayer(l), a_.layer(l));
    parts_.rows("output", encoderStackOutput(config_, a_));
    if (hasFinalNorm(config_, a_.structure)) parts_.statistics("output", a_.finalNorm);
    if (withPrediction) prediction(a_.maskedWord);
  }

 private:
  using Axes = std::vector<Axis>;

  template <typename P>
  void prediction(P& p) const {
    parts_.rows("prediction.hidden", p.hidden);
    parts_.rows("prediction.activated", p.activated);
    parts_.rows("prediction.norm", p.norm.output);
    parts_.statistics("prediction.norm", p.norm);
    visit_("logits", Axes{parts_.token(), {"vocabulary", config_.vocabSize}}, p.logits);
  }

  const ModelConfig& config_;
  Activations& a_;
  Visit& visit_;
  PartFields<Visit> parts_;
};

template <typename Activations, typename Visit>
void forEachField(const ModelConfig& config, Activations& activations, bool withPrediction,
                  Visit&& visit) {
  TraceFields<Activations, std::remove_reference_t<Visit>>(config, activations, visit)
      .visitAll(withPrediction);
}

}  // namespace fovea
