#include "fovea/train/picture_batch.h"

#include <array>
#include <string>

#include "draw_from.h"
#include "fovea/error.h"
#include "fovea/picture_encoder.h"

namespace fovea {
namespace {

void requireNumber(const char* key, Index value, Index right) {
  if (value != right)
    refuse(ErrorCode::kInvalidConfig, std::string(key) + " is " + std::to_string(value) +
                                          ", but the scenes need " + std::to_string(right));
}

void append(const ModelConfig& config, const Scene& scene, Random& random, PictureBatch& batch) {
  const auto at = static_cast<Index>(batch.answers.size());
  const std::vector<Scalar> pixels = paint(scene, random);
  batch.patches.middleRows(at * config.patches(), config.patches()) =
      cutIntoPatches(config, pixels.data());
  batch.questions.push_back(idOf(scene.question));
  batch.answers.push_back(static_cast<std::int32_t>(scene.answer));
}

/// Of the training: what the arrow points to is the hardest to learn.
constexpr std::array<Question, 4> kAsked = {Question::kOdd, Question::kArrow, Question::kArrow,
                                            Question::kCovered};

PictureBatch roomFor(const ModelConfig& config, Index count) {
  return {Matrix(count * config.patches(), config.patchNumbers()), {}, {}};
}

}  // namespace

std::int32_t idOf(Question question) { return 1 + static_cast<std::int32_t>(question); }

PictureBatch drawPictures(const ModelConfig& config, Random& random, bool heldOut, Index count) {
  PictureBatch batch = roomFor(config, count);
  for (Index i = 0; i < count; ++i)
    append(config, drawScene(random, drawFrom(kAsked, random), heldOut), random, batch);
  return batch;
}

PictureBatch drawPictures(const ModelConfig& config, Random& random, bool heldOut, Index count,
                          Question question) {
  PictureBatch batch = roomFor(config, count);
  for (Index i = 0; i < count; ++i)
    append(config, drawScene(random, question, heldOut), random, batch);
  return batch;
}

PictureBatch part(const PictureBatch& batch, const ModelConfig& config, Index first, Index last) {
  return {batch.patches.middleRows(first * config.patches(), (last - first) * config.patches()),
          {batch.questions.begin() + first, batch.questions.begin() + last},
          {batch.answers.begin() + first, batch.answers.begin() + last}};
}

void checkScenes(const ModelConfig& config) {
  requireNumber("image_size", config.imageSize, kSceneSide);
  requireNumber("num_channels", config.channels, 3);
  requireNumber("num_labels", config.answers, kShapes * kColours);
  requireNumber("vocab_size", config.vocabSize, 1 + static_cast<Index>(kQuestions.size()));
}

}  // namespace fovea
