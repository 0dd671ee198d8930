#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <utility>
#include <vector>

namespace fovea {

/// A JavaScript value with a TypeScript type for the generated declarations, given by a struct:
/// `struct Type { static constexpr const char* kTypeScript = "Uint8Array"; }`.
template <typename Type>
struct JsValue : emscripten::val {
  explicit JsValue(emscripten::val value) : val(std::move(value)) {}
  JsValue() : val(undefined()) {}
};

struct JsSource {
  static constexpr const char* kTypeScript =
      "{ readonly size: number; read(offset: number, length: number): Uint8Array }";
};
struct JsText {
  static constexpr const char* kTypeScript = "string | Uint8Array";
};
struct JsPass {
  static constexpr const char* kTypeScript =
      "{ readonly masked?: readonly number[]; readonly structure?: string; "
      "readonly changes?: readonly string[]; "
      "readonly loss?: { readonly token: number; readonly piece: number } }";
};
struct JsAsk {
  static constexpr const char* kTypeScript =
      "{ readonly masked?: readonly number[]; readonly token: number; "
      "readonly pieces: readonly number[]; readonly variants: readonly { "
      "readonly structure?: string; readonly changes?: readonly string[]; "
      "readonly replaced?: readonly (readonly [token: number, piece: number])[] }[] }";
};
struct JsNumbers {
  static constexpr const char* kTypeScript = "readonly number[]";
};
struct JsFloats {
  static constexpr const char* kTypeScript = "Float32Array";
};
struct JsStrings {
  static constexpr const char* kTypeScript = "string[]";
};
struct JsConfig {
  static constexpr const char* kTypeScript = "Record<string, number | string | boolean>";
};
struct JsDictionary {
  static constexpr const char* kTypeScript = "Record<string, string>";
};
struct JsTokens {
  static constexpr const char* kTypeScript = "Token[]";
};
struct JsAxes {
  static constexpr const char* kTypeScript = "Axis[]";
};
struct JsTensors {
  static constexpr const char* kTypeScript = "Tensor[]";
};

}  // namespace fovea

// Since about 3.1.38 Emscripten can name val types; for older versions, this does the same.
#ifdef EMSCRIPTEN_DECLARE_VAL_TYPE

namespace fovea {
template <typename Type>
void registerJsValue() {
  emscripten::register_type<JsValue<Type>>(Type::kTypeScript);
}
}  // namespace fovea

#else

template <typename Type>
struct emscripten::internal::BindingType<fovea::JsValue<Type>> {
  using WireType = EM_VAL;
  static WireType toWireType(const val& value) { return BindingType<val>::toWireType(value); }
  static fovea::JsValue<Type> fromWireType(WireType value) {
    return fovea::JsValue<Type>(val::take_ownership(value));
  }
};

namespace fovea {
template <typename Type>
void registerJsValue() {
  using emscripten::internal::TypeID;
  emscripten::internal::_embind_register_emval(TypeID<JsValue<Type>>::get(), Type::kTypeScript);
}
}  // namespace fovea

#endif

namespace fovea {

/// A copy of the numbers.
inline JsValue<JsFloats> floatsToJs(const std::vector<float>& numbers) {
  return JsValue<JsFloats>(
      emscripten::val(emscripten::typed_memory_view(numbers.size(), numbers.data()))
          .call<emscripten::val>("slice"));
}

}  // namespace fovea
