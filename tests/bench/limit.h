#pragma once

namespace fovea::bench {

/// What a loop over registers alone reaches of multiply-adds, in GFLOP/s, a multiply-add being two:
/// the limit of one core in vectors as wide as the kernels'. Some 10 to 50 ms.
double limitGflops();

/// The same loop once; the multiplications and additions that it did.
double limitOperations();

}  // namespace fovea::bench
