#include "files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "fovea/file_source.h"
#include "open_file.h"
#include "stream_source.h"

namespace fovea::cli {
namespace {

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
  if (std::filesystem::is_regular_file(path)) return std::make_unique<ReportedSource>(path);
  return std::make_unique<StreamSource>(path);
}

Model readModelFile(const std::string& path, const ModelOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return readModel(path, options);
  return readModel(path, *openSource(path), options);
}

}  // namespace fovea::cli
