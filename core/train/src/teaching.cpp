#include "fovea/train/teaching.h"

#include <cmath>
#include <limits>
#include <string>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "parameter_pieces.h"
#include "set_zero.h"

namespace fovea {
namespace {

void checkBelow(const std::string& what, Index given, Index count) {
  if (given < 0 || given >= count)
    refuse(ErrorCode::kInvalidInput, "the lesson is about " + what + " " + std::to_string(given) +
                                         ", but there are 0 to " + std::to_string(count - 1));
}

// From the weights before to those after.
std::vector<TensorMove> movesBetween(const ModelWeights& before, const ModelWeights& after) {
  const SquaresByTensor norms = squaresByTensor(before);
  ModelWeights difference = after;
  FlatParameters from(before);
  FlatParameters to(difference);
  for (const ParameterPiece& piece : to.pieces()) to[piece] -= from[piece];
  const SquaresByTensor moved = squaresByTensor(difference);
  std::vector<TensorMove> moves;
  forEachParameter(before, [&](const std::string& name, const auto&) {
    moves.push_back({name, std::sqrt(moved[moves.size()]), std::sqrt(norms[moves.size()])});
  });
  return moves;
}

void countChanges(const std::vector<bool>& before, const std::vector<bool>& after,
                  LessonReport& report) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    report.mended += !before[i] && after[i];
    report.broken += before[i] && !after[i];
  }
}

TrainingBatch batchOf(const Lesson& lesson, const Tokenizer& tokenizer) {
  if (lesson.steps < 1) refuse(ErrorCode::kInvalidInput, "the lesson needs at least one step");
  if (!(lesson.rate >= 0 && lesson.rate <= std::numeric_limits<Scalar>::max()))
    refuse(ErrorCode::kInvalidInput, "the lesson needs a rate that is a number, 0 or more");
  TrainingBatch batch;
  batch.ids = tokenizer.encode(lesson.text).ids();
  const auto tokens = static_cast<Index>(batch.ids.size());
  checkBelow("token", lesson.token, tokens);
  checkBelow("piece", lesson.piece, tokenizer.vocabulary().size());
  batch.sequences = Sequences({tokens});
  batch.references.add(lesson.token, lesson.piece);
  return batch;
}

// w ← w − rate·gradient
void descend(double rate, ModelWeights& gradient, ModelWeights& weights) {
  FlatParameters slopes(gradient);
  FlatParameters values(weights);
  for (const ParameterPiece& piece : values.pieces())
    values[piece] -= static_cast<Scalar>(rate) * slopes[piece];
}

}  // namespace

LessonReport teach(ReferenceTrainer& trainer, const Lesson& lesson) {
  const Encoder& encoder = trainer.model();
  const Structure& structure = trainer.structure();
  const HeldOutSet& heldOut = trainer.task().heldOut();
  const TrainingBatch batch = batchOf(lesson, trainer.tokenizer());
  LessonReport report;
  const ModelWeights weightsBefore = encoder.weights();
  const std::vector<bool> rightBefore = heldOut.predictions(encoder, structure);
  report.before = trainer.evaluate();
  EncoderPass pass;
  ModelWeights gradient = ModelWeights::zeros(encoder.config());
  const auto lossOfLesson = [&] {
    setZero(gradient);
    return runBatch(encoder, structure, {1, {}, 0}, batch, sizeOf(batch), pass, gradient)
        .loss.references;
  };
  for (Index step = 0; step < lesson.steps; ++step) {
    report.losses.push_back(lossOfLesson());
    trainer.changeWeights([&](ModelWeights& weights) { descend(lesson.rate, gradient, weights); });
  }
  report.losses.push_back(lossOfLesson());
  report.after = trainer.evaluate();
  report.moves = movesBetween(weightsBefore, encoder.weights());
  countChanges(rightBefore, heldOut.predictions(encoder, structure), report);
  return report;
}

}  // namespace fovea
