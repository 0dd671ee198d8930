#pragma once

#include <string>

#include "js_value.h"

/// Records that become plain JavaScript objects with the same fields. Sizes and offsets are
/// doubles, as JavaScript's numbers are.
namespace fovea {

struct AxisRecord {
  std::string name;
  double size = 0;
};

struct TensorRecord {
  std::string name;
  JsValue<JsAxes> axes;
  double offset = 0;  ///< of its first element in EncodingRecord::data
  double length = 0;
};

struct TokenRecord {
  double id = 0;
  std::string piece;
  double begin = 0;  ///< bytes of the UTF-8 text
  double end = 0;
};

struct EncodingRecord {
  JsValue<JsTokens> tokens;  ///< masked ones have the id and piece of [MASK]
  double dropped = 0;
  JsValue<JsTensors> tensors;
  JsValue<JsFloats> data;
};

struct ModelInfoRecord {
  JsValue<JsConfig> config;
  double parameters = 0;
  JsValue<JsStrings> vocabulary;
  JsValue<JsDictionary> metadata;
};

struct ParameterRecord {
  std::string name;
  JsValue<JsNumbers> shape;
  JsValue<JsFloats> data;
};

}  // namespace fovea
