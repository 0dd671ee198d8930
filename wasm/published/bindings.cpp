#include <emscripten/bind.h>

#include "../guarded.h"
#include "api.h"

namespace fovea {
namespace {

EMSCRIPTEN_BINDINGS(fovea_published) {
  registerJsValue<JsFolder>();
  registerJsValue<JsTexts>();
  registerJsValue<JsQuestion>();
  registerJsValue<JsPairTokens>();

  emscripten::value_object<PairTokenRecord>("PairToken")
      .field("id", &PairTokenRecord::id)
      .field("piece", &PairTokenRecord::piece)
      .field("begin", &PairTokenRecord::begin)
      .field("end", &PairTokenRecord::end)
      .field("text", &PairTokenRecord::text);

  emscripten::value_object<HeadRecord>("Head")
      .field("kind", &HeadRecord::kind)
      .field("labels", &HeadRecord::labels)
      .field("severalLabels", &HeadRecord::severalLabels)
      .field("pooling", &HeadRecord::pooling)
      .field("normalised", &HeadRecord::normalised)
      .field("saysHowToPool", &HeadRecord::saysHowToPool);

  emscripten::value_object<TextAnswerRecord>("TextAnswer")
      .field("tokens", &TextAnswerRecord::tokens)
      .field("dropped", &TextAnswerRecord::dropped)
      .field("columns", &TextAnswerRecord::columns)
      .field("logits", &TextAnswerRecord::logits)
      .field("probabilities", &TextAnswerRecord::probabilities)
      .field("terms", &TextAnswerRecord::terms)
      .field("shares", &TextAnswerRecord::shares);

  emscripten::value_object<SentenceRecord>("Sentence")
      .field("tokens", &SentenceRecord::tokens)
      .field("dropped", &SentenceRecord::dropped)
      .field("hidden", &SentenceRecord::hidden)
      .field("vector", &SentenceRecord::vector);

  emscripten::function("loadFolder", guarded<loadFolder>);
  emscripten::function("headOf", guarded<headOfModel>);
  emscripten::function("answer", guarded<answerText>);
  emscripten::function("encodePair", guarded<encodePair>);
  emscripten::function("embed", guarded<embedTexts>);
  emscripten::function("sentence", guarded<sentenceOf>);
}

}  // namespace
}  // namespace fovea
