#pragma once

#include "train_sequences.h"

namespace fovea::cli {

/// trainSequences for an encoder of pictures: trains, writes the model and prints its measures.
void trainPictures(const SequenceTraining& training);

}  // namespace fovea::cli
