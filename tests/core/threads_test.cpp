#include "fovea/threads.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch2.h"
#include "fovea/encoder.h"
#include "fovea/linear.h"
#include "fovea/trace.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

/// How often each task was run.
std::vector<int> runsOf(Index count, Index threads) {
  std::vector<int> runs(static_cast<std::size_t>(count));
  forEachInParallel(count, threads, [&](Index i) { ++runs[static_cast<std::size_t>(i)]; });
  return runs;
}

/// Sets how many threads a pass may use, for a scope.
struct PassThreads {
  explicit PassThreads(Index threads) { usePassThreads(threads); }
  PassThreads(const PassThreads&) = delete;
  PassThreads& operator=(const PassThreads&) = delete;
  ~PassThreads() { usePassThreads(before); }
  Index before = passThreads();
};

/// The numbers of a pass and its prediction: of one text the trace, of two what comes out.
std::vector<Scalar> numbersOf(const Encoder& encoder, const Sequences& sequences, Index threads) {
  const PassThreads scope(threads);
  TokenIds ids;
  for (std::int32_t i = 0; i < sequences.tokens(); ++i) ids.push_back(i * 7 % 11);
  const bool one = sequences.count() == 1;
  EncoderActivations activations;
  encoder.forward(ids, sequences, activations, {one ? Capture::kAllLayers : Capture::kNone, {}});
  encoder.predict(activations);
  std::vector<Scalar> all;
  const auto take = [&](const Scalar* values, Index count) {
    all.insert(all.end(), values, values + count);
  };
  if (one) {
    forEachTensor(encoder, activations, [&](const TraceTensor& tensor) {
      Index count = tensor.values == nullptr ? 0 : 1;
      for (const Axis& axis : tensor.axes) count *= axis.size;
      take(tensor.values, count);
    });
  } else {
    for (const Matrix* m :
         std::vector<const Matrix*>{&encoder.output(activations), &activations.maskedWord.logits})
      take(m->data(), m->size());
  }
  return all;
}

}  // namespace

TEST_CASE("every task is run once, on however many threads", "[threads]") {
  const Index threads = GENERATE(1, 2, 3, 9);
  for (int time = 0; time < 50; ++time) CHECK(runsOf(7, threads) == std::vector<int>(7, 1));
  forEachInParallel(0, threads, [](Index) { FAIL("there is no task"); });
  CHECK(availableThreads() >= 1);
}

TEST_CASE("the first task that throws is heard of, whichever thread ran it", "[threads]") {
  const Index threads = GENERATE(1, 2, 3);
  const auto fail = [](Index i) {
    if (i >= 2) throw std::runtime_error("task " + std::to_string(i));
  };
  for (int time = 0; time < 20; ++time)
    CHECK_THROWS_WITH(forEachInParallel(6, threads, fail), "task 2");
}

TEST_CASE("a second thread lends a hand, and sleeps in between", "[threads]") {
  for (int time = 0; time < 3; ++time) {
    std::atomic<int> waiting{0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    forEachInParallel(2, 2, [&](Index) {
      ++waiting;
      while (waiting < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    });
    CHECK(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(time));
  }
}

TEST_CASE("tasks of a task, and those of callers at once, are run too", "[threads]") {
  std::vector<std::vector<int>> inner(4);
  forEachInParallel(4, 2, [&](Index i) { inner[static_cast<std::size_t>(i)] = runsOf(5, 2); });
  std::vector<std::vector<int>> beside(4);
  std::vector<std::thread> callers;
  for (std::vector<int>& runs : beside)
    callers.emplace_back([&runs] {
      for (int time = 0; time < 100; ++time) runs = runsOf(5, 3);
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(inner == std::vector<std::vector<int>>(4, std::vector<int>(5, 1)));
  CHECK(beside == inner);
}

TEST_CASE("a pass computes the same bits on any number of threads", "[threads]") {
  ModelConfig config = configWithAll();
  config.dModel = 96;
  config.heads = 4;
  config.dFf = 200;
  config.maxPositions = 64;
  config.vocabSize = 301;
  const Encoder encoder(config, randomWeights(config, 5));
  const Sequences sequences = GENERATE(Sequences({64}), Sequences({64, 33}));
  const std::vector<Scalar> alone = numbersOf(encoder, sequences, 1);
  REQUIRE(alone.size() > 10'000);
  for (const Index threads : {2, 3, 8}) CHECK(numbersOf(encoder, sequences, threads) == alone);
}

TEST_CASE("rows of a product are the same bits whoever multiplies them", "[threads]") {
  Random random(6);
  const LinearWeights whole = randomLinear(random, 131, 1100);
  const LinearWeights weights = whole.packedOnly(GENERATE(Storage::kScalar, Storage::kBf16));
  for (const Index rows : {5, 61, 300}) {
    const Matrix x = randomMatrix(random, rows, 1100);
    const auto productOn = [&](Index threads) {
      const PassThreads scope(threads);
      std::vector<Matrix> y(2);
      linearForward(weights, x, y[0]);
      linearForward(weights, x, Activation::kGelu, y[1]);
      return y;
    };
    const std::vector<Matrix> alone = productOn(1);
    for (const Index threads : {2, 3, 16}) CHECK(productOn(threads) == alone);
  }
}

TEST_CASE("the environment says how many threads a pass may use", "[.environment]") {
  CHECK(passThreads() == 3);
  usePassThreads(2);
  CHECK(passThreads() == 2);
}
