#include "fovea/safetensors.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "catch2.h"
#include "model_error.h"

using fovea::Dtype;
using fovea::ErrorCode;
using fovea::MemorySource;
using fovea::readSafetensors;
using fovea::SafetensorsFile;
using fovea::Scalar;
using fovea::sizeByHeader;
using fovea::TensorEntry;
using fovea::test::checkError;

namespace {

using Bytes = std::vector<std::uint8_t>;

// A file that gives this length for its header; the header itself and the data are zeros.
Bytes fileOfLength(std::uint64_t length, std::size_t size) {
  Bytes file(8 + size);
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<std::uint8_t>(length >> (8 * i));
  return file;
}

// A file of this header, whatever it says, and so many bytes of data.
Bytes fileOf(const std::string& header, std::size_t dataSize = 0) {
  Bytes file = fileOfLength(header.size(), header.size() + dataSize);
  std::copy(header.begin(), header.end(), file.begin() + 8);
  return file;
}

// A header of one tensor "w".
std::string headerOf(const std::string& dtype, const std::string& shape,
                     const std::string& offsets) {
  return R"({"w": {"dtype": )" + dtype + R"(, "shape": )" + shape + R"(, "data_offsets": )" +
         offsets + "}}";
}

void checkRefusal(ErrorCode code, const Bytes& file, const std::string& message) {
  checkError(code, message, [&] { readSafetensors(MemorySource(file)); });
}

void checkEntryRefused(ErrorCode code, const std::string& dtype, const std::string& shape,
                       const std::string& offsets, const std::string& message) {
  checkRefusal(code, fileOf(headerOf(dtype, shape, offsets), 8), message);
}

}  // namespace

TEST_CASE("a file is read as its header says", "[safetensors]") {
  Bytes file = fileOf(R"({"__metadata__": {"name": "é"},
      "b": {"dtype": "F32", "shape": [2, 1], "data_offsets": [3, 11]},
      "a": {"dtype": "U8", "shape": [3], "data_offsets": [0, 3]},
      "none": {"dtype": "F32", "shape": [0, 5], "data_offsets": [3, 3]},
      "scalar": {"dtype": "F32", "shape": [], "data_offsets": [11, 15]}})",
                      15);
  const float value = 2.5F;
  std::memcpy(&file[file.size() - 15 + 7], &value, 4);  // b's second number, at no multiple of 4
  const SafetensorsFile read = readSafetensors(MemorySource(file));
  CHECK(read.metadata.at("name") == "é");
  CHECK(read.tensors.size() == 4);
  const TensorEntry& b = read.tensors.at("b");
  CHECK(b.dtype == Dtype::kF32);
  CHECK(b.shape == std::vector<fovea::Index>{2, 1});
  CHECK(b.bytes == 8);
  CHECK(read.tensors.at("none").bytes == 0);
  CHECK(read.tensors.at("scalar").bytes == 4);
  Scalar values[2] = {1, 1};
  readFloats(MemorySource(file), "b", b, values);
  CHECK(values[0] == 0);
  CHECK(values[1] == Scalar(2.5));
}

TEST_CASE("what is written is read back", "[safetensors]") {
  const Bytes data{1, 2, 3, 4, 5, 6, 7, 8};
  const Bytes file = fovea::writeSafetensors(
      {{"z", Dtype::kF16, {2, 2}, data}, {"a", Dtype::kI32, {2}, data}, {"e", Dtype::kU8, {0}, {}}},
      {{"text", "line\nline \"é\""}});
  const SafetensorsFile read = readSafetensors(MemorySource(file));
  CHECK(read.metadata.at("text") == "line\nline \"é\"");
  CHECK(read.tensors.size() == 3);
  const TensorEntry& z = read.tensors.at("z");
  CHECK(z.shape == std::vector<fovea::Index>{2, 2});
  const auto first = file.begin() + static_cast<std::ptrdiff_t>(z.offset);
  CHECK(Bytes(first, first + 8) == data);
  CHECK(z.bytes == 8);
  CHECK(z.offset % 8 == 0);
  CHECK(read.tensors.at("a").offset == z.offset + 8);
  CHECK(read.tensors.at("a").dtype == Dtype::kI32);
}

TEST_CASE("a file without tensors or metadata is written and read", "[safetensors]") {
  const Bytes file = fovea::writeSafetensors({}, {});
  CHECK(readSafetensors(MemorySource(file)).tensors.empty());
}

TEST_CASE("metadata that is not UTF-8 is not written", "[safetensors]") {
  checkError(ErrorCode::kInvalidUtf8, "not UTF-8", [] {
    fovea::writeSafetensors({}, {{"name", "\xFF"}});
  });
}

TEST_CASE("every dtype of the format has its name and size", "[safetensors]") {
  const std::vector<std::pair<std::string, std::size_t>> dtypes{
      {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"F64", 8}, {"I8", 1},  {"U8", 1},  {"I16", 2},
      {"U16", 2}, {"I32", 4}, {"U32", 4},  {"I64", 8}, {"U64", 8}, {"BOOL", 1}};
  for (const auto& [name, size] : dtypes) {
    const std::string offsets = "[0, " + std::to_string(3 * size) + "]";
    const Bytes file = fileOf(headerOf('"' + name + '"', "[3]", offsets), 3 * size);
    const SafetensorsFile read = readSafetensors(MemorySource(file));
    CHECK(dtypeName(read.tensors.at("w").dtype) == name);
    CHECK(dtypeSize(read.tensors.at("w").dtype) == size);
  }
}

TEST_CASE("F16 and BF16 widen, other dtypes are no weights", "[safetensors]") {
  const std::vector<std::uint8_t> data{0x00, 0x3C, 0x00, 0xC0};  // 1, −2 as F16
  const MemorySource source(data);
  TensorEntry entry{Dtype::kF16, {2}, 0, data.size()};
  Scalar values[2];
  readFloats(source, "w", entry, values);
  CHECK(values[0] == 1);
  CHECK(values[1] == -2);
  entry.dtype = Dtype::kI16;
  checkError(ErrorCode::kUnknownDtype, "tensor \"w\" has the dtype I16, but weights must be",
             [&] { readFloats(source, "w", entry, values); });
  checkError(ErrorCode::kUnknownDtype, "cannot be written as I16",
             [&] { fovea::fromFloat(values, 2, Dtype::kI16); });
}

TEST_CASE("numbers narrow to the bytes of their dtype", "[safetensors]") {
  const Scalar values[2] = {1, -2};
  CHECK(fovea::fromFloat(values, 2, Dtype::kF32) == Bytes{0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0});
  CHECK(fovea::fromFloat(values, 2, Dtype::kF16) == Bytes{0, 0x3C, 0, 0xC0});
  CHECK(fovea::fromFloat(values, 2, Dtype::kBF16) == Bytes{0x80, 0x3F, 0, 0xC0});
}

TEST_CASE("a cut file says where it ends", "[safetensors][hostile]") {
  checkRefusal(ErrorCode::kFileTruncated, {}, "the file is empty");
  checkRefusal(ErrorCode::kFileTruncated, Bytes(7), "the file has 7 bytes");
  Bytes file = fileOf(headerOf("\"F32\"", "[2]", "[0, 8]"), 8);
  file.pop_back();
  checkRefusal(ErrorCode::kFileTruncated, file, "the file ends within tensor \"w\"");
  file.resize(20);
  checkRefusal(ErrorCode::kFileTruncated, file, "the file ends within its header: it has 20 bytes");
  checkRefusal(ErrorCode::kFileTruncated, file, "cut short, so download or copy it again");
}

TEST_CASE("a file of another format is called by its name", "[safetensors][hostile]") {
  const auto says = [](ErrorCode code, const std::string& start, const char* what) {
    INFO(start);
    std::string text = start;
    text.resize(80, '\x07');
    checkRefusal(code, Bytes(text.begin(), text.end()),
                 "this is not a .safetensors file but " + std::string(what));
  };
  const auto code = ErrorCode::kHeaderTooLarge;
  says(code, "PK\x03\x04", "a PyTorch file; safetensors.torch.save_file converts it");
  says(code, "\x80\x02}q", "a PyTorch file; safetensors.torch.save_file converts it");
  says(code, "GGUF\x03", "a llama.cpp file");
  says(code, "<!doctype html>", "a web page");
  says(code, R"({"model_type": "bert"})",
       "a JSON file; choose it together with its .safetensors file");
  says(code, "version https://git-lfs.github.com/spec/v1", "a Git LFS pointer");
  checkRefusal(ErrorCode::kFileTruncated, {'{', '}'}, "but a JSON file");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("[1, 2]"), "this is not a .safetensors file");
  checkRefusal(code, fileOfLength(UINT64_MAX, 9),
               "announce a header of 18446744073709551615 bytes");
}

TEST_CASE("a header length beyond the limit is refused unread", "[safetensors][hostile]") {
  checkRefusal(ErrorCode::kHeaderTooLarge, fileOfLength(16000001, 0), "16000001 bytes");
  checkRefusal(ErrorCode::kHeaderTooLarge, fileOfLength(UINT64_MAX, 9),
               "18446744073709551615 bytes");
  checkRefusal(ErrorCode::kFileTruncated, fileOfLength(16000000, 9), "within its header");
}

TEST_CASE("a header of more values than any model has is refused", "[safetensors][hostile]") {
  std::string many = "{\"__metadata__\": {";
  for (int i = 0; i < 250000; ++i) many += "\"" + std::to_string(i) + "\":0,";
  many.back() = '}';
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf(many + "}"), "has more than 250000 values");
}

TEST_CASE("a header that is no JSON object is refused", "[safetensors][hostile]") {
  checkRefusal(ErrorCode::kHeaderNotJson, Bytes(64), "the header is empty");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("[]"), "does not begin with \"{\"");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf(" {}"), "does not begin with \"{\"");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("{\"a\""), "is not JSON");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("{} x"), "is not JSON");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("{\"\xFF\": 1}"), "is not JSON");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf(R"({"a": 1, "a": 2})"), "\"a\" twice");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf(R"({"w": {"shape": [1], "shape": [2]}})"),
               "\"shape\" twice");
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf("{\"a\": " + std::string(9000000, '[')),
               "nests more than 3");
  std::string wide = "[0";
  for (int i = 0; i < 64; ++i) wide += ", 0";
  checkRefusal(ErrorCode::kHeaderNotJson, fileOf(headerOf("\"F32\"", wide + "]", "[0, 0]")),
               "more than 64 elements");
}

TEST_CASE("an entry of the wrong form is refused with its tensor", "[safetensors][hostile]") {
  const auto code = ErrorCode::kInvalidTensorEntry;
  checkRefusal(code, fileOf(R"({"w": 3})"), "tensor \"w\" is a JSON number");
  checkRefusal(code, fileOf(R"({"w": {}})"), "tensor \"w\" has no dtype");
  checkRefusal(code, fileOf(R"({"w": {"dtype": "F32", "data_offsets": [0, 0]}})"), "has no shape");
  checkRefusal(code, fileOf(R"({"w": {"dtype": "F32", "shape": [0]}})"), "has no data_offsets");
  checkEntryRefused(code, "7", "[2]", "[0, 8]", "dtype is a JSON number");
  checkEntryRefused(code, "\"F32\"", "2", "[0, 8]",
                    "shape is 2, but must be a list of whole numbers");
  checkEntryRefused(
      code, "\"F32\"", "[-1000000000000, 4]", "[0, 8]",
      "shape is [-1000000000000, 4], but must be a list of whole numbers, none of them negative");
  checkEntryRefused(code, "\"F32\"", "[\"2\"]", "[0, 8]", "shape is [\"2\"]");
  checkEntryRefused(code, "\"F32\"", "[2]", "[0.0, 8.0]", "data_offsets is [0.0, 8.0]");
  checkEntryRefused(code, "\"F32\"", "[2]", "[0, 1e1]", "data_offsets is [0, 10.0]");
  checkEntryRefused(code, "\"F32\"", "[2]", "[0, 99999999999999999999]",
                    "data_offsets is [0, 1e+20]");
  checkEntryRefused(code, "\"F32\"", "[2]", "[8]", "data_offsets is [8], not two numbers");
  checkEntryRefused(code, "\"F32\"", "[2]", "[0, 4, 8]", "data_offsets is [0, 4, 8]");
  checkRefusal(code, fileOf(R"({"__metadata__": 5})"), "__metadata__ is a JSON number");
  checkRefusal(code, fileOf(R"({"__metadata__": {"n": 5}})"), "\"n\" is a JSON number");
}

TEST_CASE("an unknown dtype is refused with its tensor", "[safetensors][hostile]") {
  checkEntryRefused(ErrorCode::kUnknownDtype, "\"F8\"", "[8]", "[0, 8]",
                    "tensor \"w\" has the unknown dtype \"F8\", but must have one of F32, F16, "
                    "BF16, F64, I8, U8, I16, U16, I32, U32, I64, U64, BOOL");
  checkEntryRefused(ErrorCode::kUnknownDtype, "\"f32\"", "[2]", "[0, 8]", "\"f32\"");
}

TEST_CASE("a shape of too many elements is refused", "[safetensors][hostile]") {
  const auto code = ErrorCode::kShapeOverflow;
  checkEntryRefused(code, "\"F32\"", "[18446744073709551615]", "[0, 8]", "tensor \"w\": the shape");
  checkEntryRefused(code, "\"F32\"", "[4294967296, 4294967296]", "[0, 0]",
                    "[4294967296, 4294967296]");
  checkEntryRefused(code, "\"U8\"", "[3037000500, 3037000500, 0]", "[0, 0]", "more elements");
  checkEntryRefused(code, "\"F64\"", "[2305843009213693952]", "[0, 0]", "more elements");
}

TEST_CASE("offsets that do not fit the file or the shape are refused", "[safetensors][hostile]") {
  checkEntryRefused(ErrorCode::kOffsetsOutOfRange, "\"F32\"", "[2]", "[8, 0]",
                    "tensor \"w\": data_offsets [8, 0] end before they begin");
  checkEntryRefused(ErrorCode::kOffsetsOutOfRange, "\"F32\"", "[2]", "[80, 88]",
                    "tensor \"w\" begins at byte 80 of the data, but the file has only 8");
  checkEntryRefused(ErrorCode::kOffsetsOutOfRange, "\"U8\"", "[1]",
                    "[18446744073709551614, 18446744073709551615]", "but the file has only 8");
  checkEntryRefused(ErrorCode::kOffsetsMismatch, "\"F32\"", "[3]", "[0, 8]",
                    "tensor \"w\": data_offsets [0, 8] hold 8 bytes, but F32 [3] needs 12");
  checkEntryRefused(ErrorCode::kOffsetsMismatch, "\"F32\"", "[]", "[0, 8]", "F32 [] needs 4");
}

TEST_CASE("the size of a file follows from its header", "[safetensors][hostile]") {
  const auto sizeOf = [](const Bytes& file) { return sizeByHeader(MemorySource(file)); };
  const Bytes whole = fileOf(headerOf("\"F32\"", "[2]", "[0, 8]"), 8);
  CHECK(sizeOf(whole) == whole.size());
  CHECK(sizeOf(Bytes(whole.begin(), whole.end() - 8)) == whole.size());
  CHECK(sizeOf(fileOf("{}")) == 10);
  const std::string most = std::to_string(std::numeric_limits<fovea::Index>::max());
  checkError(ErrorCode::kOffsetsOutOfRange, "beyond what can be addressed",
             [&] { sizeOf(fileOf(headerOf("\"U8\"", "[" + most + "]", "[0, " + most + "]"))); });
}

TEST_CASE("tensors must tile the data", "[safetensors][hostile]") {
  const auto pair = [](const char* first, const char* second) {
    return fileOf(std::string(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": )") + first +
                      R"(}, "b": {"dtype": "U8", "shape": [4], "data_offsets": )" + second + "}}",
                  8);
  };
  const auto code = ErrorCode::kOffsetsOverlap;
  checkRefusal(code, pair("[0, 4]", "[3, 7]"),
               "tensor \"b\" begins at byte 3 of the data, but the tensor before it ends at 4");
  checkRefusal(code, pair("[0, 4]", "[0, 4]"), "tensor \"b\" begins at byte 0");
  checkRefusal(code, pair("[5, 9]", "[0, 4]"),
               "tensor \"a\" begins at byte 5 of the data, but the bytes from 4");
  checkEntryRefused(code, "\"U8\"", "[4]", "[0, 4]", "the last 4 bytes of the file belong to no");
  checkEntryRefused(code, "\"U8\"", "[4]", "[4, 8]",
                    "the bytes from 0 to there belong to no tensor");
}

TEST_CASE("a hostile name is cut and cleaned in the message", "[safetensors][hostile]") {
  const std::string name = std::string(5000, 'n');
  const Bytes file = fileOf("{\"\\u001b[2J" + name + "\": 3}");
  const fovea::ModelError error =
      fovea::test::errorOf([&] { readSafetensors(MemorySource(file)); });
  CHECK(std::string(error.what()).size() < 300);
  CHECK(std::string(error.what()).find('\x1b') == std::string::npos);
}
