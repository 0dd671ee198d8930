#include <emscripten/bind.h>

#include "../guarded.h"
#include "api.h"
#include "picture.h"

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

  registerJsValue<JsAnswers>();
  emscripten::value_object<AnswerRecord>("Answer")
      .field("name", &AnswerRecord::name)
      .field("probability", &AnswerRecord::probability);
  emscripten::value_object<PictureRecord>("Picture")
      .field("tensors", &PictureRecord::tensors)
      .field("data", &PictureRecord::data)
      .field("answers", &PictureRecord::answers);

  emscripten::function("readPicture", guarded<readPicture>);
  emscripten::function("decode", guarded<decodeText>);
  emscripten::function("decoderTrace", guarded<traceText>);
}

}  // namespace
}  // namespace fovea
