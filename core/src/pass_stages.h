#pragma once

#include "fovea/pass.h"
#include "interventions.h"
#include "stack_stages.h"

namespace fovea {

/// The stages that every pass has. lookUp() sets the embedding's tokens and positions, which is
/// where texts and pictures differ; afterLayer(l) is called when layer l is computed.
template <typename Run, typename LookUp, typename AfterLayer>
void passStages(Run& run, const ModelConfig& config, const EmbeddingWeights& embedding,
                const StackWeights& stack, const Matrix* memory, PassActivations& a,
                LookUp&& lookUp, AfterLayer&& afterLayer) {
  EmbeddingActivations& e = a.embedding;
  run(lookUp, e.tokens, e.positions);
  run([&] { embeddingSum(e); }, e.sum);
  if (config.embeddingNorm)
    layerNormStages(run, embedding.norm, config.layerNormEps, e.sum, e.norm);
  if (config.projectsEmbedding())
    run(
        [&] {
          linearForward(embedding.projection, embeddingBeforeProjection(config, e), e.projected);
        },
        e.projected);
  stackStages(run, config, stack, embeddingOutput(config, e), memory, a, afterLayer);
}

/// Runs a pass, stages(run), and makes the interventions between its stages.
template <typename Activations, typename Stages>
void runStages(const ModelConfig& config, const std::vector<Intervention>& interventions,
               Activations& activations, Stages&& stages) {
  if (interventions.empty()) {
    const RunAll run;
    stages(run);
  } else {
    const Interventions ready(config, interventions, activations);
    const RunAndIntervene run{ready};
    stages(run);
  }
}

}  // namespace fovea
