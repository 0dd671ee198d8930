#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea {

/// Where a file's bytes come from: memory, the disk, a browser's Blob. A model is read tensor by
/// tensor, so a large file never has to be in memory as a whole.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// The size in bytes.
  virtual std::size_t size() const = 0;
  /// Copies `count` bytes starting at `offset`. The caller stays within size().
  virtual void read(std::size_t offset, std::size_t count, std::uint8_t* to) const = 0;
};

/// Bytes in memory, which must outlive the source.
class MemorySource : public ByteSource {
 public:
  /// `size` bytes starting at `bytes`.
  MemorySource(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  /// The bytes of the vector.
  explicit MemorySource(const std::vector<std::uint8_t>& bytes)
      : MemorySource(bytes.data(), bytes.size()) {}
  /// A temporary would be destroyed before its bytes are read.
  explicit MemorySource(const std::vector<std::uint8_t>&&) = delete;

  std::size_t size() const override { return size_; }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  const std::uint8_t* bytes_;
  std::size_t size_;
};

}  // namespace fovea
