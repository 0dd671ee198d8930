#pragma once

#include "../js_value.h"
#include "fovea/model_file.h"
#include "records.h"

/// The functions of decoders that JavaScript can call, as in ../api.h.
namespace fovea {

/// Generates a text with a key/value cache. The text begins with the start token, the pieces of
/// `prefix` (only for a model without an encoder) and the ids `taken`, followed by at most `steps`
/// tokens chosen as in decode(). The result has a step for each of these tokens and one for the
/// next, unless the text has ended. Throws ModelError{kInvalidInput} for an unknown id, too many
/// tokens, a source that is missing or given to a model without an encoder, a prefix given to a
/// model with one, and an invalid temperature; {kInvalidConfig} for a model without a decoder.
DecodedRecord decodeText(const Model& model, JsValue<JsWriting> writing);

/// All tensors of the pass over a text so far and over its source. Throws as decodeText.
DecoderTraceRecord traceText(const Model& model, JsValue<JsWritten> written);

}  // namespace fovea
