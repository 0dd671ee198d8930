#pragma once

#include <string>

#include "../js_value.h"

/// The records of published models, as ../records.h.
namespace fovea {

struct JsFolder {
  static constexpr const char* kTypeScript =
      "(name: string) => { readonly size: number; "
      "read(offset: number, length: number): Uint8Array } | undefined";
};
struct JsTexts {
  static constexpr const char* kTypeScript = "readonly (string | Uint8Array)[]";
};
struct JsQuestion {
  static constexpr const char* kTypeScript =
      "{ readonly text: string | Uint8Array; readonly pair?: string | Uint8Array; "
      "readonly masked?: readonly number[]; readonly structure?: string; "
      "readonly changes?: readonly string[]; "
      "readonly why?: { readonly row: number; readonly label: number } }";
};
struct JsPairTokens {
  static constexpr const char* kTypeScript = "PairToken[]";
};

/// A token of a text, or of one of two.
struct PairTokenRecord {
  double id = 0;
  std::string piece;
  double begin = 0;  ///< bytes of the UTF-8 text that it is of
  double end = 0;
  double text = 0;  ///< which of the two: 0 or 1
};

/// What a model can say of a text.
struct HeadRecord {
  std::string kind;  ///< text, token, replaced or span; "" without a head
  JsValue<JsStrings> labels;
  bool severalLabels = false;
  std::string pooling;  ///< of a sentence's vector: first, mean or max
  bool normalised = false;
  bool saysHowToPool = false;
};

/// The answers to a text: a row for the text (kind text) or for each token.
struct TextAnswerRecord {
  JsValue<JsPairTokens> tokens;
  double dropped = 0;
  double columns = 0;  ///< numbers of a row
  JsValue<JsFloats> logits;
  JsValue<JsFloats> probabilities;
  JsValue<JsFloats> terms;   ///< of the logit that was asked for: dModel products, then the bias
  JsValue<JsFloats> shares;  ///< of each token in it: gradient times the embedding's output, summed
};

/// A text's last hidden state, and its vector.
struct SentenceRecord {
  JsValue<JsPairTokens> tokens;
  double dropped = 0;
  JsValue<JsFloats> hidden;  ///< tokens × dModel
  JsValue<JsFloats> vector;
};

}  // namespace fovea
