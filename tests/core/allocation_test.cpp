#include <cstdlib>
#include <new>

#include "catch2.h"
#include "fovea/encoder.h"
#include "samples.h"

// A forward pass into activations that served before takes no memory. This executable is built with
// Eigen's own check (EIGEN_RUNTIME_NO_MALLOC) and assertions; all else goes through operator new.
using namespace fovea;
using namespace fovea::test;

namespace {

std::size_t allocations = 0;

struct NoAllocationByEigen {
  NoAllocationByEigen() { Eigen::internal::set_is_malloc_allowed(false); }
  ~NoAllocationByEigen() { Eigen::internal::set_is_malloc_allowed(true); }
};

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

TEST_CASE("a second forward pass of the same length allocates nothing", "[encoder]") {
  ModelConfig config = smallConfig();
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  config.maskedWordHead = true;
  const Encoder encoder(config, randomWeights(config, 1));
  const Sequences sequences({3, 2});
  const TokenIds first = {1, 2, 3, 4, 5};
  const TokenIds second = {9, 8, 7, 6, 5};
  const ForwardOptions options{GENERATE(Capture::kAllLayers, Capture::kNone),
                               {true, {1, 1, 0, 1, 1}}};
  EncoderActivations activations;
  encoder.forward(first, sequences, activations, options);
  encoder.predict(activations);

  const std::size_t before = allocations;
  {
    const NoAllocationByEigen guard;
    encoder.forward(second, sequences, activations, options);
    encoder.predict(activations);
  }
  CHECK(allocations == before);

  // The counter does count: more tokens than ever before need room.
  encoder.forward({1, 2, 3, 4, 5, 6}, activations, {options.capture, {}});
  CHECK(allocations > before);
}
