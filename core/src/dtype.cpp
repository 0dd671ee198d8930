#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "fovea/error.h"
#include "fovea/half.h"
#include "fovea/safetensors.h"
#include "json_text.h"

namespace fovea {
namespace {

// Tensor data is unaligned, so every element is copied byte by byte. The format is little-endian,
// as are all machines that the core is built for.
//
// Returns whether every element is finite: only then is x − x equal to 0. Unlike std::isfinite, the
// compiler can vectorise this.
template <typename Stored, typename Widen>
bool readAll(const ByteSource& source, const TensorEntry& entry, Widen widen, Scalar* out) {
  constexpr std::size_t kPiece = 1U << 15U;  // elements; a large table is never in memory whole
  const std::size_t count = entry.bytes / sizeof(Stored);
  Eigen::Array<std::uint8_t, Eigen::Dynamic, 1> bytes(
      static_cast<Index>(std::min(kPiece, count) * sizeof(Stored)));
  bool finite = true;
  for (std::size_t begin = 0; begin < count; begin += kPiece) {
    const std::size_t size = std::min(kPiece, count - begin);
    source.read(entry.offset + begin * sizeof(Stored), size * sizeof(Stored), bytes.data());
    for (std::size_t i = 0; i < size; ++i) {
      Stored stored{};
      std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
      out[begin + i] = static_cast<Scalar>(widen(stored));
    }
    for (std::size_t i = begin; i < begin + size; ++i) finite &= out[i] - out[i] == 0;
  }
  return finite;
}

template <typename Stored, typename Narrow>
std::vector<std::uint8_t> narrowAll(const Scalar* values, std::size_t count, Narrow narrow) {
  std::vector<std::uint8_t> bytes(count * sizeof(Stored));
  for (std::size_t i = 0; i < count; ++i) {
    const Stored stored = narrow(static_cast<float>(values[i]));
    std::memcpy(bytes.data() + i * sizeof(Stored), &stored, sizeof(Stored));
  }
  return bytes;
}

// Types rather than functions, which would be called through a pointer for every value.
constexpr auto kSame = [](float value) { return value; };
constexpr auto kWhole = [](std::int8_t value) { return static_cast<float>(value); };
constexpr auto kWidenF16 = [](std::uint16_t bits) { return widenF16(bits); };
constexpr auto kWidenBf16 = [](std::uint16_t bits) { return widenBf16(bits); };

}  // namespace

std::size_t dtypeSize(Dtype dtype) {
  switch (dtype) {
    case Dtype::kI8:
    case Dtype::kU8:
    case Dtype::kBool:
      return 1;
    case Dtype::kF16:
    case Dtype::kBF16:
    case Dtype::kI16:
    case Dtype::kU16:
      return 2;
    case Dtype::kF32:
    case Dtype::kI32:
    case Dtype::kU32:
      return 4;
    case Dtype::kF64:
    case Dtype::kI64:
    case Dtype::kU64:
      return 8;
  }
  return 0;
}

const char* dtypeName(Dtype dtype) {
  switch (dtype) {
    case Dtype::kF32:
      return "F32";
    case Dtype::kF16:
      return "F16";
    case Dtype::kBF16:
      return "BF16";
    case Dtype::kF64:
      return "F64";
    case Dtype::kI8:
      return "I8";
    case Dtype::kU8:
      return "U8";
    case Dtype::kI16:
      return "I16";
    case Dtype::kU16:
      return "U16";
    case Dtype::kI32:
      return "I32";
    case Dtype::kU32:
      return "U32";
    case Dtype::kI64:
      return "I64";
    case Dtype::kU64:
      return "U64";
    case Dtype::kBool:
      return "BOOL";
  }
  return "";
}

bool readFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                Scalar* out) {
  switch (entry.dtype) {
    case Dtype::kF32:
      return readAll<float>(source, entry, kSame, out);
    case Dtype::kF16:
      return readAll<std::uint16_t>(source, entry, kWidenF16, out);
    case Dtype::kBF16:
      return readAll<std::uint16_t>(source, entry, kWidenBf16, out);
    default:
      refuse(ErrorCode::kUnknownDtype,
             "tensor " + inQuotes(name) + " has the dtype " + dtypeName(entry.dtype) +
                 ", but weights must be F32, F16 or BF16, or, for matrices, I8");
  }
}

void readInt8(const ByteSource& source, const TensorEntry& entry, Scalar* out) {
  readAll<std::int8_t>(source, entry, kWhole, out);
}

void readFiniteFloats(const ByteSource& source, const std::string& name, const TensorEntry& entry,
                      Scalar* out) {
  if (readFloats(source, name, entry, out)) return;
  const Scalar* const end = out + entry.bytes / dtypeSize(entry.dtype);
  const auto* const wrong =
      std::find_if_not<const Scalar*>(out, end, [](Scalar x) { return std::isfinite(x); });
  refuse(ErrorCode::kNotFinite,
         "tensor " + inQuotes(name) + ": element " + std::to_string(wrong - out) + " is " +
             (std::isnan(*wrong) ? "not a number" : "infinite") + " as " + dtypeName(entry.dtype) +
             ", but weights must be finite numbers");
}

std::vector<std::uint8_t> fromFloat(const Scalar* values, std::size_t count, Dtype dtype) {
  switch (dtype) {
    case Dtype::kF32:
      return narrowAll<float>(values, count, kSame);
    case Dtype::kF16:
      return narrowAll<std::uint16_t>(values, count, narrowF16);
    case Dtype::kBF16:
      return narrowAll<std::uint16_t>(values, count, narrowBf16);
    default:
      refuse(ErrorCode::kUnknownDtype, std::string("weights cannot be written as ") +
                                           dtypeName(dtype) + ": use F32, F16 or BF16");
  }
}

}  // namespace fovea
