#include "pass_checks.h"

#include <limits>
#include <string>

#include "fovea/error.h"

namespace fovea {
namespace {

[[noreturn]] void refusePass(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, message);
}

}  // namespace

void checkIds(const EncoderConfig& config, const TokenIds& ids, Index longest) {
  if (ids.empty()) refusePass("no tokens to encode: give at least one id");
  if (longest > config.maxPositions)
    refusePass("a sequence of " + std::to_string(longest) +
               " tokens, but the model takes at most " + std::to_string(config.maxPositions));
  for (const auto id : ids)
    if (id < 0 || id >= config.vocabSize)
      refusePass("token id " + std::to_string(id) + " is outside the vocabulary, 0 to " +
                 std::to_string(config.vocabSize - 1));
}

// Where an Index has 32 bits, the heads of a small model can already ask for more.
void checkPairs(const EncoderConfig& config, std::int64_t pairs, Capture capture) {
  constexpr std::int64_t kMost = std::numeric_limits<Index>::max() / std::int64_t{sizeof(Scalar)};
  if (capture == Capture::kNone || pairs <= kMost / config.heads) return;
  refusePass("the attention of so many tokens has " + std::to_string(config.heads) + " × " +
             std::to_string(pairs) + " weights a layer, but at most " + std::to_string(kMost) +
             " can be kept: encode fewer tokens");
}

void checkTokens(const TokenIds& ids, const Sequences& sequences) {
  if (sequences.tokens() != static_cast<Index>(ids.size()))
    refusePass("the sequences hold " + std::to_string(sequences.tokens()) +
               " tokens, but there are " + std::to_string(ids.size()) + " ids");
}

void checkRun(const EncoderConfig& config, const Structure& structure, Capture capture,
              const Sequences& sequences) {
  validate(structure, config);
  if (capture == Capture::kNone && !runsInTiles(structure))
    refusePass("softmax=columns and softmax=unshifted need a pass that captures all layers");
  for (Index l = 0; l < config.layers; ++l)
    if (structure.ofLayer(l).normOverTokens && sequences.count() != 1)
      refusePass("norm_axis=tokens needs a pass of one sequence");
}

void requireDifferentiable(const EncoderConfig& config, const Structure& structure,
                           Capture capture) {
  if (capture != Capture::kAllLayers) refusePass("backward needs a forward pass with kAllLayers");
  const std::string bug = bugOf(structure, config);
  if (!bug.empty()) refusePass(bug + " runs forward only: no gradients are computed of a bug");
}

}  // namespace fovea
