#include "fovea/sequences.h"

#include <algorithm>
#include <limits>
#include <string>

#include "fovea/error.h"

namespace fovea {
namespace {

// More than any config allows. The squares of all the tokens that fit into memory still sum to less
// than 2^63.
constexpr Index kLongest = Index{1} << 24;
constexpr Index kMostTokens = std::numeric_limits<Index>::max();

}  // namespace

Sequences::Sequences(const std::vector<Index>& lengths) : begins_{0}, pairs_{0} {
  for (const Index n : lengths) append(n);
}

void Sequences::assign(Index length) {
  begins_.resize(1);
  pairs_.resize(1);
  append(length);
}

void Sequences::append(Index length) {
  if (length < 0 || length > kLongest || length > kMostTokens - tokens())
    refuse(ErrorCode::kInvalidInput,
           "a sequence of " + std::to_string(length) + " tokens after " + std::to_string(tokens()) +
               " others: its length must be from 0 to " +
               std::to_string(std::min(kLongest, kMostTokens - tokens())));
  begins_.push_back(begins_.back() + length);
  pairs_.push_back(pairs_.back() + std::int64_t{length} * length);
}

Index Sequences::longest() const {
  Index longest = 0;
  for (Index i = 0; i < count(); ++i) longest = std::max(longest, length(i));
  return longest;
}

}  // namespace fovea
