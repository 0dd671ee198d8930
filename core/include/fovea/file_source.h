#pragma once

#include <filesystem>
#include <fstream>

#include "fovea/byte_source.h"

namespace fovea {

/// A file on a disk, of which only the bytes asked for are read into memory. Not for threads that
/// read at the same time.
class FileSource : public ByteSource {
 public:
  /// Throws ModelError{kUnreadableFile} that names the path and the reason, as read() does where
  /// the file has become shorter.
  explicit FileSource(const std::filesystem::path& path);

  std::size_t size() const override { return size_; }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  std::filesystem::path path_;
  mutable std::ifstream file_;  // counts in 64 bits on every system, as fseek does not
  std::size_t size_ = 0;
};

}  // namespace fovea
