// Prints the losses of the first steps of a tiny training, one line each: of the masked words and
// of the references. tests/wasm/training.test.ts compares what the trainer does natively and as
// wasm.
#include <cstdio>

#include "fovea/train/trainer.h"
#include "fovea/train/vocabulary_builder.h"

int main() {
  using namespace fovea;
  const Corpus corpus;
  EncoderConfig config;
  config.dModel = 32;
  config.heads = 4;
  config.dFf = 64;
  config.layers = 2;
  config.maxPositions = 64;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  TrainingOptions options;
  options.steps = 10;
  options.warmupSteps = 2;
  options.sentencesPerStep = 16;
  options.peakRate = 1e-2;
  Trainer trainer(corpus, config, buildVocabulary(corpus), options);
  while (!trainer.finished()) {
    const BatchLoss loss = trainer.step().loss;
    std::printf("%.9g %.9g\n", loss.maskedWords, loss.references);
  }
}
