#include "picture_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "open_file.h"
namespace fovea::cli {
namespace {

constexpr Index kLongestSide = 16384;  // pixels
constexpr std::size_t kLongestFile = 100'000'000;
constexpr Index kLargestNumber = 65535;  // of a pixel: two bytes
const char* const kForms = "a picture must be a binary PPM (it begins with P6) or PGM (P5)";

/// The numbers after the magic, with white space and comments between.
class Header {
 public:
  Header(const std::string& path, const std::vector<std::uint8_t>& bytes)
      : path_(path), bytes_(bytes) {}

  Index number(const char* what, Index most) {
    skipSpace();
    Index value = 0;
    const std::size_t first = at_;
    for (; at_ < bytes_.size() && std::isdigit(bytes_[at_]) != 0 && value <= most; ++at_)
      value = 10 * value + (bytes_[at_] - '0');
    if (at_ == first || value < 1 || value > most)
      fail(path_, std::string(what) + ": must be a whole number from 1 to " + std::to_string(most));
    return value;
  }

  /// Where the pixels begin: after the one white space that ends the header.
  std::size_t end() const { return at_ + 1; }

 private:
  void skipSpace() {
    bool comment = false;
    for (; at_ < bytes_.size(); ++at_) {
      const std::uint8_t byte = bytes_[at_];
      if (byte == '#') comment = true;
      if (byte == '\n') comment = false;
      if (!comment && std::isspace(byte) == 0) return;
    }
  }

  const std::string& path_;
  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 2;  // after the magic
};

std::vector<std::uint8_t> bytesOf(const std::string& path) {
  const File file = openFile(path, "rb");
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 1U << 16U> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count));
    if (bytes.size() > kLongestFile)
      fail(path, "longer than " + std::to_string(kLongestFile) + " bytes; " + kForms);
  }
  if (std::ferror(file.get()) != 0) fail(path, std::strerror(errno));
  return bytes;
}

Index channelsOf(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() >= 2 && bytes[0] == 'P') {
    if (bytes[1] == '6') return 3;
    if (bytes[1] == '5') return 1;
    if (bytes[1] >= '1' && bytes[1] <= '7')
      fail(path, std::string("a file of type P") + static_cast<char>(bytes[1]) + "; " + kForms);
  }
  fail(path, kForms);
}

/// How much of a pixel of the source a pixel of the target covers, along one side.
struct Share {
  Index at;
  Scalar weight;
};

/// Of each pixel along a side of the target, the shares of the source's pixels first … first +
/// length − 1, which sum to 1.
std::vector<std::vector<Share>> shares(Index first, Index length, Index side) {
  std::vector<std::vector<Share>> all(static_cast<std::size_t>(side));
  const double step = static_cast<double>(length) / static_cast<double>(side);
  for (Index i = 0; i < side; ++i) {
    const double begin = static_cast<double>(i) * step;
    const double end = begin + step;
    const Index last = std::min<Index>(length, static_cast<Index>(std::ceil(end)));
    for (auto at = static_cast<Index>(begin); at < last; ++at) {
      const double covered = std::min<double>(end, static_cast<double>(at + 1)) -
                             std::max<double>(begin, static_cast<double>(at));
      if (covered > 0)
        all[static_cast<std::size_t>(i)].push_back(
            {first + at, static_cast<Scalar>(covered / step)});
    }
  }
  return all;
}

}  // namespace

PictureFile readPicture(const std::string& path) { return parsePicture(path, bytesOf(path)); }

PictureFile parsePicture(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  PictureFile picture;
  picture.channels = channelsOf(path, bytes);
  Header header(path, bytes);
  picture.width = header.number("the width", kLongestSide);
  picture.height = header.number("the height", kLongestSide);
  const Index most = header.number("the largest pixel value", kLargestNumber);
  const std::size_t size = most > 255 ? 2 : 1;
  const auto count = static_cast<std::size_t>(picture.width * picture.height) *
                     static_cast<std::size_t>(picture.channels);
  const std::size_t begin = header.end();
  const std::size_t there = bytes.size() > begin ? bytes.size() - begin : 0;
  if (there < count * size)
    fail(path, "cut short: " + std::to_string(picture.width) + " × " +
                   std::to_string(picture.height) + " pixels take " + std::to_string(count * size) +
                   " bytes, but there are " + std::to_string(there));
  picture.pixels.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const at = &bytes[begin + i * size];
    const int number = size == 1 ? at[0] : 256 * at[0] + at[1];
    picture.pixels.push_back(
        std::min(Scalar(1), static_cast<Scalar>(number) / static_cast<Scalar>(most)));
  }
  return picture;
}

std::vector<Scalar> fitted(const PictureFile& picture, const ModelConfig& config) {
  if (picture.channels != 1 && picture.channels != config.channels)
    throw std::runtime_error("the model reads pictures with " + std::to_string(config.channels) +
                             " channels, but a PPM has three: give a PGM (P5)");
  const Index square = std::min(picture.width, picture.height);
  const auto rows = shares((picture.height - square) / 2, square, config.imageSize);
  const auto columns = shares((picture.width - square) / 2, square, config.imageSize);
  std::vector<Scalar> pixels;
  for (const auto& row : rows)
    for (const auto& column : columns)
      for (Index c = 0; c < config.channels; ++c) {
        Scalar sum = 0;
        for (const Share& y : row)
          for (const Share& x : column)
            sum += y.weight * x.weight *
                   picture.pixels[static_cast<std::size_t>((y.at * picture.width + x.at) *
                                                               picture.channels +
                                                           std::min(c, picture.channels - 1))];
        pixels.push_back(sum);
      }
  return pixels;
}

std::vector<std::uint8_t> toPpm(const std::vector<Scalar>& pixels, Index side) {
  const std::string header = "P6\n" + std::to_string(side) + ' ' + std::to_string(side) + "\n255\n";
  std::vector<std::uint8_t> bytes(header.begin(), header.end());
  for (const Scalar value : pixels)
    bytes.push_back(static_cast<std::uint8_t>(std::lround(255 * value)));
  return bytes;
}

}  // namespace fovea::cli
