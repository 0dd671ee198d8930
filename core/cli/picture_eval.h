#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/model_file.h"

namespace fovea::cli {

constexpr Index kPictureScenes = 1000;        ///< held-out scenes of each question
constexpr std::uint64_t kPictureSeed = 2024;  ///< of them

/// What `fovea eval` prints of a model of pictures.
struct PictureEvaluation {
  std::string path;                 ///< of the model
  std::vector<std::string> beside;  ///< of others, a column each
  bool json;
  std::uint64_t seed;
};

/// Prints the table, or the JSON of the first.
void evalPictures(const PictureEvaluation& evaluation, const Model& model);

}  // namespace fovea::cli
