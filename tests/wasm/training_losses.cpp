// Prints the losses of the first steps of a training of the size "tiny" with the seed 2, one line
// each: of the masked words and of the references. tests/wasm/training.test.ts compares what the
// trainer does natively, as wasm and in the page's modules.
#include <cstdio>

#include "fovea/train/trainer.h"
#include "fovea/train/vocabulary_builder.h"

int main() {
  using namespace fovea;
  TrainingPlan plan = presetPlan("tiny");
  plan.training.seed = 2;
  const Corpus corpus(plan.corpus);
  Trainer trainer(corpus, buildVocabulary(corpus), plan);
  for (int i = 0; i < 40; ++i) {
    const BatchLoss loss = trainer.step().loss;
    std::printf("%.9g %.9g\n", loss.maskedWords, loss.references);
  }
}
