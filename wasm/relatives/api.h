#pragma once

#include "../js_value.h"
#include "fovea/model_file.h"
#include "records.h"

/// What JavaScript may call of decoders. As in ../api.h.
namespace fovea {

/// Writes, a row at a time, with a key/value cache. The text begins with the start token, the
/// pieces of `prefix` (of a model without an encoder) and the ids `taken`; at most `steps` tokens
/// are added as decode() chooses them. There is a step for each of these tokens and one for what
/// would come next, but none after the end. Throws ModelError{kInvalidInput} for an id that there
/// is not, more tokens than the model takes, a source that is missing or given to a model without
/// an encoder, a prefix given to one with, and a temperature that is none; {kInvalidConfig} for a
/// model without a decoder.
DecodedRecord decodeText(const Model& model, JsValue<JsWriting> writing);

/// Every tensor of the pass over a text so far, and over its source. Throws as decodeText.
DecoderTraceRecord traceText(const Model& model, JsValue<JsWritten> written);

}  // namespace fovea
