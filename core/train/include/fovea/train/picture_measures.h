#pragma once

#include <array>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/picture_scene.h"

namespace fovea {

/// How a model answers questions about scenes that it was not trained on.
struct PictureMeasures {
  Index scenes = 0;                               ///< of each question
  double loss = 0;                                ///< mean of a scene, in nats
  std::array<double, kQuestions.size()> right{};  ///< share answered correctly, by question
};

/// On `scenes` held-out scenes of each question, drawn from the seed. Throws as checkScenes does.
PictureMeasures measurePictures(const Encoder& model, const Structure& structure, Index scenes,
                                std::uint64_t seed);

/// How many rows of the logits have their answer as the largest. Throws ModelError{kInvalidInput}
/// unless there is an answer for each.
Index rightAnswers(const Matrix& logits, const TokenIds& answers);

/// The lines of a model's table.
std::vector<Measure> measures(const PictureMeasures& measures);

std::string toJson(const PictureMeasures& measures);

}  // namespace fovea
