#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/config.h"
#include "fovea/structure.h"
#include "fovea/train/corpus.h"
#include "fovea/train/training_options.h"

namespace fovea {

/// All that decides a training: the same plan gives the same model.
struct TrainingPlan {
  std::string size;  ///< the preset that it began as; empty where it is none
  CorpusSize corpus = CorpusSize::kFull;
  ModelConfig model;  ///< vocabSize follows from the corpus
  TrainingOptions training;
  std::string structure;  ///< as parseStructure takes it: how the model is trained
};

/// "tiny", "small" and "shipped".
const std::vector<std::string>& presetNames();

/// What a preset trains: `tiny` a small model on the tiny corpus, within a minute in a page;
/// `small` one on the full corpus, within minutes; `shipped` the model of the page, on the broad
/// corpus, which a page does not have. Throws ModelError{kInvalidConfig} for another name.
TrainingPlan presetPlan(const std::string& name);

/// The plan of the training that a checkpoint is of. Throws ModelError if it is not a checkpoint,
/// and if it is too short for the plan's model, which might be too large to be made.
TrainingPlan checkpointPlan(const std::uint8_t* bytes, std::size_t size);

/// How a plan's model is trained. Throws ModelError{kInvalidInput} for a structure that it cannot
/// run as, or not backward.
Structure structureOf(const TrainingPlan& plan);

/// The config that says by itself as much of the structure as a config can: no positions, pre- or
/// post-norm, the activation.
ModelConfig configOf(const Structure& structure, ModelConfig config);

}  // namespace fovea
