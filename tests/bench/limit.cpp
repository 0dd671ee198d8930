#include "limit.h"

#include <chrono>

#include "kernels/vec.h"

namespace fovea::bench {
namespace {

using namespace kernels;

// As many chains as hide the latency of each on two units, and no more than leave registers free:
// V8 hands out fifteen.
constexpr Index kChains = 12;
constexpr Index kSteps = 2'000'000;

/// Every chain depends on itself alone, and all of them on what the compiler cannot know.
void run(Vec (&sums)[kChains], Vec a, Vec b) {
  for (Index step = 0; step < kSteps; ++step) {
    // Fused, the sum is what is added to, as in the product. Apart, a·b would be computed once for
    // all steps: there the sum is multiplied.
    for (Vec& sum : sums) sum = kFused ? multiplyAdd(a, b, sum) : multiplyAdd(sum, a, b);
  }
}

}  // namespace

double limitOperations() {
  const volatile auto factor = Scalar(0.999);
  Scalar values[kChains * kLanes];
  for (Index i = 0; i < kChains * kLanes; ++i) values[i] = factor * Scalar(i);
  Vec sums[kChains];
  for (Index i = 0; i < kChains; ++i) sums[i] = load(values + i * kLanes);

  run(sums, splat(factor), splat(factor));

  // Whatever chain were left out here would not be computed at all.
  Vec total = splat(0);
  for (const Vec& sum : sums) total = total + sum;
  const volatile Scalar kept = sumOfLanes(total);
  static_cast<void>(kept);
  return 2.0 * double(kSteps * kChains * kLanes);
}

double limitGflops() {
  const auto start = std::chrono::steady_clock::now();
  const double operations = limitOperations();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return operations / seconds.count() / 1e9;
}

}  // namespace fovea::bench
