#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/byte_source.h"
#include "fovea/matrix.h"

namespace fovea {

/// The safetensors format: the header's length as a little-endian integer of 8 bytes, a JSON
/// header, raw data.
constexpr std::size_t kHeaderLengthBytes = 8;

enum class Dtype { kF32, kF16, kBF16, kF64, kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64, kBool };

/// Bytes of one element.
std::size_t dtypeSize(Dtype dtype);
/// As the header spells it, e.g. "F32".
const char* dtypeName(Dtype dtype);

/// What a tensor is and where it lies.
struct TensorEntry {
  Dtype dtype = Dtype::kF32;  ///< of its elements
  std::vector<Index> shape;   ///< from the outermost axis
  std::size_t offset = 0;     ///< of its first byte in the file
  std::size_t bytes = 0;      ///< how many
};

/// The shape under which a matrix or a vector is kept in a file.
inline std::vector<Index> shapeOf(const Matrix& m) { return {m.rows(), m.cols()}; }
inline std::vector<Index> shapeOf(const RowVector& v) { return {v.size()}; }

/// As messages spell a shape, e.g. "12 × 8".
std::string shapeText(const std::vector<Index>& shape);

/// A validated table of a file's tensors.
struct SafetensorsFile {
  std::map<std::string, std::string> metadata;  ///< what `__metadata__` holds
  std::map<std::string, TensorEntry> tensors;   ///< by name
};

/// Validates the header and every entry: after this, each entry's bytes are inside the file and as
/// many as its shape says. Throws ModelError with a code of its own for each way to be wrong.
SafetensorsFile readSafetensors(const ByteSource& source);

/// The size of the file that a header describes, for a stream that need not end: reads the header
/// alone. Throws as readSafetensors does for a header that is wrong by itself.
std::size_t sizeByHeader(const ByteSource& source);

/// A tensor to be written.
struct TensorToWrite {
  std::string name;                ///< as the header has it
  Dtype dtype;                     ///< of its elements
  std::vector<Index> shape;        ///< from the outermost axis
  std::vector<std::uint8_t> data;  ///< its elements, row-major, little-endian
};

/// The bytes of a file that readSafetensors accepts, tensors in the order given. Each is freed once
/// it is copied: move them in. Throws ModelError{kInvalidUtf8} for a name or metadata that is not.
std::vector<std::uint8_t> writeSafetensors(std::vector<TensorToWrite> tensors,
                                           const std::map<std::string, std::string>& metadata);

/// Reads F32, F16 or BF16 elements of the file into `out` (as many as the entry has), widened, and
/// returns whether all of them are finite. Throws ModelError{kUnknownDtype} with `name` for any
/// other dtype.
bool readFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                Scalar* out);

/// Reads I8 elements of the file into `out` (as many as the entry has).
void readInt8(const ByteSource& source, const TensorEntry& entry, Scalar* out);

/// As readFloats; throws ModelError{kNotFinite} for a NaN or an infinity.
void readFiniteFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                      Scalar* out);

/// Narrows to F32, F16 or BF16, rounding to nearest even.
std::vector<std::uint8_t> fromFloat(const Scalar* values, std::size_t count, Dtype dtype);

}  // namespace fovea
