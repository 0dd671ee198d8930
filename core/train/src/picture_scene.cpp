#include "fovea/train/picture_scene.h"

#include <cstdint>
#include <utility>

namespace fovea {
namespace {

constexpr Index kCells = kCellsAcross * kCellsAcross;
constexpr double kSmallestRadius = 3.0;  // radii, in pixels
constexpr double kLargestRadius = 3.8;
constexpr double kCellMiddle = kCellSide / 2.0;

Thing anyThing(Random& random) {
  Thing thing;
  thing.shape = static_cast<Shape>(random.below(kShapes));
  thing.colour = static_cast<Index>(random.below(kColours));
  return thing;
}

Index rowOf(Index cell) { return cell / kCellsAcross; }
Index columnOf(Index cell) { return cell % kCellsAcross; }

/// A scene as it is made: what stands in each cell.
struct Cells {
  std::array<bool, kCells> taken{};
  std::array<Thing, kCells> things{};

  void put(Index cell, const Thing& thing) {
    taken[static_cast<std::size_t>(cell)] = true;
    things[static_cast<std::size_t>(cell)] = thing;
  }
  Index anyEmpty(Random& random) const {
    while (true) {
      const auto cell = static_cast<Index>(random.below(kCells));
      if (!taken[static_cast<std::size_t>(cell)]) return cell;
    }
  }
  // FNV-1a over what stands where.
  std::uint32_t hash() const {
    std::uint32_t hash = 2166136261U;
    for (std::size_t i = 0; i < kCells; ++i) {
      const Thing& thing = things[i];
      const auto code = static_cast<std::uint32_t>(
          taken[i] ? 1 + static_cast<Index>(thing.shape) * 16 + thing.colour * 4 + thing.direction
                   : 0);
      hash = (hash ^ code) * 16777619U;
    }
    return hash ^ (hash >> 15U);
  }
};

// Four to six things alike but for one, of another colour, another shape or both.
Index placeOdd(Random& random, Cells& cells) {
  const Thing common = anyThing(random);
  Thing odd = common;
  while (answerOf(odd) == answerOf(common)) {
    const Thing other = anyThing(random);
    const auto what = random.below(3);
    if (what != 0) odd.shape = other.shape;
    if (what != 1) odd.colour = other.colour;
  }
  cells.put(cells.anyEmpty(random), odd);
  for (auto more = 3 + random.below(3); more > 0; --more) cells.put(cells.anyEmpty(random), common);
  return answerOf(odd);
}

// Right, down, left, up: what is to be added to column and row.
constexpr std::array<std::pair<Index, Index>, 4> kDirections{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// The cell that an arrow points at; −1 outside the scene.
Index cellBefore(Index cell, Index direction) {
  const auto [dx, dy] = kDirections[static_cast<std::size_t>(direction)];
  const Index x = columnOf(cell) + dx;
  const Index y = rowOf(cell) + dy;
  const bool inside = x >= 0 && x < kCellsAcross && y >= 0 && y < kCellsAcross;
  return inside ? y * kCellsAcross + x : -1;
}

// A thing before the arrow, and others that it does not point to.
Index placeArrow(Random& random, Cells& cells) {
  Thing arrow;
  arrow.shape = Shape::kArrow;
  Index cell = 0;
  Index before = -1;
  while (before < 0) {
    cell = static_cast<Index>(random.below(kCells));
    arrow.direction = static_cast<Index>(random.below(kDirections.size()));
    before = cellBefore(cell, arrow.direction);
  }
  cells.put(cell, arrow);
  const Thing target = anyThing(random);
  cells.put(before, target);
  for (auto more = 2 + random.below(3); more > 0; --more)
    cells.put(cells.anyEmpty(random), anyThing(random));
  return answerOf(target);
}

// Left and right are mirror images, whatever is in the middle; one thing is under a cover.
Index placeCovered(Random& random, Cells& cells) {
  const auto pairs = 1 + random.below(kCellsAcross);
  const auto first = random.below(kCellsAcross);
  std::vector<Index> sides;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const auto left = static_cast<Index>((first + i) % kCellsAcross) * kCellsAcross;
    const Thing thing = anyThing(random);
    for (const Index cell : {left, left + kCellsAcross - 1}) {
      cells.put(cell, thing);
      sides.push_back(cell);
    }
  }
  for (Index row = 0; row < kCellsAcross; ++row)
    if (random.chance(0.4)) cells.put(row * kCellsAcross + kCellsAcross / 2, anyThing(random));
  const Index hidden = sides[static_cast<std::size_t>(random.below(sides.size()))];
  const Index answer = answerOf(cells.things[static_cast<std::size_t>(hidden)]);
  Thing cover;
  cover.shape = Shape::kCover;
  cells.put(hidden, cover);
  return answer;
}

Index place(Random& random, Question question, Cells& cells) {
  if (question == Question::kOdd) return placeOdd(random, cells);
  return question == Question::kArrow ? placeArrow(random, cells) : placeCovered(random, cells);
}

// Somewhere in its cell, of some size; a cover fills its cell.
Thing placed(Thing thing, Index cell, Random& random) {
  const bool cover = thing.shape == Shape::kCover;
  thing.radius =
      cover ? kCellMiddle : kSmallestRadius + (kLargestRadius - kSmallestRadius) * random.uniform();
  const double room = kCellMiddle - thing.radius;
  thing.x = static_cast<double>(columnOf(cell) * kCellSide) + kCellMiddle +
            room * (2 * random.uniform() - 1);
  thing.y = static_cast<double>(rowOf(cell) * kCellSide) + kCellMiddle +
            room * (2 * random.uniform() - 1);
  return thing;
}

}  // namespace

const char* spelling(Question question) {
  return question == Question::kOdd ? "odd" : question == Question::kArrow ? "arrow" : "covered";
}

Index answerOf(const Thing& thing) {
  return thing.colour * kShapes + static_cast<Index>(thing.shape);
}

std::vector<std::string> answerNames() {
  std::vector<std::string> names;
  for (const std::string colour : {"red ", "green ", "blue ", "yellow "})
    for (const char* shape : {"ring", "square", "triangle"}) names.push_back(colour + shape);
  return names;
}

Scene drawScene(Random& random, Question question, bool heldOut) {
  constexpr std::uint32_t kOneIn = 8;
  Scene scene{question, {}, 0};
  Cells cells;
  do {
    cells = Cells();
    scene.answer = place(random, question, cells);
  } while ((cells.hash() % kOneIn == 0) != heldOut);
  for (Index cell = 0; cell < kCells; ++cell)
    if (cells.taken[static_cast<std::size_t>(cell)])
      scene.things.push_back(placed(cells.things[static_cast<std::size_t>(cell)], cell, random));
  return scene;
}

}  // namespace fovea
