#include "rows.h"

#include <algorithm>
#include <cmath>

#include "vec.h"
#include "vec_math.h"

namespace FOVEA_KERNELS {
namespace {

/// y[i] = f(x[i]), a vector at a time; the last vector may be filled in part.
template <typename Function>
void map(const Scalar* x, Index count, Scalar* y, Function&& f) {
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) store(y + i, f(load(x + i)));
  if (i < count) storePart(y + i, f(loadPart(x + i, count - i)), count - i);
}

Vec gelu(Vec x) { return x * normalCdf(x); }

// ½·(1 + tanh u) = σ(2u)
Vec geluTanh(Vec x) {
  constexpr auto kTwiceSqrtTwoOverPi = Scalar(1.59576912160573071176);
  constexpr auto kCubic = Scalar(0.044715);
  const Vec inner = x * multiplyAdd(x * x, splat(kCubic), splat(1));
  return x * sigmoid(inner * splat(kTwiceSqrtTwoOverPi));
}

Scalar sum(const Scalar* x, Index count) {
  Vec total = splat(0);
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) total = total + load(x + i);
  if (i < count) total = total + loadPart(x + i, count - i);
  return sumOfLanes(total);
}

Scalar sumOfSquaredDeviations(const Scalar* x, Index count, Scalar mean) {
  Vec total = splat(0);
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vec deviation = load(x + i) - splat(mean);
    total = multiplyAdd(deviation, deviation, total);
  }
  Scalar squares = sumOfLanes(total);
  for (; i < count; ++i) squares += (x[i] - mean) * (x[i] - mean);
  return squares;
}

}  // namespace

const Scalar* maskRow(const MaskedRow& row, const Scalar* scores, Index count, Scalar* masked) {
  const MaskView& mask = row.mask;
  if (!mask.causal && mask.keep == nullptr) return scores;
  const Index past = mask.causal ? row.query + (mask.leaky ? 1 : 0) : row.key + count;
  for (Index j = 0; j < count; ++j) {
    const Index key = row.key + j;
    const bool allowed =
        key <= past && (mask.keep == nullptr || mask.keep[row.firstKey + key] != 0);
    masked[j] = allowed ? scores[j] : kMinusInfinity;
  }
  return masked;
}

Scalar largest(const Scalar* scores, Index count) {
  Scalar most = kMinusInfinity;
  Index i = 0;
  if (count >= kLanes) {
    Vec lanes = load(scores);
    for (i = kLanes; i + kLanes <= count; i += kLanes) lanes = maximum(lanes, load(scores + i));
    most = largestLane(lanes);
  }
  for (; i < count; ++i) most = scores[i] > most ? scores[i] : most;
  return most;
}

Scalar weightsOfMaskedRow(const Scalar* scores, Index count, Scalar* weights) {
  const bool allForbidden =
      std::all_of(scores, scores + count, [](Scalar score) { return score == kMinusInfinity; });
  const Scalar weight = allForbidden ? 0 : std::numeric_limits<Scalar>::quiet_NaN();
  std::fill_n(weights, count, weight);
  return weight;
}

Scalar exponentials(const Scalar* scores, Index count, Scalar scale, Scalar most, Scalar* weights) {
  Vec total = splat(0);
  const auto weight = [&](Vec score) {
    // Subtract before scaling: the largest score then gives 0 exactly, whatever its size.
    return exponential((score - splat(most)) * splat(scale));
  };
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vec e = weight(load(scores + i));
    total = total + e;
    store(weights + i, e);
  }
  Scalar rest = 0;
  if (i < count) {
    storePart(weights + i, weight(loadPart(scores + i, count - i)), count - i);
    for (; i < count; ++i) rest += weights[i];
  }
  return sumOfLanes(total) + rest;
}

void add(const Scalar* a, const Scalar* b, Index count, Scalar* sum) {
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) store(sum + i, load(a + i) + load(b + i));
  for (; i < count; ++i) sum[i] = a[i] + b[i];
}

void scaleRow(Scalar* row, Index count, Scalar factor) {
  map(row, count, row, [&](Vec x) { return x * splat(factor); });
}

void softmaxRow(const Scalar* scores, Index count, Scalar scale, Scalar* weights) {
  const Scalar most = largest(scores, count);
  if (most == kMinusInfinity) {
    weightsOfMaskedRow(scores, count, weights);
    return;
  }
  const Scalar total = exponentials(scores, count, scale, most, weights);
  scaleRow(weights, count, 1 / total);
}

RowStatistics statisticsOfRow(const Scalar* x, Index count, Scalar eps) {
  const auto d = static_cast<Scalar>(count);
  const Scalar mean = sum(x, count) / d;
  return {mean, 1 / std::sqrt(sumOfSquaredDeviations(x, count, mean) / d + eps)};
}

Scalar inverseRmsOfRow(const Scalar* x, Index count, Scalar eps) {
  return 1 / std::sqrt(sumOfSquaredDeviations(x, count, 0) / static_cast<Scalar>(count) + eps);
}

void normaliseRow(const Scalar* x, Index count, const RowStatistics& statistics,
                  const Scalar* gamma, const Scalar* beta, Scalar* y) {
  const auto [mean, rstd] = statistics;
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vec standardised = (load(x + i) - splat(mean)) * splat(rstd);
    store(y + i, multiplyAdd(standardised, load(gamma + i), load(beta + i)));
  }
  for (; i < count; ++i) y[i] = (x[i] - mean) * rstd * gamma[i] + beta[i];
}

void activate(Activation activation, const StridedView& x, Scalar* y, Index yStride) {
  const auto mapRows = [&](auto&& f) {
    for (Index i = 0; i < x.rows; ++i) map(x.data + i * x.rowStride, x.columns, y + i * yStride, f);
  };
  switch (activation) {
    case Activation::kRelu:
      return mapRows([](Vec v) { return maximum(splat(0), v); });
    case Activation::kGelu:
      return mapRows(gelu);
    case Activation::kGeluTanh:
      return mapRows(geluTanh);
    case Activation::kSilu:
      return mapRows([](Vec v) { return v * sigmoid(v); });
    case Activation::kNone:
      if (y != x.data) mapRows([](Vec v) { return v; });
  }
}

}  // namespace FOVEA_KERNELS
