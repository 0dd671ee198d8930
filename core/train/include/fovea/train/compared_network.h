#pragma once

#include <memory>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/recurrent_network.h"

namespace fovea {

/// A network that reads sentences, as a comparison asks it. Each keeps its memory from one call to
/// the next.
class ComparedNetwork {
 public:
  ComparedNetwork() = default;
  ComparedNetwork(const ComparedNetwork&) = delete;
  ComparedNetwork& operator=(const ComparedNetwork&) = delete;
  virtual ~ComparedNetwork() = default;

  /// Runs it over a text, forward alone.
  virtual void read(const TokenIds& ids) = 0;
  /// Logits of some rows of sequences laid end to end, a row each.
  virtual Matrix logitsAt(const TokenIds& ids, const Sequences& sequences,
                          const std::vector<Index>& rows) = 0;
  /// Of the loss −log p of a piece at a token: its gradient with respect to the embedding of each
  /// token, n × dModel.
  virtual Matrix embeddingGradient(const TokenIds& ids, Index token, std::int32_t piece) = 0;
};

/// The network must outlive what is returned, and may be trained in between.
std::unique_ptr<ComparedNetwork> compared(const Encoder& encoder);
std::unique_ptr<ComparedNetwork> compared(const RecurrentNetwork& network);

}  // namespace fovea
