#include "dtype_option.h"

namespace fovea::cli {

void addDtype(Command& command, Dtype& dtype) {
  command.option("--dtype DTYPE", "How numbers are stored: f32, f16, bf16 or i8",
                 [&dtype](const std::string& value) {
                   if (value == "f32")
                     dtype = Dtype::kF32;
                   else if (value == "f16")
                     dtype = Dtype::kF16;
                   else if (value == "bf16")
                     dtype = Dtype::kBF16;
                   else if (value == "i8")
                     dtype = Dtype::kI8;
                   else
                     throw UsageError("must be f32, f16, bf16 or i8");
                 });
}

}  // namespace fovea::cli
