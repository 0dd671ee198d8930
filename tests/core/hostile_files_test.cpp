// Files that are damaged on purpose: whatever the bytes, reading ends with a model or a ModelError.
// The sanitizers of the dev preset watch that it never reads outside of them.

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/error.h"
#include "fovea/model_file.h"
#include "samples.h"

using fovea::Random;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes goodFile() {
  fovea::ModelConfig config = fovea::test::smallConfig();
  config.maskedWordHead = true;
  const std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##d\n##e\nf\n";
  return writeModel(config, fovea::test::randomWeights(config, 1), fovea::Vocabulary(vocabulary),
                    {{"trained", "false"}}, fovea::Dtype::kF16);
}

// Whether the file is a model; any exception but ModelError fails the test.
bool isModel(const Bytes& file) {
  // A block of exactly this size, so that a sanitizer sees a read past the end.
  const auto exact = std::make_unique<std::uint8_t[]>(file.size());
  std::copy(file.begin(), file.end(), exact.get());
  try {
    fovea::readModel(fovea::MemorySource(exact.get(), file.size()));
    return true;
  } catch (const fovea::ModelError& error) {
    CHECK(std::string(error.what()).size() < 2000);
    return false;
  }
}

std::size_t headerSize(const Bytes& file) { return file[0] + 256U * file[1] + 65536U * file[2]; }

std::size_t pick(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random.below(bound));
}

// Replaces a number, a bracket or a word of the header by another thing of the same kind.
void editHeader(Random& random, Bytes& file) {
  static const std::vector<std::string> kTokens{
      "0",  "1",   "-1", "2.5",  "1e9",     "18446744073709551615", "[", "]", "{", "}", ",", ":",
      "\"", "F32", "I8", "null", "\\u0000", "9223372036854775807"};
  std::string header(file.begin() + 8,
                     file.begin() + 8 + static_cast<std::ptrdiff_t>(headerSize(file)));
  const std::string& token = kTokens[pick(random, kTokens.size())];
  const std::size_t at = pick(random, header.size());
  header.replace(at, std::min(pick(random, 8), header.size() - at), token);
  Bytes data(file.begin() + 8 + static_cast<std::ptrdiff_t>(headerSize(file)), file.end());
  for (std::size_t i = 0; i < 8; ++i)
    file[i] = static_cast<std::uint8_t>(std::uint64_t{header.size()} >> (8 * i));
  file.resize(8);
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), data.begin(), data.end());
}

}  // namespace

TEST_CASE("a file cut anywhere is refused", "[hostile]") {
  const Bytes good = goodFile();
  REQUIRE(isModel(good));
  for (std::size_t size = 0; size < good.size(); size += size < 64 ? 1 : 37)
    CHECK_FALSE(isModel(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))));
}

TEST_CASE("a file of zeros, of ones or of noise is refused", "[hostile]") {
  Random random(3);
  for (const std::size_t size : {1U, 8U, 9U, 1000U, 100000U}) {
    CHECK_FALSE(isModel(Bytes(size, 0)));
    CHECK_FALSE(isModel(Bytes(size, 0xFF)));
    Bytes noise(size);
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.next());
    CHECK_FALSE(isModel(noise));
  }
}

TEST_CASE("flipped bytes give a model or an error", "[hostile]") {
  const Bytes good = goodFile();
  Random random(1);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes file = good;
    const std::size_t count = 1 + pick(random, 4);
    for (std::size_t i = 0; i < count; ++i)
      file[pick(random, 8 + headerSize(good))] = static_cast<std::uint8_t>(random.next());
    if (!isModel(file)) ++refused;
  }
  CHECK(refused > 2000);
}

TEST_CASE("an edited header gives a model or an error", "[hostile]") {
  const Bytes good = goodFile();
  Random random(2);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes file = good;
    editHeader(random, file);
    if (!isModel(file)) ++refused;
  }
  CHECK(refused > 2000);
}

TEST_CASE("weights of any bits are read where they are finite", "[hostile]") {
  Bytes file = goodFile();
  Random random(4);
  const auto fill = [&](std::uint8_t bits) {
    for (std::size_t i = 8 + headerSize(file); i < file.size(); ++i)
      file[i] = static_cast<std::uint8_t>(random.next() & bits);
  };
  fill(0x3F);  // no exponent of all ones
  CHECK(isModel(file));
  fill(0xFF);
  CHECK_FALSE(isModel(file));
}
