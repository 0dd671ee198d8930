#pragma once

#include <stdexcept>
#include <string>

namespace fovea {

/// What went wrong, one code for each distinct cause. `errorName` gives its stable spelling.
enum class ErrorCode {
  kInvalidConfig,       ///< a configuration value is missing, of the wrong type or out of range
  kInvalidInput,        ///< ids outside the vocabulary, too many tokens, a mask of the wrong length
  kUnreadableFile,      ///< the file cannot be opened or read
  kFileTruncated,       ///< the file ends before its header or its data does
  kHeaderTooLarge,      ///< the declared header length is beyond the limit
  kHeaderNotJson,       ///< the header is not a JSON object
  kInvalidTensorEntry,  ///< a tensor's entry lacks a field or has one of the wrong type
  kUnknownDtype,        ///< a dtype that the format, or the core, does not know
  kShapeOverflow,       ///< the product of the dimensions does not fit
  kOffsetsOutOfRange,   ///< data_offsets reversed or beyond the end of the file
  kOffsetsMismatch,     ///< data_offsets do not hold exactly shape × dtype bytes
  kOffsetsOverlap,      ///< two tensors share bytes, or bytes between them belong to none
  kMissingTensor,       ///< a tensor that the config calls for is not in the file
  kUnexpectedTensor,    ///< weights of the encoder that the config gives no place
  kTensorShape,         ///< a tensor is there with another shape than the config says
  kNotFinite,           ///< a weight is NaN or infinite
  kInvalidScale,        ///< the scale of a row of I8 weights is negative or far too large
  kMissingConfig,       ///< neither the metadata nor a file beside the model has a config
  kMissingVocabulary,   ///< neither the metadata nor a file beside the model has a vocabulary
  kInvalidVocabulary,   ///< the vocabulary lacks a special piece, repeats one or has another length
  kInvalidUtf8,         ///< text that is not UTF-8
  kNotInThisBuild,      ///< what can be run, but not by this build: variants.h
};

/// Stable spelling of a code, e.g. "missing-tensor"; what JavaScript sees as `error.code`.
const char* errorName(ErrorCode code);

/// Everything the core throws. The message names what is wrong and what would be right.
class ModelError : public std::runtime_error {
 public:
  /// What went wrong, and the sentence that says so to a person.
  ModelError(ErrorCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  /// What went wrong, for programs.
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// Throws a ModelError: how the library refuses anything.
[[noreturn]] void refuse(ErrorCode code, const std::string& message);

}  // namespace fovea
