#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/error.h"
#include "fovea/trace.h"

namespace fovea {

inline void requireOneSequence(const Sequences& sequences) {
  if (sequences.count() != 1)
    throw ModelError(ErrorCode::kInvalidInput,
                     "a trace has one sequence, this one has " + std::to_string(sequences.count()));
}

/// Turns each field into a TraceTensor, with a prefix before its name.
struct ToTensor {
  const std::string prefix;
  const std::function<void(const TraceTensor&)>& visit;

  template <typename Tensor>
  void operator()(const std::string& name, const std::vector<Axis>& axes,
                  const Tensor& tensor) const {
    visit({prefix + name, axes, tensor.data(), nullptr});
  }
  void operator()(const std::string& name, const std::vector<Axis>& axes,
                  const TokenIds& ids) const {
    if (prefix.empty()) visit({name, axes, nullptr, ids.data()});  // ids have no gradient
  }
};

}  // namespace fovea
