#include "fovea/error.h"

namespace fovea {

const char* errorName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidConfig:
      return "invalid-config";
    case ErrorCode::kInvalidInput:
      return "invalid-input";
    case ErrorCode::kUnreadableFile:
      return "unreadable-file";
    case ErrorCode::kFileTruncated:
      return "file-truncated";
    case ErrorCode::kHeaderTooLarge:
      return "header-too-large";
    case ErrorCode::kHeaderNotJson:
      return "header-not-json";
    case ErrorCode::kInvalidTensorEntry:
      return "invalid-tensor-entry";
    case ErrorCode::kUnknownDtype:
      return "unknown-dtype";
    case ErrorCode::kShapeOverflow:
      return "shape-overflow";
    case ErrorCode::kOffsetsOutOfRange:
      return "offsets-out-of-range";
    case ErrorCode::kOffsetsMismatch:
      return "offsets-mismatch";
    case ErrorCode::kOffsetsOverlap:
      return "offsets-overlap";
    case ErrorCode::kMissingTensor:
      return "missing-tensor";
    case ErrorCode::kUnexpectedTensor:
      return "unexpected-tensor";
    case ErrorCode::kTensorShape:
      return "tensor-shape";
    case ErrorCode::kNotFinite:
      return "not-finite";
    case ErrorCode::kInvalidScale:
      return "invalid-scale";
    case ErrorCode::kMissingConfig:
      return "missing-config";
    case ErrorCode::kMissingVocabulary:
      return "missing-vocabulary";
    case ErrorCode::kInvalidVocabulary:
      return "invalid-vocabulary";
    case ErrorCode::kInvalidUtf8:
      return "invalid-utf8";
    case ErrorCode::kNotInThisBuild:
      return "not-in-this-build";
  }
  return "unknown";
}

void refuse(ErrorCode code, const std::string& message) { throw ModelError(code, message); }

}  // namespace fovea
