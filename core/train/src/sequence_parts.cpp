#include "sequence_parts.h"

namespace fovea {

Sequences sequencesBetween(const Sequences& sequences, Index first, Index last) {
  std::vector<Index> lengths;
  for (Index s = first; s < last; ++s) lengths.push_back(sequences.length(s));
  return Sequences(lengths);
}

std::vector<std::pair<Index, Index>> evenParts(const Sequences& sequences, Index count) {
  std::vector<std::pair<Index, Index>> parts;
  Index first = 0;
  for (Index i = 1; i <= count; ++i) {
    Index last = first;
    while (last < sequences.count() && sequences.begin(last) * count < sequences.tokens() * i)
      ++last;
    if (last > first) parts.emplace_back(first, last);
    first = last;
  }
  return parts;
}

}  // namespace fovea
