#include "files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "file_source.h"
#include "fovea/error.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

// The file's size where it has one (a pipe has none), so that its bytes are allocated once.
std::size_t sizeHint(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : static_cast<std::size_t>(size);
}

std::string readSidecar(const std::string& modelPath, const char* name) {
  const fs::path path = fs::path(modelPath).replace_filename(name);
  std::error_code ignored;
  return fs::exists(path, ignored) ? readText(path.string()) : "";
}

ModelSidecars readSidecars(const std::string& path, const ByteSource& source) {
  const SafetensorsFile file = readSafetensors(source);
  ModelSidecars sidecars;
  if (file.metadata.count("config") == 0) sidecars.config = readSidecar(path, "config.json");
  if (file.metadata.count("vocab") == 0) sidecars.vocabulary = readSidecar(path, "vocab.txt");
  return sidecars;
}

// Where the bytes gather until all are there; devices, pipes and links are written to as they are.
std::string partPath(const std::string& path) {
  std::error_code ignored;
  const fs::file_type type = fs::symlink_status(path, ignored).type();
  const bool plain = type == fs::file_type::not_found || type == fs::file_type::regular;
  return plain ? path + ".part" : path;
}

// What comes through a pipe can be read only once, and from front to back.
class PipedSource : public ByteSource {
 public:
  explicit PipedSource(const std::string& path) : bytes_(readFile(path)), source_(bytes_) {}

  std::size_t size() const override { return source_.size(); }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    source_.read(offset, count, to);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  MemorySource source_;
};

}  // namespace

std::vector<std::uint8_t> readFile(const std::string& path) {
  const File file = openFile(path, "rb");
  std::vector<std::uint8_t> bytes;
  bytes.reserve(sizeHint(path));
  std::vector<std::uint8_t> buffer(1U << 16U);
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get()))
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count));
  if (std::ferror(file.get()) != 0) fail(path, std::strerror(errno));
  return bytes;
}

std::string readText(const std::string& path) {
  const std::vector<std::uint8_t> bytes = readFile(path);
  return {bytes.begin(), bytes.end()};
}

void writeFile(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  const std::string part = partPath(path);
  File file = openFile(part, "wb");
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  // Only closing it tells whether the last bytes arrived.
  const bool closed = std::fclose(file.release()) == 0;
  const bool there =
      written && closed && (part == path || std::rename(part.c_str(), path.c_str()) == 0);
  if (there) return;
  const std::string reason = std::strerror(errno);
  if (part != path) std::remove(part.c_str());
  fail(path, reason);
}

void checkWritable(const std::string& path) {
  const std::string part = partPath(path);
  std::error_code ignored;
  if (fs::is_fifo(path, ignored)) return;  // which could be opened only once
  openFile(part, "ab");
  if (part != path) std::remove(part.c_str());
}

std::unique_ptr<ByteSource> openSource(const std::string& path) {
  if (fs::is_regular_file(path)) return std::make_unique<FileSource>(path);
  return std::make_unique<PipedSource>(path);
}

Model readModelFile(const std::string& path) { return readModelFile(path, *openSource(path)); }

Model readModelFile(const std::string& path, const ByteSource& source) {
  try {
    return readModel(source, readSidecars(path, source));
  } catch (const ModelError& error) {
    fail(path, error.what());
  }
}

}  // namespace fovea::cli
