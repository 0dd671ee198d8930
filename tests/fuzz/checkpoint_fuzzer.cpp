#include "fovea/error.h"
#include "fovea/train/reference_task.h"
#include "input.h"

using namespace fovea;

namespace {

TrainingPlan smallPlan() {
  TrainingPlan plan;
  plan.corpus = CorpusSize::kTiny;
  plan.model.dModel = 4;
  plan.model.heads = 2;
  plan.model.dFf = 4;
  plan.model.layers = 1;
  plan.model.maxPositions = 32;
  plan.training.steps = 5;
  plan.training.warmupSteps = 1;
  plan.training.sentencesPerStep = 1;
  return plan;
}

ReferenceTrainer& smallTrainer() {
  static const Corpus kCorpus(CorpusSize::kTiny);
  static ReferenceTrainer trainer(
      kCorpus, Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nit\nthe\ndog\ncat\nwas\n"),
      smallPlan());
  trainer.useThreads(1);
  return trainer;
}

// A checkpoint that is taken is written again as one that is taken, and goes on.
void goOn(ReferenceTrainer& trainer) {
  const std::vector<std::uint8_t> taken = trainer.checkpoint();
  trainer.restore(taken.data(), taken.size());
  fuzz::require(trainer.checkpoint() == taken);
  if (!trainer.finished()) trainer.step();
}

}  // namespace

// A file is a checkpoint from which a training goes on, or is refused and changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  ReferenceTrainer& trainer = smallTrainer();
  static const std::vector<std::uint8_t> kFresh = trainer.checkpoint();
  try {
    checkpointPlan(bytes, size);
  } catch (const ModelError&) {
  }
  try {
    trainer.restore(bytes, size);
  } catch (const ModelError&) {
    fuzz::require(trainer.checkpoint() == kFresh);
    return 0;
  }
  goOn(trainer);
  trainer.restore(kFresh.data(), kFresh.size());
  return 0;
}
