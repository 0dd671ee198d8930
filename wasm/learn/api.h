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

/// One step on a batch of its own.
StepReportRecord trainerStep(Training& training);

HeldOutScore trainerEvaluate(const Training& training);

/// The model as it is now, as a file.
JsValue<JsBytes> trainerModel(const Training& training);

JsValue<JsBytes> trainerCheckpoint(const Training& training);

}  // namespace fovea
