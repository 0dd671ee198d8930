#pragma once

#include <vector>

#include "fovea/config.h"
#include "fovea/train/picture_scene.h"

namespace fovea {

/// Pictures with their questions and answers.
struct PictureBatch {
  Matrix patches;      ///< of one picture after the other
  TokenIds questions;  ///< as Question counts, after [UNK]
  TokenIds answers;    ///< as answerOf counts
};

/// The id of a question in the vocabulary.
std::int32_t idOf(Question question);

/// Draws `count` pictures, half of them with an arrow, a quarter of each other question. The model
/// must read scenes (checkScenes).
PictureBatch drawPictures(const ModelConfig& config, Random& random, bool heldOut, Index count);

/// The same, all of one question.
PictureBatch drawPictures(const ModelConfig& config, Random& random, bool heldOut, Index count,
                          Question question);

/// The pictures first … last − 1.
PictureBatch part(const PictureBatch& batch, const ModelConfig& config, Index first, Index last);

/// Throws ModelError{kInvalidConfig} for a model that does not read pictures of the scenes' size,
/// answer as many things, or know as many questions.
void checkScenes(const ModelConfig& config);

}  // namespace fovea
