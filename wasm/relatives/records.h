#pragma once

#include <string>

#include "../js_value.h"

/// The records of decoders, as ../records.h.
namespace fovea {

struct JsWriting {
  static constexpr const char* kTypeScript =
      "{ readonly source?: string | Uint8Array; readonly prefix?: string | Uint8Array; "
      "readonly taken: readonly number[]; readonly steps: number; "
      "readonly temperature?: number; readonly seed?: number }";
};
struct JsWritten {
  static constexpr const char* kTypeScript =
      "{ readonly source?: string | Uint8Array; readonly taken: readonly number[] }";
};
struct JsMaybeFloats {
  static constexpr const char* kTypeScript = "Float32Array | undefined";
};
struct JsCandidates {
  static constexpr const char* kTypeScript = "Candidate[]";
};
struct JsDecodedSteps {
  static constexpr const char* kTypeScript = "DecodedStep[]";
};

struct CandidateRecord {
  double id = 0;
  std::string token;
  double probability = 0;
};

struct DecodedStepRecord {
  double id = 0;
  std::string token;
  JsValue<JsFloats> self;  ///< [layers, heads, tokens so far], including the start token
  JsValue<JsMaybeFloats>
      cross;  ///< [layers, heads, tokens of the source]; undefined without an encoder
  JsValue<JsCandidates> next;
};

struct DecodedRecord {
  JsValue<JsTokens> source;  ///< empty without an encoder
  double dropped = 0;        ///< of the source
  JsValue<JsDecodedSteps> steps;
};

struct DecoderTraceRecord {
  JsValue<JsTokens> source;
  JsValue<JsTensors> tensors;  ///< of the encoder, then of the decoder
  JsValue<JsFloats> data;
};

}  // namespace fovea
