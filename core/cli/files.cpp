#include "files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "fovea/error.h"
#include "fovea/file_source.h"
#include "fovea/safetensors.h"
#include "memory.h"
#include "open_file.h"
#include "stream_source.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestText = 100'000'000;          // bytes of a config or a vocabulary
constexpr std::size_t kLargeFile = std::size_t{1} << 26U;  // bytes, which take a while to read

// Reports on standard error how much of a large file has been read.
class ReportedSource : public FileSource {
 public:
  explicit ReportedSource(const std::string& path) : FileSource(path), path_(path) {}
  // Ends the line of the report: a file may hold tensors that nobody reads.
  ~ReportedSource() override {
    if (shown_ > 0) std::fputc('\n', stderr);
  }
  ReportedSource(const ReportedSource&) = delete;
  ReportedSource& operator=(const ReportedSource&) = delete;

  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    FileSource::read(offset, count, to);
    if (size() >= kLargeFile) report(count);
  }

 private:
  void report(std::size_t count) const {
    bytesRead_ += count;  // slightly inexact: the header is read twice, unused tensors never
    const std::size_t percent = std::min<std::size_t>(bytesRead_ / (size() / 100), 100);
    if (percent == shown_) return;
    shown_ = percent;
    std::fprintf(stderr, "\r%s: %zu %% read", path_.c_str(), percent);
    std::fflush(stderr);
  }

  std::string path_;
  mutable std::size_t bytesRead_ = 0;
  mutable std::size_t shown_ = 0;  // per cent
};

/// The files of a model's weights; none of a pipe, which is read only once.
std::vector<fs::path> weightsIn(const fs::path& model) {
  std::error_code ignored;
  if (fs::is_regular_file(model, ignored)) return {model};
  const fs::path whole = model / "model.safetensors";
  if (fs::exists(whole, ignored)) return {whole};
  std::vector<fs::path> shards;
  for (const auto& each : fs::directory_iterator(model, ignored))
    if (each.path().extension() == ".safetensors") shards.push_back(each.path());
  return shards;
}

/// A matrix of BF16 stays as it is; one that has gradients is kept twice, and one that is
/// multiplied in integers a second time with two bytes a number.
std::size_t bytesInMemory(const TensorEntry& tensor, const ModelOptions& options) {
  const std::size_t numbers = tensor.bytes / dtypeSize(tensor.dtype);
  if (options.differentiable) return 2 * numbers * sizeof(Scalar);
  if (options.integers && tensor.dtype == Dtype::kI8) return 6 * numbers;
  return numbers * (tensor.dtype == Dtype::kBF16 ? dtypeSize(Dtype::kBF16) : sizeof(Scalar));
}

}  // namespace

std::string readText(const std::string& path) {
  const File file = openFile(path, "rb");
  std::string text;
  std::array<char, 1U << 16U> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    text.append(buffer.data(), count);
    if (text.size() > kLongestText)
      fail(path, "longer than " + std::to_string(kLongestText) +
                     " bytes, the most that is read as a text");
  }
  if (std::ferror(file.get()) != 0) fail(path, std::strerror(errno));
  return text;
}

std::vector<std::uint8_t> readBytes(const ByteSource& source) {
  std::vector<std::uint8_t> bytes(source.size());
  source.read(0, bytes.size(), bytes.data());
  return bytes;
}

std::unique_ptr<ByteSource> openSource(const std::string& path) {
  if (fs::is_regular_file(path)) return std::make_unique<ReportedSource>(path);
  return std::make_unique<StreamSource>(path);
}

void checkModelMemory(const std::string& path, const ModelOptions& options) {
  std::size_t bytes = 0;
  try {
    for (const fs::path& file : weightsIn(path))
      for (const auto& [name, tensor] : readSafetensors(FileSource(file)).tensors)
        bytes += bytesInMemory(tensor, options);
  } catch (const ModelError&) {
    return;  // readModel says what is wrong with it
  }
  checkMemory(bytes, path + ": the model is kept in memory");
}

Model readModelFile(const std::string& path, const ModelOptions& options) {
  checkModelMemory(path, options);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return readModel(path, options);
  return readModel(path, *openSource(path), options);
}

}  // namespace fovea::cli
