#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea {

/// Where the bytes of a file come from: memory, a file on a disk, a browser's Blob. A model is read
/// out of it tensor by tensor, so that a large file need not lie in memory as a whole.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// All there are, in bytes.
  virtual std::size_t size() const = 0;
  /// Copies `count` bytes from `offset` on; the caller asks for none beyond size().
  virtual void read(std::size_t offset, std::size_t count, std::uint8_t* to) const = 0;
};

/// Bytes in memory, which must outlive the source.
class MemorySource : public ByteSource {
 public:
  /// The first `size` bytes from `bytes` on.
  MemorySource(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  /// All bytes of the vector.
  explicit MemorySource(const std::vector<std::uint8_t>& bytes)
      : MemorySource(bytes.data(), bytes.size()) {}
  /// Not of a temporary, whose bytes would be gone before they are read.
  explicit MemorySource(const std::vector<std::uint8_t>&&) = delete;

  std::size_t size() const override { return size_; }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  const std::uint8_t* bytes_;
  std::size_t size_;
};

}  // namespace fovea
