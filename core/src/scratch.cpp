#include "kernels/scratch.h"

#include <vector>

#include "fovea/packed_matrix.h"

namespace fovea::kernels {

// Here, not in the kernels: an inline function of a container must not be compiled for one kind of
// processor only (kernels/target.h).
Scalar* scratch(Scratch use, Index count) {
  constexpr std::size_t kUses = static_cast<std::size_t>(Scratch::kRunning) + 1;
  static thread_local std::vector<Scalar, UnsetAllocator<Scalar>> buffers[kUses];
  auto& buffer = buffers[static_cast<std::size_t>(use)];
  const auto size = static_cast<std::size_t>(count);
  if (buffer.size() < size) {
    buffer.clear();  // what is in it need not be copied
    buffer.resize(size);
  }
  return buffer.data();
}

}  // namespace fovea::kernels
