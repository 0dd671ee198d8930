#include "foreign_file.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace fovea {
namespace {

constexpr std::size_t kLooked = 8;  // bytes

struct Format {
  const char* start;
  const char* what;
};

constexpr const char* kPyTorch = "a PyTorch file; safetensors.torch.save_file converts it";

constexpr Format kFormats[] = {
    {"PK\x03\x04", kPyTorch},  // a ZIP archive
    {"\x80\x02", kPyTorch},    // a pickle
    {"GGUF", "a llama.cpp file"},
    {"version ", "a Git LFS pointer; \"git lfs pull\" downloads the model"},
    {"{", "a JSON file; choose it together with its .safetensors file"},
    {"<", "a web page"},
};

}  // namespace

const char* foreignFormat(const ByteSource& source) {
  std::string bytes(std::min(source.size(), kLooked), '\0');
  // A char may alias any byte.
  source.read(0, bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()));
  for (const auto& [start, what] : kFormats)
    if (bytes.rfind(start, 0) == 0) return what;
  return nullptr;
}

}  // namespace fovea
