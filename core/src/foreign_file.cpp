#include "foreign_file.h"

#include <algorithm>
#include <cstdint>

namespace fovea {
namespace {

constexpr std::size_t kLooked = 12;  // bytes

struct Format {
  const char* start;
  const char* what;
};

constexpr const char* kPyTorch =
    "a file of PyTorch's; safetensors.torch.save_file converts what torch.load reads of it";

constexpr Format kFormats[] = {
    {"PK\x03\x04", kPyTorch},  // a ZIP archive
    {"\x80\x02", kPyTorch},    // a pickle
    {"GGUF", "a GGUF file of llama.cpp"},
    {"\x89HDF", "an HDF5 file of Keras"},
    {"version http", "a Git LFS pointer; \"git lfs pull\" downloads what it stands for"},
    {"{", "JSON; choose it together with the .safetensors file that it belongs to"},
    {"<", "a web page; the address of the download may be wrong"},
};

// As bytes are: those of UTF-8 beyond ASCII are text too.
bool isText(const std::string& bytes) {
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t';
  });
}

}  // namespace

std::string foreignFormat(const ByteSource& source) {
  std::string bytes(std::min(source.size(), kLooked), '\0');
  // A char may alias any byte.
  source.read(0, bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()));
  for (const auto& [start, what] : kFormats)
    if (bytes.rfind(start, 0) == 0) return what;
  return isText(bytes) ? "text" : "";
}

}  // namespace fovea
