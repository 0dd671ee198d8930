#include "dtype_option.h"

#include <CLI/CLI.hpp>
#include <map>
#include <string>

namespace fovea::cli {

void addDtype(CLI::App& command, Dtype& dtype) {
  const std::map<std::string, Dtype> dtypes{
      {"f32", Dtype::kF32}, {"f16", Dtype::kF16}, {"bf16", Dtype::kBF16}};
  command.add_option("--dtype", dtype, "How numbers are stored: f32, f16 or bf16")
      ->transform(CLI::CheckedTransformer(dtypes));
}

}  // namespace fovea::cli
