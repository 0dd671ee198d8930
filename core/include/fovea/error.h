#pragma once

#include <stdexcept>
#include <string>

namespace fovea {

/// What went wrong: one code per cause. `errorName` gives its stable spelling.
enum class ErrorCode {
  kInvalidConfig,       ///< a value of the config is missing, of the wrong type or out of range
  kInvalidInput,        ///< an invalid argument: ids outside the vocabulary, a wrong shape, …
  kUnreadableFile,      ///< the file cannot be opened or read
  kFileTruncated,       ///< the file ends within its header or data
  kHeaderTooLarge,      ///< the declared header length exceeds the limit
  kHeaderNotJson,       ///< the header is not a JSON object
  kInvalidTensorEntry,  ///< a tensor's entry lacks a field or has a field of the wrong type
  kUnknownDtype,        ///< a dtype that the format or the core does not know
  kShapeOverflow,       ///< the product of the dimensions does not fit
  kOffsetsOutOfRange,   ///< data_offsets are reversed or exceed the file
  kOffsetsMismatch,     ///< data_offsets do not match shape × dtype
  kOffsetsOverlap,      ///< tensors overlap, or there are bytes between them
  kMissingTensor,       ///< the file lacks a tensor that the config implies
  kUnexpectedTensor,    ///< the file has weights that the config does not imply
  kTensorShape,         ///< a tensor has a shape other than the config implies
  kNotFinite,           ///< a weight is NaN or infinite
  kInvalidScale,        ///< the scale of a row of I8 weights is negative or too large
  kMissingConfig,       ///< no config in the metadata or beside the file
  kMissingVocabulary,   ///< no vocabulary in the metadata or beside the file
  kInvalidVocabulary,   ///< the vocabulary lacks a special piece, repeats one or has the wrong size
  kInvalidUtf8,         ///< text that is not UTF-8
  kNotInThisBuild,      ///< needs a build with variants (variants.h)
};

/// The stable spelling of a code, e.g. "missing-tensor"; in JavaScript, `error.code`.
const char* errorName(ErrorCode code);

/// The one exception of the core. Its message says what is wrong and what would be right.
class ModelError : public std::runtime_error {
 public:
  /// A code for programs and a message for people.
  ModelError(ErrorCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  /// What went wrong.
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// Throws a ModelError: how the library refuses anything. Where many messages begin alike, an
/// overload takes what they begin with, such as a file or a line, in place of the code. Functions
/// that refuse only what is wrong are named `check…` or `require…`.
[[noreturn]] void refuse(ErrorCode code, const std::string& message);

}  // namespace fovea
