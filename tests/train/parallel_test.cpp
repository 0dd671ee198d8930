#include "parallel.h"

#include <stdexcept>
#include <vector>

#include "catch2.h"
#include "fovea/train/threads.h"

using namespace fovea;

TEST_CASE("Every task is run once, on however many threads") {
  const Index threads = GENERATE(1, 2, 3, 9);
  std::vector<int> runs(7);
  forEachInParallel(7, threads, [&](Index i) { ++runs[static_cast<std::size_t>(i)]; });
  CHECK(runs == std::vector<int>(7, 1));
  forEachInParallel(0, threads, [](Index) { FAIL("there is no task"); });
  CHECK(availableThreads() >= 1);
}

TEST_CASE("The first task that throws is heard of, whichever thread ran it") {
  const Index threads = GENERATE(1, 2, 3);
  const auto fail = [](Index i) {
    if (i >= 2) throw std::runtime_error("task " + std::to_string(i));
  };
  for (int time = 0; time < 20; ++time)
    CHECK_THROWS_WITH(forEachInParallel(6, threads, fail), "task 2");
}
