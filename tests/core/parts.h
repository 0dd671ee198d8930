#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/safetensors.h"

namespace fovea::test {

/// A file of tensors taken apart, to be written again with a change.
struct Parts {
  std::map<std::string, std::string> metadata;
  std::vector<TensorToWrite> tensors;

  TensorToWrite& tensor(const std::string& name) {
    return *std::find_if(tensors.begin(), tensors.end(),
                         [&](const TensorToWrite& t) { return t.name == name; });
  }
  void erase(const std::string& name) {
    tensors.erase(std::remove_if(tensors.begin(), tensors.end(),
                                 [&](const TensorToWrite& t) { return t.name == name; }),
                  tensors.end());
  }
  std::vector<std::uint8_t> bytes() const { return writeSafetensors(tensors, metadata); }
};

inline Parts partsOf(const std::vector<std::uint8_t>& bytes) {
  const SafetensorsFile file = readSafetensors(MemorySource(bytes));
  Parts parts{file.metadata, {}};
  for (const auto& [name, entry] : file.tensors) {
    const std::uint8_t* first = bytes.data() + entry.offset;
    parts.tensors.push_back({name, entry.dtype, entry.shape, {first, first + entry.bytes}});
  }
  return parts;
}

}  // namespace fovea::test
