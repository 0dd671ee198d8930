// Prints the losses of the first steps of two trainings of the size "tiny" with the seed 2, one
// line each: of the masked words and of the references; first of the paper's encoder, then of one
// made otherwise in all that it can be. tests/wasm/training.test.ts compares what the trainer does
// natively, as wasm and in the page's modules.
#include <cstdio>

#include "fovea/train/reference_task.h"
#include "fovea/train/variant.h"
#include "fovea/train/vocabulary_builder.h"

namespace {

void printLosses(const fovea::TrainingPlan& plan, int steps) {
  const fovea::Corpus corpus(plan.corpus);
  fovea::ReferenceTrainer trainer(corpus, fovea::buildVocabulary(corpus), plan);
  for (int i = 0; i < steps; ++i) {
    const fovea::BatchLoss loss = trainer.step().loss;
    std::printf("%.9g %.9g\n", loss.maskedWords, loss.references);
  }
}

}  // namespace

int main() {
  fovea::TrainingPlan plan = fovea::presetPlan("tiny");
  plan.training.seed = 2;
  printLosses(plan, 40);
  fovea::Variant variant{"rotary", 2, 4, {}, true, true};
  plan.model = fovea::varied(plan.model, variant);
  plan.structure = "norm=pre,activation=silu";
  printLosses(plan, 10);
}
