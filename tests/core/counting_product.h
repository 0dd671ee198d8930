#pragma once

#include <cstdint>

namespace fovea::test {

/// Multiply-adds since the counter was last set to 0. The program that has counting_product.cpp
/// computes every matrix product by it.
extern std::int64_t multiplyAdds;

}  // namespace fovea::test
