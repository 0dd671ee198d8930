#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/byte_source.h"

namespace fovea::cli {

/// A model file from a pipe or a device, which can be read only once and need not end: no more is
/// read than its header says, and one byte, which tells the reader where there is more.
class StreamSource : public ByteSource {
 public:
  /// Throws std::runtime_error that names the path and the reason.
  explicit StreamSource(const std::string& path);

  std::size_t size() const override { return bytes_.size(); }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace fovea::cli
