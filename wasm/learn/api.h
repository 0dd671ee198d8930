#pragma once

#include <memory>

#include "../js_value.h"
#include "records.h"
#include "training.h"

/// The training functions that JavaScript can call, as in ../api.h.
namespace fovea {

/// Starts a training run. Throws ModelError{kInvalidConfig} for invalid settings.
std::unique_ptr<Training> createTrainer(JsValue<JsSettings> settings);

/// Continues a run from a checkpoint.
std::unique_ptr<Training> restoreTrainer(JsValue<JsBytes> checkpoint);

TrainerInfoRecord trainerInfo(const Training& training);

/// The number of steps done so far.
double trainerDone(const Training& training);

// The parts of a step, as in Trainer.

/// Returns the number of shards.
double trainerBeginStep(Training& training);
void trainerRunShard(Training& training, double shard);
void trainerDrawAhead(Training& training);
JsValue<JsFloats> trainerGradientOf(Training& training, double shard, bool withPartner);
/// Takes each shard's gradient, or null if it was computed here.
StepReportRecord trainerFinishStep(Training& training, JsValue<JsGradients> gradients);

/// A telling sentence of the step begun: hidden words first among its targets, and the gradients of
/// its part of the batch's loss among the tensors.
SentenceRecord trainerLook(Training& training);
/// The probability of each of those targets, as the weights are now.
JsValue<JsNumbers> trainerAnswers(const Training& training);

EvaluationRecord trainerEvaluate(const Training& training);

/// A few steps on a single sentence, as teach.
LessonReportRecord trainerTeach(Training& training, JsValue<JsLesson> lesson);

/// Restores the state from a checkpoint of this run.
void trainerRestore(Training& training, JsValue<JsBytes> checkpoint);

/// The current model as a file.
JsValue<JsBytes> trainerModel(const Training& training);

JsValue<JsBytes> trainerCheckpoint(const Training& training);

}  // namespace fovea
