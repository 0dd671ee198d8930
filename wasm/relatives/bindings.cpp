#include <emscripten/bind.h>

#include "../guarded.h"
#include "api.h"

namespace fovea {
namespace {

EMSCRIPTEN_BINDINGS(fovea_relatives) {
  registerJsValue<JsWriting>();
  registerJsValue<JsWritten>();
  registerJsValue<JsMaybeFloats>();
  registerJsValue<JsCandidates>();
  registerJsValue<JsDecodedSteps>();

  emscripten::value_object<CandidateRecord>("Candidate")
      .field("id", &CandidateRecord::id)
      .field("token", &CandidateRecord::token)
      .field("probability", &CandidateRecord::probability);

  emscripten::value_object<DecodedStepRecord>("DecodedStep")
      .field("id", &DecodedStepRecord::id)
      .field("token", &DecodedStepRecord::token)
      .field("self", &DecodedStepRecord::self)
      .field("cross", &DecodedStepRecord::cross)
      .field("next", &DecodedStepRecord::next);

  emscripten::value_object<DecodedRecord>("Decoded")
      .field("source", &DecodedRecord::source)
      .field("dropped", &DecodedRecord::dropped)
      .field("steps", &DecodedRecord::steps);

  emscripten::value_object<DecoderTraceRecord>("DecoderTrace")
      .field("source", &DecoderTraceRecord::source)
      .field("tensors", &DecoderTraceRecord::tensors)
      .field("data", &DecoderTraceRecord::data);

  emscripten::function("decode", guarded<decodeText>);
  emscripten::function("decoderTrace", guarded<traceText>);
}

}  // namespace
}  // namespace fovea
