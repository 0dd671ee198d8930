#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// The safetensors format: an 8-byte little-endian header length, a JSON header, raw data.
enum class Dtype { kF32, kF16, kBF16, kF64, kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64, kBool };

/// Bytes of one element.
std::size_t dtypeSize(Dtype dtype);
/// As the header spells it, e.g. "F32".
const char* dtypeName(Dtype dtype);

/// Where a tensor lies; `data` points into the caller's bytes.
struct TensorEntry {
  Dtype dtype = Dtype::kF32;
  std::vector<Index> shape;
  const std::uint8_t* data = nullptr;
  std::size_t bytes = 0;

  Index elements() const;
};

/// A validated table of a file's tensors. It views the bytes it was read from.
struct SafetensorsFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, TensorEntry> tensors;
};

/// Validates the header and every entry: after this, each entry's bytes are inside the file and as
/// many as its shape says. Throws ModelError with a code of its own for each way to be wrong.
SafetensorsFile readSafetensors(const std::uint8_t* bytes, std::size_t size);

/// A tensor to be written.
struct TensorToWrite {
  std::string name;
  Dtype dtype;
  std::vector<Index> shape;
  std::vector<std::uint8_t> data;
};

/// The bytes of a file that readSafetensors accepts, tensors in the order given. Each is freed once
/// it is copied: move them in. Throws ModelError{kInvalidUtf8} for a name or metadata that is not.
std::vector<std::uint8_t> writeSafetensors(std::vector<TensorToWrite> tensors,
                                           const std::map<std::string, std::string>& metadata);

/// Widens F32, F16 or BF16 elements into `out` (as many as the entry has). `name` is for the error
/// that any other dtype gets: ModelError{kUnknownDtype}.
void toFloat(const std::string& name, const TensorEntry& entry, Scalar* out);

/// Narrows to F32, F16 or BF16, rounding to nearest even.
std::vector<std::uint8_t> fromFloat(const Scalar* values, std::size_t count, Dtype dtype);

}  // namespace fovea
