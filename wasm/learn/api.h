#pragma once

#include <memory>

#include "../js_value.h"
#include "records.h"
#include "training.h"

/// What JavaScript may call of training. As in ../api.h.
namespace fovea {

/// A run of the settings at its beginning. Throws ModelError{kInvalidConfig} for settings that
/// cannot be.
std::unique_ptr<Training> createTrainer(JsValue<JsSettings> settings);

/// A run where its checkpoint was taken.
std::unique_ptr<Training> restoreTrainer(JsValue<JsBytes> checkpoint);

TrainerInfoRecord trainerInfo(const Training& training);

/// How many steps have been made.
double trainerDone(const Training& training);

// A step in parts, as Trainer's.

/// Returns how many shards there are.
double trainerBeginStep(Training& training);
void trainerRunShard(Training& training, double shard);
void trainerDrawAhead(Training& training);
JsValue<JsFloats> trainerGradientOf(Training& training, double shard, bool withPartner);
/// Of each shard its gradient, or null where it was run here.
StepReportRecord trainerFinishStep(Training& training, JsValue<JsGradients> gradients);

/// A telling sentence of the step begun: hidden words first among its targets, and the gradients of
/// its part of the batch's loss among the tensors.
SentenceRecord trainerLook(Training& training);
/// The probability of each of those targets, as the weights are now.
JsValue<JsNumbers> trainerAnswers(const Training& training);

EvaluationRecord trainerEvaluate(const Training& training);

/// Some steps on one sentence alone, as teach.
LessonReportRecord trainerTeach(Training& training, JsValue<JsLesson> lesson);

/// Takes the state of a checkpoint of this same run.
void trainerRestore(Training& training, JsValue<JsBytes> checkpoint);

/// The model as it is now, as a file.
JsValue<JsBytes> trainerModel(const Training& training);

JsValue<JsBytes> trainerCheckpoint(const Training& training);

}  // namespace fovea
