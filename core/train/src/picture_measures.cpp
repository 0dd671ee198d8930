#include "fovea/train/picture_measures.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "fovea/cross_entropy.h"
#include "fovea/error.h"
#include "fovea/picture_encoder.h"
#include "fovea/train/picture_batch.h"

namespace fovea {
namespace {

constexpr Index kPicturesAtOnce = 100;
constexpr double kWantedRight = 0.95;

const char* describe(Question question) {
  if (question == Question::kOdd) return "the odd one out";
  return question == Question::kArrow ? "what the arrow points to" : "what is under the cover";
}

std::string threeDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

Measure share(const std::string& name, double value) {
  return {name, "≥ .95", threeDigits(value), value, value >= kWantedRight};
}

}  // namespace

PictureMeasures measurePictures(const Encoder& model, const Structure& structure, Index scenes,
                                std::uint64_t seed) {
  checkScenes(model.config());
  const PictureEncoder encoder(model);
  PictureOptions options;
  options.capture = Capture::kNone;
  options.structure = structure;
  PictureActivations activations;
  Random random(seed);
  PictureMeasures result;
  result.scenes = scenes;
  for (const Question question : kQuestions) {
    double right = 0;
    for (Index left = scenes; left > 0; left -= kPicturesAtOnce) {
      const PictureBatch batch =
          drawPictures(model.config(), random, true, std::min(left, kPicturesAtOnce), question);
      encoder.forward(batch.patches, batch.questions, activations, options);
      Matrix dLogits;
      const auto count = static_cast<double>(batch.answers.size());
      result.loss += count * crossEntropy(activations.logits, batch.answers, 1, dLogits);
      right += static_cast<double>(rightAnswers(activations.logits, batch.answers));
    }
    result.right[static_cast<std::size_t>(question)] = right / static_cast<double>(scenes);
  }
  result.loss /= static_cast<double>(scenes) * static_cast<double>(kQuestions.size());
  return result;
}

Index rightAnswers(const Matrix& logits, const TokenIds& answers) {
  if (static_cast<Index>(answers.size()) != logits.rows())
    refuse(ErrorCode::kInvalidInput, std::to_string(answers.size()) + " answers, but " +
                                         std::to_string(logits.rows()) + " rows of logits");
  Index right = 0;
  for (Index i = 0; i < logits.rows(); ++i) {
    Index best = 0;
    logits.row(i).maxCoeff(&best);
    if (best == answers[static_cast<std::size_t>(i)]) ++right;
  }
  return right;
}

std::vector<Measure> measures(const PictureMeasures& m) {
  std::vector<Measure> lines;
  double sum = 0;
  for (const Question question : kQuestions) {
    const double right = m.right[static_cast<std::size_t>(question)];
    lines.push_back(share(std::string("answered correctly: ") + describe(question), right));
    sum += right;
  }
  lines.push_back(share("all questions", sum / static_cast<double>(kQuestions.size())));
  lines.push_back({"loss of a scene, in nats", "", threeDigits(m.loss), m.loss});
  lines.push_back({"scenes of each question", "", std::to_string(m.scenes), std::nullopt});
  return lines;
}

std::string toJson(const PictureMeasures& m) {
  nlohmann::json json{{"scenes", m.scenes}, {"loss", m.loss}};
  for (const Question question : kQuestions)
    json[spelling(question)] = m.right[static_cast<std::size_t>(question)];
  return json.dump();
}

}  // namespace fovea
