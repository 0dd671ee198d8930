#pragma once

#include <array>
#include <string>
#include <vector>

#include "fovea/matrix.h"
#include "fovea/random.h"

namespace fovea {

enum class Shape { kRing, kSquare, kTriangle, kArrow, kCover };

constexpr Index kShapes = 3;       ///< that can be an answer: those before the arrow
constexpr Index kColours = 4;      ///< red, green, blue, yellow
constexpr Index kSceneSide = 24;   ///< rows, and columns, of a scene in pixels
constexpr Index kCellsAcross = 3;  ///< things stand in a grid of cells, each somewhere in its own
constexpr Index kCellSide = kSceneSide / kCellsAcross;  ///< in pixels

/// What stands in a scene.
struct Thing {
  Shape shape = Shape::kRing;
  Index colour = 0;     ///< of a ring, square or triangle; arrows are white, covers grey
  Index direction = 0;  ///< of an arrow: right, down, left, up
  double x = 0, y = 0;  ///< its middle, in pixels from the left and from the top
  double radius = 0;    ///< half its width
};

/// A question about a scene: kOdd which thing is unlike all others, kArrow which the arrow
/// points to, in the cell next to it, kCovered which is under the cover, where the left of the
/// scene is the mirror image of its right.
enum class Question { kOdd, kArrow, kCovered };

constexpr std::array<Question, 3> kQuestions = {Question::kOdd, Question::kArrow,
                                                Question::kCovered};

/// "odd", "arrow", "covered".
const char* spelling(Question question);

/// A scene that has an answer to its question.
struct Scene {
  Question question = Question::kOdd;
  std::vector<Thing> things;
  Index answer = 0;  ///< as answerOf counts
};

/// What a thing is as an answer: colour · kShapes + shape.
Index answerOf(const Thing& thing);

/// All answers in their order: "red ring", "red square", …
std::vector<std::string> answerNames();

/// Draws a scene, one to train on or one that is held out. By which things stand in which cells it
/// is one or the other: an arrangement in eight is held out. Where in their cells they stand and
/// how large they are does not matter.
Scene drawScene(Random& random, Question question, bool heldOut);

/// Its pixels, rows × columns × 3, from 0 to 1 on a dark ground, with a little noise.
std::vector<Scalar> paint(const Scene& scene, Random& random);

}  // namespace fovea
