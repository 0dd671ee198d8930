#include "fovea/train/row_shape.h"

#include <cmath>

namespace fovea {

RowShape rowShape(const RowVector& weights) {
  RowShape shape;
  shape.largest = static_cast<double>(weights.maxCoeff(&shape.largestAt));
  for (Index token = 0; token < weights.size(); ++token) {
    const auto weight = static_cast<double>(weights(token));
    if (weight > 0) shape.entropy -= weight * std::log2(weight);
    shape.seen += weight > kSeen;
  }
  return shape;
}

bool amongLargest(const RowVector& weights, Index token, Index places) {
  return (weights.array() > weights(token)).count() < places;
}

}  // namespace fovea
