#include "file_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLarge = std::size_t{1} << 26U;  // bytes, of which one has to wait for

}  // namespace

void fail(const std::string& path, const std::string& reason) {
  throw std::runtime_error(path + ": " + reason);
}

File openFile(const std::string& path, const char* mode) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail(path, "this is a directory, not a file");
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, std::strerror(errno));
  return file;
}

FileSource::FileSource(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_) fail(path, std::strerror(errno));
  size_ = static_cast<std::size_t>(fs::file_size(path));
}

FileSource::~FileSource() {
  if (shown_ > 0) std::fputc('\n', stderr);
}

void FileSource::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  // A char may alias any byte.
  file_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count));
  if (!file_) fail(path_, file_.eof() ? "the file was cut short" : std::strerror(errno));
  if (size_ >= kLarge) showProgress(count);
}

void FileSource::showProgress(std::size_t count) const {
  bytesRead_ += count;  // the header and what is in no use of ours make it a little inexact
  const std::size_t percent = std::min<std::size_t>(bytesRead_ / (size_ / 100), 100);
  if (percent == shown_) return;
  shown_ = percent;
  std::fprintf(stderr, "\r%s: %zu %% read", path_.c_str(), percent);
  std::fflush(stderr);
}

}  // namespace fovea::cli
