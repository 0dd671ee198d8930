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

// These are there for ModelWeights and for RecurrentWeights, of which the file tells that it is.

/// A safetensors file with every weight and both moments. Throws ModelError{kNotFinite} where the
/// training has diverged: no file is read with a number that is not finite.
template <typename Weights>
std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead& head, const Weights& weights,
                                          const AdamWStateOf<Weights>& adamW);

/// Fills weights and moments, and returns the random state. Throws ModelError where the file is of
/// another network, config, vocabulary, structure or options than `expected` (kInvalidConfig), or a
/// tensor is missing or of another shape; weights and moments are then as they were.
template <typename Weights>
std::uint64_t readCheckpoint(const std::uint8_t* bytes, std::size_t size,
                             const CheckpointHead& expected, Weights& weights,
                             AdamWStateOf<Weights>& adamW);

}  // namespace fovea
