#include "fovea/sequences.h"

#include <algorithm>

namespace fovea {

Sequences::Sequences(const std::vector<Index>& lengths) : begins_{0}, pairs_{0} {
  for (const Index n : lengths) {
    begins_.push_back(begins_.back() + n);
    pairs_.push_back(pairs_.back() + n * n);
  }
}

void Sequences::assign(Index length) {
  begins_.assign({0, length});
  pairs_.assign({0, length * length});
}

Index Sequences::longest() const {
  Index longest = 0;
  for (Index i = 0; i < count(); ++i) longest = std::max(longest, length(i));
  return longest;
}

}  // namespace fovea
