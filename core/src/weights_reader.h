#pragma once

#include "fovea/model_file.h"

namespace fovea {

/// The weights that a file has under this library's names. The source gives the bytes at the
/// entries' offsets. Throws as readModel does.
ModelWeights readWeights(const ModelConfig& config, const SafetensorsFile& file,
                         const ByteSource& source, const ModelOptions& options);

}  // namespace fovea
