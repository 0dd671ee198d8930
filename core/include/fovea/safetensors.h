#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/byte_source.h"
#include "fovea/matrix.h"

namespace fovea {

/// A safetensors file is the header's length as an 8-byte little-endian integer, a JSON header, and
/// raw data.
constexpr std::size_t kHeaderLengthBytes = 8;

enum class Dtype { kF32, kF16, kBF16, kF64, kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64, kBool };

/// Bytes per element.
std::size_t dtypeSize(Dtype dtype);
/// The name in the header, e.g. "F32".
const char* dtypeName(Dtype dtype);

/// A tensor in a file.
struct TensorEntry {
  Dtype dtype = Dtype::kF32;  ///< of its elements
  std::vector<Index> shape;   ///< from the outermost axis
  std::size_t offset = 0;     ///< of its first byte in the file
  std::size_t bytes = 0;      ///< size of the data
};

/// The shape of a matrix or a vector in a file.
inline std::vector<Index> shapeOf(const Matrix& m) { return {m.rows(), m.cols()}; }
inline std::vector<Index> shapeOf(const RowVector& v) { return {v.size()}; }

/// A shape for messages, e.g. "12 × 8".
std::string shapeText(const std::vector<Index>& shape);

/// The validated header of a file.
struct SafetensorsFile {
  std::map<std::string, std::string> metadata;  ///< the contents of `__metadata__`
  std::map<std::string, TensorEntry> tensors;   ///< by name
};

/// Reads and validates the header: every entry's bytes lie inside the file and match its shape.
/// Throws ModelError with a distinct code for each kind of error.
SafetensorsFile readSafetensors(const ByteSource& source);

/// The size of the file according to its header, for streams of unknown length. Reads only the
/// header. Throws as readSafetensors does for a header that is invalid by itself.
std::size_t sizeByHeader(const ByteSource& source);

/// A tensor to write.
struct TensorToWrite {
  std::string name;                ///< in the header
  Dtype dtype;                     ///< of its elements
  std::vector<Index> shape;        ///< from the outermost axis
  std::vector<std::uint8_t> data;  ///< its elements, row-major, little-endian
};

/// The bytes of a safetensors file, with the tensors in the order given. Each tensor is freed once
/// copied, so move them in. Throws ModelError{kInvalidUtf8} for names or metadata that are not
/// UTF-8.
std::vector<std::uint8_t> writeSafetensors(std::vector<TensorToWrite> tensors,
                                           const std::map<std::string, std::string>& metadata);

/// Reads all of an entry's elements, F32, F16 or BF16, into `out`, widened. Returns whether all are
/// finite. Throws ModelError{kUnknownDtype} naming the tensor for any other dtype.
bool readFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                Scalar* out);

/// Reads all of an entry's elements, I8, into `out`.
void readInt8(const ByteSource& source, const TensorEntry& entry, Scalar* out);

/// Like readFloats, but throws ModelError{kNotFinite} for NaN or infinity.
void readFiniteFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                      Scalar* out);

/// Narrows to F32, F16 or BF16, rounding to nearest even.
std::vector<std::uint8_t> fromFloat(const Scalar* values, std::size_t count, Dtype dtype);

}  // namespace fovea
