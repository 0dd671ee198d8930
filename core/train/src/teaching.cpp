#include "fovea/train/teaching.h"

#include <cmath>
#include <limits>
#include <string>

#include "fovea/error.h"
#include "fovea/train/trainer.h"
#include "parameter_pieces.h"
#include "set_zero.h"

namespace fovea {
namespace {

[[noreturn]] void refuseLesson(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, "the lesson " + message);
}

void checkBelow(const std::string& what, Index given, Index count) {
  if (given < 0 || given >= count)
    refuseLesson("is of " + what + " " + std::to_string(given) + ", but there are 0 to " +
                 std::to_string(count - 1));
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

}  // namespace

LessonReport Trainer::teach(const Lesson& lesson) {
  const TrainingBatch batch = batchOf(lesson);
  shards_.clear();  // of a step begun with other weights
  LessonReport report;
  const ModelWeights weightsBefore = encoder_.weights();
  const std::vector<bool> rightBefore = heldOut().predictions(encoder_, structure_);
  report.before = evaluate();
  for (Index step = 0; step < lesson.steps; ++step) {
    report.losses.push_back(lossOf(batch));
    descend(lesson.rate);
  }
  report.losses.push_back(lossOf(batch));
  report.after = evaluate();
  report.moves = movesBetween(weightsBefore, encoder_.weights());
  countChanges(rightBefore, heldOut().predictions(encoder_, structure_), report);
  return report;
}

TrainingBatch Trainer::batchOf(const Lesson& lesson) const {
  if (lesson.steps < 1) refuseLesson("has no steps");
  if (!(lesson.rate >= 0 && lesson.rate <= std::numeric_limits<Scalar>::max()))
    refuseLesson("has a rate that is no number from 0 on");
  TrainingBatch batch;
  batch.ids = tokenizer_.encode(lesson.text).ids();
  const auto tokens = static_cast<Index>(batch.ids.size());
  checkBelow("token", lesson.token, tokens);
  checkBelow("piece", lesson.piece, plan_.model.vocabSize);
  batch.sequences = Sequences({tokens});
  batch.references.add(lesson.token, lesson.piece);
  return batch;
}

// With its gradient in the first pass.
double Trainer::lossOf(const TrainingBatch& lesson) {
  Pass& pass = passes_.front();
  setZero(pass.gradient);
  ForwardOptions forward;
  forward.structure = structure_;
  encoder_.forward(lesson.ids, lesson.sequences, pass.activations, forward);
  const BatchLoss loss =
      batchLoss(encoder_, pass.activations, lesson, sizeOf(lesson), 1, pass.dOutput, pass.gradient);
  attentionLoss({}, encoder_.config().heads, lesson.sequences.tokens(), pass.activations,
                pass.dActivations);
  balanceLoss(0, lesson.sequences.tokens(), pass.activations, pass.dActivations);
  encoder_.backward(pass.activations, pass.dOutput, pass.dActivations, pass.gradient);
  return loss.references;
}

// w ← w − rate·gradient
void Trainer::descend(double rate) {
  FlatParameters gradient(passes_.front().gradient);
  FlatParameters weights(encoder_.weights_);
  for (const ParameterPiece& piece : weights.pieces())
    weights[piece] -= static_cast<Scalar>(rate) * gradient[piece];
  encoder_.packWeights();
}

}  // namespace fovea
