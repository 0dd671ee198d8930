#pragma once

#include <string>

#include "catch2.h"
#include "fovea/kernels.h"

/// The name of each set of kernels that runs here, in turn.
#define EACH_KERNELS GENERATE(from_range(fovea::availableKernels()))

namespace fovea::test {

/// Uses a set of kernels for a scope.
class UsedKernels {
 public:
  explicit UsedKernels(const std::string& name) { useKernels(name); }
  UsedKernels(const UsedKernels&) = delete;
  UsedKernels& operator=(const UsedKernels&) = delete;
  ~UsedKernels() { useKernels(before_); }

 private:
  std::string before_ = kernelsInUse();
};

}  // namespace fovea::test
