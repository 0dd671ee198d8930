#include <string>
#include <utility>

#include "../config_to_js.h"
#include "../js_source.h"
#include "api.h"
#include "fovea/answers.h"

namespace fovea {
namespace {

using emscripten::val;

const char* nameOf(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::kText:
      return "text";
    case AnswerKind::kToken:
      return "token";
    case AnswerKind::kReplaced:
      return "replaced";
    case AnswerKind::kSpan:
      return "span";
  }
  return "";
}

const char* nameOf(Pooling pooling) {
  if (pooling == Pooling::kFirst) return "first";
  return pooling == Pooling::kMean ? "mean" : "max";
}

}  // namespace

// By value, so that an exception releases it: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Model> loadFolder(JsValue<JsFolder> files) {
  return std::make_unique<Model>(
      readFolder([&](const std::string& name) -> std::shared_ptr<const ByteSource> {
        val file = files(name);
        if (file.isUndefined()) return nullptr;
        return std::make_shared<JsByteSource>(JsValue<JsSource>(std::move(file)));
      }));
}

HeadRecord headOfModel(const Model& model) {
  const Answers answers = model.answers ? *model.answers : Answers();
  val labels = val::array();
  HeadRecord record;
  if (!answers.heads.empty()) {
    const AnswerHead& head = answers.heads[0];
    record.kind = nameOf(head.kind);
    record.severalLabels = head.severalLabels;
    for (const std::string& label : head.labels) labels.call<void>("push", label);
  }
  record.labels = JsValue<JsStrings>(std::move(labels));
  record.pooling = nameOf(answers.sentence.pooling);
  record.normalised = answers.sentence.normalised;
  record.saysHowToPool = answers.saysHowToPool;
  return record;
}

JsValue<JsPairTokens> pairTokensToJs(const std::vector<Token>& tokens) {
  val result = val::array();
  for (const Token& token : tokens)
    result.call<void>(
        "push", PairTokenRecord{static_cast<double>(token.id), token.piece,
                                static_cast<double>(token.begin), static_cast<double>(token.end),
                                static_cast<double>(token.text)});
  return JsValue<JsPairTokens>(std::move(result));
}

}  // namespace fovea
