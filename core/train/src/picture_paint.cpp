#include <algorithm>
#include <cmath>

#include "fovea/train/picture_scene.h"

namespace fovea {
namespace {

using Rgb = std::array<double, 3>;

constexpr Rgb kGround{0.08, 0.09, 0.13};
constexpr std::array<Rgb, kColours> kPaints{
    {{0.90, 0.25, 0.25}, {0.25, 0.75, 0.35}, {0.30, 0.50, 0.95}, {0.95, 0.80, 0.25}}};
constexpr Rgb kArrowPaint{0.95, 0.95, 0.95};
constexpr Rgb kCoverPaint{0.50, 0.50, 0.50};
constexpr int kSamples = 4;  // across a pixel: their square decides how much of it is covered
constexpr double kNoise = 0.03;

const Rgb& paintOf(const Thing& thing) {
  if (thing.shape == Shape::kArrow) return kArrowPaint;
  if (thing.shape == Shape::kCover) return kCoverPaint;
  return kPaints[static_cast<std::size_t>(thing.colour)];
}

// Whether a point is in the thing, as shares of its radius from its middle.
bool isIn(const Thing& thing, double x, double y) {
  switch (thing.shape) {
    case Shape::kRing:
      return x * x + y * y <= 1 && x * x + y * y >= 0.25;
    case Shape::kTriangle:
      return std::abs(y) <= 1 && 2 * std::abs(x) <= y + 1;
    case Shape::kArrow: {
      const bool lies = thing.direction % 2 == 0;
      const double sign = thing.direction < 2 ? 1 : -1;
      const double along = sign * (lies ? x : y);
      const double across = std::abs(lies ? y : x);
      return along > 0 ? along + across <= 1 : along >= -1 && across <= 0.3;
    }
    case Shape::kSquare:
    case Shape::kCover:
      break;
  }
  const double side = thing.shape == Shape::kCover ? 1 : 0.85;
  return std::max(std::abs(x), std::abs(y)) <= side;
}

// The share of a pixel that the thing covers.
double coverage(const Thing& thing, Index column, Index row) {
  int inside = 0;
  for (int j = 0; j < kSamples; ++j)
    for (int i = 0; i < kSamples; ++i) {
      const double x = static_cast<double>(column) + (i + 0.5) / kSamples;
      const double y = static_cast<double>(row) + (j + 0.5) / kSamples;
      if (isIn(thing, (x - thing.x) / thing.radius, (y - thing.y) / thing.radius)) ++inside;
    }
  return static_cast<double>(inside) / (kSamples * kSamples);
}

Index within(double pixels) {
  return std::clamp<Index>(static_cast<Index>(std::floor(pixels)), 0, kSceneSide - 1);
}

void paintThing(const Thing& thing, std::vector<Scalar>& pixels) {
  const Rgb& paint = paintOf(thing);
  for (Index row = within(thing.y - thing.radius); row <= within(thing.y + thing.radius); ++row)
    for (Index column = within(thing.x - thing.radius); column <= within(thing.x + thing.radius);
         ++column) {
      const double share = coverage(thing, column, row);
      Scalar* pixel = &pixels[static_cast<std::size_t>((row * kSceneSide + column) * 3)];
      for (std::size_t c = 0; c < 3; ++c)
        pixel[c] =
            static_cast<Scalar>((1 - share) * static_cast<double>(pixel[c]) + share * paint[c]);
    }
}

}  // namespace

std::vector<Scalar> paint(const Scene& scene, Random& random) {
  std::vector<Scalar> pixels;
  pixels.reserve(static_cast<std::size_t>(kSceneSide * kSceneSide * 3));
  for (Index i = 0; i < kSceneSide * kSceneSide; ++i)
    for (const double value : kGround) pixels.push_back(static_cast<Scalar>(value));
  for (const Thing& thing : scene.things) paintThing(thing, pixels);
  for (Scalar& value : pixels)
    value = std::clamp(value + static_cast<Scalar>(kNoise * (2 * random.uniform() - 1)), Scalar(0),
                       Scalar(1));
  return pixels;
}

}  // namespace fovea
