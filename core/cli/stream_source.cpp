#include "stream_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "fovea/error.h"
#include "fovea/safetensors.h"
#include "memory.h"
#include "open_file.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kPiece = 1U << 20U;

// The bytes so far of a stream that continues as far as anyone asks.
class Beginning : public ByteSource {
 public:
  Beginning(const std::string& path, std::vector<std::uint8_t>& bytes)
      : path_(path), file_(openFile(path, "rb")), bytes_(bytes) {}

  std::size_t size() const override { return std::numeric_limits<std::size_t>::max(); }

  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    readUpTo(offset + count);
    if (bytes_.size() < offset + count) fail(path_, "the file was cut short");
    std::copy_n(bytes_.data() + offset, count, to);
  }

  // Less where the stream ends before.
  void readUpTo(std::size_t size) const {
    while (bytes_.size() < size) {
      const std::size_t before = bytes_.size();
      const std::size_t wanted = std::min(size - before, kPiece);
      bytes_.resize(before + wanted);
      const std::size_t count = std::fread(&bytes_[before], 1, wanted, file_.get());
      bytes_.resize(before + count);
      if (count < wanted && std::ferror(file_.get()) != 0) fail(path_, std::strerror(errno));
      if (count < wanted) return;
    }
  }

 private:
  const std::string& path_;
  File file_;
  std::vector<std::uint8_t>& bytes_;
};

}  // namespace

StreamSource::StreamSource(const std::string& path) {
  const Beginning stream(path, bytes_);
  stream.readUpTo(kHeaderLengthBytes);
  if (bytes_.size() < kHeaderLengthBytes) return;  // readSafetensors says so
  try {
    const std::size_t size = sizeByHeader(stream);
    checkMemory(size, "a file from a stream is kept in memory");
    stream.readUpTo(size + 1);
  } catch (const ModelError& error) {
    fail(path, error.what());
  }
}

void StreamSource::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  std::copy_n(bytes_.data() + offset, count, to);
}

}  // namespace fovea::cli
