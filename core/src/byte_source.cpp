#include "fovea/byte_source.h"

#include <algorithm>

namespace fovea {

void MemorySource::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  std::copy_n(bytes_ + offset, count, to);
}

}  // namespace fovea
