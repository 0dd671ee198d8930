#include "fovea/mask.h"

#include "catch2.h"

using namespace fovea;

TEST_CASE("an empty mask allows every key", "[mask]") {
  const AttentionMask mask;
  CHECK(mask.allows(0, 5));
  CHECK(mask.allows(5, 0));
}

TEST_CASE("a causal mask hides later keys", "[mask]") {
  const AttentionMask mask{true, {}};
  CHECK(mask.allows(3, 2));
  CHECK(mask.allows(3, 3));
  CHECK_FALSE(mask.allows(3, 4));
}

TEST_CASE("padding is hidden from every query, itself included", "[mask]") {
  const AttentionMask mask{false, {1, 0, 1}};
  CHECK(mask.allows(1, 2));
  CHECK_FALSE(mask.allows(0, 1));
  CHECK_FALSE(mask.allows(1, 1));
}

TEST_CASE("causal and padding hold together", "[mask]") {
  const AttentionMask mask{true, {1, 0, 1}};
  CHECK(mask.allows(2, 0));
  CHECK_FALSE(mask.allows(2, 1));
  CHECK_FALSE(mask.allows(0, 2));
}
