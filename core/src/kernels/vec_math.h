#pragma once

#include "vec.h"

namespace FOVEA_KERNELS {

#ifndef FOVEA_VEC_OWN_MATH

/// c₀ + c₁·x + c₂·x² + …
template <std::size_t kCount>
Vec polynomial(const Scalar (&coefficients)[kCount], Vec x) {
  Vec sum = splat(coefficients[kCount - 1]);
  for (std::size_t i = kCount - 1; i-- > 0;) sum = multiplyAdd(sum, x, splat(coefficients[i]));
  return sum;
}

/// eˣ to about one unit in the last place; 0 below −87.3, where f32 has no normal numbers left, and
/// e^88 above 88. x = n·ln 2 + r with n whole, and eʳ = 1 + r + r²·p(r) for |r| ≤ ½·ln 2.
inline Vec exponential(Vec x) {
  constexpr Scalar kLowest = -87.3F;
  constexpr Scalar kHighest = 88.0F;
  constexpr Scalar kLog2e = 1.44269504F;
  // ln 2 in two parts, the first with few enough bits for n times it to be exact.
  constexpr Scalar kLn2High = 0.693359375F;
  constexpr Scalar kLn2Low = -2.12194440e-4F;
  // Least largest relative error over the interval (3e-9, before rounding).
  constexpr Scalar kCoefficients[] = {0.499999934F, 0.166665201F, 0.0416683943F, 0.00836878062F,
                                      0.00138144648F};
  const Vec inRange = splat(0) - maximum(splat(-kHighest), splat(0) - maximum(splat(kLowest), x));
  const Vec n = nearest(inRange * splat(kLog2e));
  Vec r = multiplyAdd(n, splat(-kLn2High), inRange);
  r = multiplyAdd(n, splat(-kLn2Low), r);
  const Vec tail = multiplyAdd(r * r, polynomial(kCoefficients, r), r);
  const Vec power = multiplyAdd(tail, powerOfTwo(n), powerOfTwo(n));
  return whereNegative(x - splat(kLowest), splat(0), power);
}

/// Φ(x), the normal distribution function, to a relative 1e-6 where it is above 1e-30: with
/// t = 1 ÷ (1 + z/2) and z = |x| ÷ √2, ½·erfc(z) = e^{−z²}·t·q(t).
inline Vec normalCdf(Vec x) {
  constexpr Scalar kHalfOfSqrtHalf = 0.353553391F;
  // Least largest relative error over 0 ≤ z ≤ 10 (4e-8, before rounding).
  constexpr Scalar kCoefficients[] = {0.141043019F,  0.141190966F,   0.121527886F,
                                      0.101438034F,  -0.0135356706F, 0.139356073F,
                                      -0.243881055F, 0.142422896F,   -0.0295621701F};
  const Vec magnitude = maximum(x, splat(0) - x);
  const Vec t = splat(1) / multiplyAdd(magnitude, splat(kHalfOfSqrtHalf), splat(1));
  const Vec tail = exponential(x * x * splat(Scalar(-0.5))) * (t * polynomial(kCoefficients, t));
  return whereNegative(x, tail, splat(1) - tail);
}

#endif

/// σ(x) = 1 ÷ (1 + e^{−x})
inline Vec sigmoid(Vec x) { return splat(1) / (splat(1) + exponential(splat(0) - x)); }

}  // namespace FOVEA_KERNELS
