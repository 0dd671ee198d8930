#include "fovea/safetensors.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "foreign_file.h"
#include "fovea/error.h"
#include "json_text.h"

namespace fovea {
namespace {

using Json = nlohmann::json;

// The format allows 100 MB, with which a hostile file could take seconds. A vocabulary of a million
// pieces fits into 16 MB, and the deepest model that a config allows has 131,000 values.
constexpr std::uint64_t kMaxHeader = 16'000'000;
constexpr std::size_t kMaxValues = 250'000;
constexpr std::size_t kMaxRank = 64;
constexpr const char* kMetadataKey = "__metadata__";
constexpr std::array kAllDtypes{Dtype::kF32, Dtype::kF16, Dtype::kBF16, Dtype::kF64, Dtype::kI8,
                                Dtype::kU8,  Dtype::kI16, Dtype::kU16,  Dtype::kI32, Dtype::kU32,
                                Dtype::kI64, Dtype::kU64, Dtype::kBool};

// A tensor as in the header, with offsets relative to the data.
struct Placed {
  std::string name;
  std::uint64_t begin;
  std::uint64_t end;
};

std::string tensorLabel(const std::string& name) { return "tensor " + inQuotes(name); }

std::uint64_t readLength(const ByteSource& source) {
  std::array<std::uint8_t, kHeaderLengthBytes> bytes{};
  source.read(0, kHeaderLengthBytes, bytes.data());
  std::uint64_t length = 0;
  for (std::size_t i = kHeaderLengthBytes; i > 0; --i) length = (length << 8U) | bytes[i - 1];
  return length;
}

constexpr const char* kCutShort = "; it was cut short, so download or copy it again";

bool headerBegins(const ByteSource& source) {
  std::uint8_t first = 0;
  if (source.size() > kHeaderLengthBytes) source.read(kHeaderLengthBytes, 1, &first);
  return first == '{';
}

// If the first bytes are those of another format, says so; else the message.
std::string unlessForeign(const ByteSource& source, const std::string& message) {
  const char* format = headerBegins(source) ? nullptr : foreignFormat(source);
  return format == nullptr ? message : std::string("this is not a .safetensors file but ") + format;
}

// The length of the header in bytes, checked against the file and the limit.
std::size_t checkedHeaderLength(const ByteSource& source) {
  const std::size_t size = source.size();
  if (size == 0) refuse(ErrorCode::kFileTruncated, "the file is empty");
  if (size < kHeaderLengthBytes)
    refuse(ErrorCode::kFileTruncated,
           unlessForeign(
               source,
               "the file has " + std::to_string(size) +
                   " bytes, but a .safetensors file begins with 8 that give its header's length"));
  const std::uint64_t length = readLength(source);
  if (length > kMaxHeader)
    refuse(ErrorCode::kHeaderTooLarge,
           unlessForeign(
               source, "this is not a .safetensors file: its first 8 bytes announce a header of " +
                           std::to_string(length) + " bytes, but at most " +
                           std::to_string(kMaxHeader) + " are read"));
  if (length > size - kHeaderLengthBytes)
    refuse(ErrorCode::kFileTruncated,
           unlessForeign(source, "the file ends within its header: it has " + std::to_string(size) +
                                     " bytes, the header alone needs " +
                                     std::to_string(length + kHeaderLengthBytes) + kCutShort));
  return static_cast<std::size_t>(length);
}

Json parseHeader(const ByteSource& source, std::size_t length) {
  constexpr JsonRules kRules{ErrorCode::kHeaderNotJson, "the header", 3, kMaxRank, kMaxValues};
  if (length == 0)
    refuse(ErrorCode::kHeaderNotJson,
           "the header is empty, as its length is given as 0: this is not a .safetensors file");
  std::string header(length, ' ');
  // A char may alias any byte.
  source.read(kHeaderLengthBytes, length, reinterpret_cast<std::uint8_t*>(header.data()));
  if (header[0] != '{')
    refuse(ErrorCode::kHeaderNotJson,
           unlessForeign(source,
                         "the header does not begin with \"{\": this is not a .safetensors file"));
  return parseJsonObject(header.data(), header.data() + length, kRules);
}

std::map<std::string, std::string> parseMetadata(const Json& json) {
  if (!json.is_object())
    refuse(ErrorCode::kInvalidTensorEntry,
           std::string(kMetadataKey) + " is a JSON " + json.type_name() + ", not an object");
  std::map<std::string, std::string> metadata;
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string())
      refuse(ErrorCode::kInvalidTensorEntry, std::string(kMetadataKey) + ": " + inQuotes(key) +
                                                 " is a JSON " + value.type_name() +
                                                 ", not a string");
    metadata.emplace(key, value.get_ref<const std::string&>());
  }
  return metadata;
}

const Json& field(const std::string& name, const Json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end())
    refuse(ErrorCode::kInvalidTensorEntry, tensorLabel(name) + " has no " + key);
  return *found;
}

Dtype parseDtype(const std::string& name, const Json& json) {
  if (!json.is_string())
    refuse(ErrorCode::kInvalidTensorEntry,
           tensorLabel(name) + ": dtype is a JSON " + json.type_name() + ", not a string");
  const auto& spelling = json.get_ref<const std::string&>();
  std::string known;
  for (const Dtype dtype : kAllDtypes) {
    if (spelling == dtypeName(dtype)) return dtype;
    known += (known.empty() ? "" : ", ") + std::string(dtypeName(dtype));
  }
  refuse(ErrorCode::kUnknownDtype, tensorLabel(name) + " has the unknown dtype " +
                                       inQuotes(spelling) + ", but must have one of " + known);
}

// A list of non-negative integers; floats, signs and strings are refused.
std::vector<std::uint64_t> parseNumbers(const std::string& name, const Json& json,
                                        const char* key) {
  const auto isWhole = [](const Json& number) { return number.is_number_unsigned(); };
  if (!json.is_array() || !std::all_of(json.begin(), json.end(), isWhole))
    refuse(ErrorCode::kInvalidTensorEntry,
           tensorLabel(name) + ": " + key + " is " + shortText(json) +
               ", but must be a list of whole numbers, none of them negative");
  std::vector<std::uint64_t> numbers;
  for (const Json& number : json) numbers.push_back(number.get<std::uint64_t>());
  return numbers;
}

std::string listText(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (const std::uint64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

// The size in bytes of a tensor of this shape.
std::uint64_t checkedBytes(const std::string& name, const std::vector<std::uint64_t>& shape,
                           Dtype dtype) {
  constexpr std::uint64_t kLimit = std::numeric_limits<Index>::max();
  std::uint64_t bytes = dtypeSize(dtype);
  for (const std::uint64_t dimension : shape) {
    if (dimension > kLimit || (dimension > 0 && bytes > kLimit / dimension))
      refuse(ErrorCode::kShapeOverflow, tensorLabel(name) + ": the shape " + listText(shape) +
                                            " has more elements than can be addressed");
    bytes *= dimension;
  }
  return bytes;
}

Placed parseEntry(const std::string& name, const Json& json, TensorEntry& entry) {
  if (!json.is_object())
    refuse(ErrorCode::kInvalidTensorEntry,
           tensorLabel(name) + " is a JSON " + json.type_name() + ", not an object");
  entry.dtype = parseDtype(name, field(name, json, "dtype"));
  const auto shape = parseNumbers(name, field(name, json, "shape"), "shape");
  const auto offsets = parseNumbers(name, field(name, json, "data_offsets"), "data_offsets");
  if (offsets.size() != 2)
    refuse(ErrorCode::kInvalidTensorEntry,
           tensorLabel(name) + ": data_offsets is " + listText(offsets) + ", not two numbers");
  if (offsets[0] > offsets[1])
    refuse(ErrorCode::kOffsetsOutOfRange,
           tensorLabel(name) + ": data_offsets " + listText(offsets) + " end before they begin");
  const std::uint64_t bytes = checkedBytes(name, shape, entry.dtype);
  if (offsets[1] - offsets[0] != bytes)
    refuse(ErrorCode::kOffsetsMismatch, tensorLabel(name) + ": data_offsets " + listText(offsets) +
                                            " hold " + std::to_string(offsets[1] - offsets[0]) +
                                            " bytes, but " + dtypeName(entry.dtype) + " " +
                                            listText(shape) + " needs " + std::to_string(bytes));
  entry.shape.assign(shape.begin(), shape.end());
  entry.bytes = static_cast<std::size_t>(bytes);
  return {name, offsets[0], offsets[1]};
}

// The tensors must tile the data: sorted by offset, each begins where the previous one ends.
void checkLayout(std::vector<Placed> placed, std::uint64_t dataSize) {
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t end = 0;
  for (const Placed& tensor : placed) {
    const std::string where = tensorLabel(tensor.name) + " begins at byte " +
                              std::to_string(tensor.begin) + " of the data";
    if (tensor.begin > dataSize)
      refuse(ErrorCode::kOffsetsOutOfRange,
             where + ", but the file has only " + std::to_string(dataSize));
    if (tensor.begin < end)
      refuse(ErrorCode::kOffsetsOverlap,
             where + ", but the tensor before it ends at " + std::to_string(end));
    if (tensor.begin > end)
      refuse(ErrorCode::kOffsetsOverlap, where + ", but the bytes from " + std::to_string(end) +
                                             " to there belong to no tensor");
    if (tensor.end > dataSize)
      refuse(ErrorCode::kFileTruncated, "the file ends within " + tensorLabel(tensor.name) +
                                            ", which ends at byte " + std::to_string(tensor.end) +
                                            " of the data: there are only " +
                                            std::to_string(dataSize) + kCutShort);
    end = tensor.end;
  }
  if (end < dataSize)
    refuse(ErrorCode::kOffsetsOverlap,
           "the last " + std::to_string(dataSize - end) + " bytes of the file belong to no tensor");
}

}  // namespace

std::string shapeText(const std::vector<Index>& shape) {
  std::string text;
  for (const Index size : shape) text += (text.empty() ? "" : " × ") + std::to_string(size);
  return text.empty() ? "no dimensions" : text;
}

SafetensorsFile readSafetensors(const ByteSource& source) {
  const std::size_t headerLength = checkedHeaderLength(source);
  const Json header = parseHeader(source, headerLength);
  const std::size_t dataBegin = kHeaderLengthBytes + headerLength;
  SafetensorsFile file;
  std::vector<Placed> placed;
  for (const auto& [name, json] : header.items()) {
    if (name == kMetadataKey) {
      file.metadata = parseMetadata(json);
    } else {
      placed.push_back(parseEntry(name, json, file.tensors[name]));
    }
  }
  checkLayout(placed, source.size() - dataBegin);
  for (const Placed& tensor : placed)
    file.tensors[tensor.name].offset = dataBegin + static_cast<std::size_t>(tensor.begin);
  return file;
}

std::size_t sizeByHeader(const ByteSource& source) {
  const std::size_t headerLength = checkedHeaderLength(source);
  const Json header = parseHeader(source, headerLength);
  std::uint64_t dataSize = 0;
  for (const auto& [name, json] : header.items()) {
    TensorEntry entry;
    if (name != kMetadataKey) dataSize = std::max(dataSize, parseEntry(name, json, entry).end);
  }
  const std::size_t dataBegin = kHeaderLengthBytes + headerLength;
  constexpr std::uint64_t kLimit = std::numeric_limits<Index>::max();
  if (dataSize > kLimit - dataBegin)
    refuse(ErrorCode::kOffsetsOutOfRange, "the tensors end at byte " + std::to_string(dataSize) +
                                              " of the data, beyond what can be addressed");
  return dataBegin + static_cast<std::size_t>(dataSize);
}

}  // namespace fovea
