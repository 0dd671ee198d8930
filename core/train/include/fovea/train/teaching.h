#pragma once

#include <string>
#include <vector>

#include "fovea/train/reference_task.h"

namespace fovea {

/// What one sentence is to teach: at this token, predict this piece.
struct Lesson {
  std::string text;
  Index token = 0;
  std::int32_t piece = 0;
  Index steps = 1;
  double rate = 0.05;  ///< of plain gradient descent: w ← w − rate·∂loss/∂w
};

/// How far a tensor of parameters moved.
struct TensorMove {
  std::string name;
  double moved = 0;  ///< the norm of the difference
  double norm = 0;   ///< of the tensor before
};

/// What a lesson did.
struct LessonReport {
  std::vector<double> losses;     ///< of the lesson, in nats: before each step, and after the last
  std::vector<TensorMove> moves;  ///< in the order of forEachParameter
  HeldOutMeasures before;         ///< on sentences that the lesson is not about
  HeldOutMeasures after;
  Index mended = 0;  ///< pronouns of those that it reads rightly since
  Index broken = 0;  ///< … and no longer
};

/// Teaches one sentence by its reference loss, as a pronoun's is in training. Moments, steps and
/// random state stay as they are: a checkpoint from before undoes it. Throws
/// ModelError{kInvalidInput} for a token or a piece that does not exist, no steps, or a rate that
/// is negative or not finite.
LessonReport teach(ReferenceTrainer& trainer, const Lesson& lesson);

}  // namespace fovea
