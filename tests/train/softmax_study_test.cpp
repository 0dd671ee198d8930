#include "fovea/train/softmax_study.h"

#include "catch2.h"
#include "fixture.h"
#include "fovea/error.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("how sharp the softmax is, is PyTorch's", "[study][fixture]") {
  const Fixture fixture("depth_study");
  for (const Index dK : {4, 64}) {
    const RowVector expected = fixture.row(std::to_string(dK) + "/softmax");
    for (const bool scaled : {true, false}) {
      const SoftmaxMeasures measures = studySoftmax(dK, 9, scaled, 3);
      const Index at = scaled ? 0 : 2;
      CHECK(measures.largest == Approx(expected[at]).epsilon(1e-4));
      CHECK(measures.passed == Approx(expected[at + 1]).epsilon(1e-4));
    }
  }
}

TEST_CASE("divided by √dK the softmax stays as it is, else it saturates as dK grows", "[study]") {
  const auto passed = [](Index dK, bool scaled) { return studySoftmax(dK, 11, scaled, 1).passed; };
  CHECK(passed(1024, true) == Approx(passed(16, true)).margin(0.02));
  CHECK(passed(1024, false) < passed(16, false) / 2);
  CHECK(studySoftmax(1024, 11, false, 1).largest > 0.9);
  CHECK(studySoftmax(1, 11, true, 1).passed == studySoftmax(1, 11, false, 1).passed);
}

TEST_CASE("no softmax lets more than half of a gradient through", "[study]") {
  for (const Index dK : {1, 8, 64, 512})
    for (const Index keys : {2, 11, 64})
      for (const bool scaled : {true, false}) CHECK(studySoftmax(dK, keys, scaled, 2).passed < 0.5);
}

TEST_CASE("a softmax of no width or of one key is refused", "[study]") {
  CHECK_THROWS_AS(studySoftmax(0, 4, true, 1), ModelError);
  CHECK_THROWS_AS(studySoftmax(4097, 4, true, 1), ModelError);
  CHECK_THROWS_AS(studySoftmax(4, 1, true, 1), ModelError);
}
