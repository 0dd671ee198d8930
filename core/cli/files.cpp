#include "files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "fovea/error.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw std::runtime_error(path + ": " + reason);
}

File open(const std::string& path, const char* mode) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail(path, "this is a directory, not a file");
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, std::strerror(errno));
  return file;
}

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

ModelSidecars readSidecars(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  const SafetensorsFile file = readSafetensors(bytes.data(), bytes.size());
  ModelSidecars sidecars;
  if (file.metadata.count("config") == 0) sidecars.config = readSidecar(path, "config.json");
  if (file.metadata.count("vocab") == 0) sidecars.vocabulary = readSidecar(path, "vocab.txt");
  return sidecars;
}

}  // namespace

std::vector<std::uint8_t> readFile(const std::string& path) {
  const File file = open(path, "rb");
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
  File file = open(path, "wb");
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  // Only closing it tells whether the last bytes arrived.
  if (std::fclose(file.release()) != 0 || !written) fail(path, std::strerror(errno));
}

Model readModelFile(const std::string& path) { return readModelFile(path, readFile(path)); }

Model readModelFile(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  try {
    return readModel(bytes.data(), bytes.size(), readSidecars(path, bytes));
  } catch (const ModelError& error) {
    fail(path, error.what());
  }
}

}  // namespace fovea::cli
