#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/train/adamw.h"
#include "fovea/train/training_plan.h"

namespace fovea {

/// What a checkpoint contains besides its tensors.
struct CheckpointHead {
  TrainingPlan plan;
  std::string vocabulary;
  std::uint64_t randomState;
};

/// A safetensors file with every weight and both moments. Throws ModelError{kNotFinite} where the
/// training has diverged: no file is read with a number that is not finite.
std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead& head, const ModelWeights& weights,
                                          const AdamWState& adamW);

/// Fills weights and moments, and returns the random state. Throws ModelError where the file is of
/// another config, vocabulary, structure or options than `expected` (kInvalidConfig), or a tensor
/// is missing or of another shape; weights and moments are then as they were.
std::uint64_t readCheckpoint(const std::uint8_t* bytes, std::size_t size,
                             const CheckpointHead& expected, ModelWeights& weights,
                             AdamWState& adamW);

}  // namespace fovea
