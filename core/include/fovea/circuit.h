#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/intervention.h"

namespace fovea {

/// A part of a pass that can take another sentence's numbers: the output of a head, before W_O, or
/// of a layer's feed-forward network, at one word or at all words.
struct CircuitNode {
  Index layer = 0;                            ///< counted from 0
  std::optional<Index> head = std::nullopt;   ///< none: the feed-forward network
  std::optional<Index> token = std::nullopt;  ///< none: at all words
};

/// The tensor of the trace, and the cells of it, that hold the node's numbers.
Region regionOf(const ModelConfig& config, const CircuitNode& node);

/// What an answer is measured by: how far the first piece is above the second, as logits or as
/// probabilities among the whole vocabulary.
enum class CircuitMetric { kLogits, kProbability };

/// Two texts that the model answers differently at a token; the first is the one explained.
struct CircuitQuestion {
  TokenIds ids = {};                              ///< of the sentence
  TokenIds twin = {};                             ///< of its twin, as many
  Index token = 0;                                ///< where the answer is read, from 0
  std::int32_t answer = 0;                        ///< the sentence's answer, a piece
  std::int32_t other = 0;                         ///< the twin's
  CircuitMetric metric = CircuitMetric::kLogits;  ///< of the two
  bool whole = false;                             ///< a node is a part at all words
};

/// Throws ModelError{kInvalidConfig} for a model without a masked-word head, and {kInvalidInput}
/// for texts of different lengths and a piece that there is not.
void validate(const CircuitQuestion& question, const ModelConfig& config);

/// For each node whether it keeps the sentence's own number, which it makes of what the kept nodes
/// before it hand on. The others hold the twin's.
using KeptNodes = std::vector<bool>;

/// How many are kept.
std::size_t countKept(const KeptNodes& kept);

/// One way that the answer takes through kept nodes.
struct CircuitEdge {
  std::size_t from;               ///< a kept node
  std::optional<std::size_t> to;  ///< a later one; none: the answer
  double share;                   ///< of the answer, that is lost without it
};

/// Passes through a sentence in which most nodes hold its twin's numbers (activation patching,
/// Wang et al. 2023, "Interpretability in the wild", section 3). A pass begins at the first node
/// that it has otherwise than the one at hand.
class Circuit {
 public:
  /// The encoder must outlive it. Throws what validate, Encoder::forward and predictToken throw,
  /// and ModelError{kInvalidInput} for texts that are answered alike.
  Circuit(const Encoder& encoder, CircuitQuestion question);

  /// All, in the order in which a pass computes them.
  const std::vector<CircuitNode>& nodes() const { return nodes_; }
  const CircuitQuestion& question() const { return question_; }  ///< as it was given
  double ofSentence() const { return ofSentence_; }              ///< its answer, by the metric
  double ofTwin() const { return ofTwin_; }                      ///< likewise
  std::int64_t passes() const { return passes_; }                ///< how many have been made

  /// How much of the answer these nodes keep: (their answer − the twin's) ÷ (the sentence's − the
  /// twin's); 1 with all of them.
  double share(const KeptNodes& kept);

  /// Makes this set the one at hand: what other sets share with it is not computed again.
  void moveTo(const KeptNodes& kept);

  /// How much of the answer goes from each kept node to each later one, and straight to the answer
  /// (path patching, Goldowsky-Dill et al. 2023): the share that is lost where the receiver alone
  /// reads the sender's number as it is in the twin. Every node between the two keeps its number;
  /// those after the receiver answer to what it makes of it.
  std::vector<CircuitEdge> edges(const KeptNodes& kept);

 private:
  /// A pass, and what it computed at every place before the twin's numbers came in. Place 2·l is
  /// the heads of layer l, 2·l + 1 its feed-forward network.
  struct Pass {
    EncoderActivations activations;
    std::vector<Matrix> own;
  };

  std::size_t firstNode(std::size_t place) const;
  void copyNode(std::size_t node, const Matrix& from, Matrix& to) const;
  void copyTwin(const KeptNodes& kept, std::size_t place, Matrix& to) const;
  void begin(std::size_t place);
  template <typename Change>
  void run(Pass& pass, std::size_t place, Change&& change);
  void runKept(const KeptNodes& kept, std::size_t place, Pass& pass);
  void addEdgesFrom(std::size_t node, std::vector<CircuitEdge>& edges);
  double answerOf(EncoderActivations& activations) const;
  double shareOf(Pass& pass) const;

  const Encoder& encoder_;
  CircuitQuestion question_;
  std::vector<CircuitNode> nodes_;
  std::size_t nodesOfPart_ = 1;  // tokens, or 1 where parts are whole
  EncoderActivations twin_;
  KeptNodes kept_;  // of the pass at hand
  Pass atHand_;
  Pass trial_;
  double ofSentence_ = 0;
  double ofTwin_ = 0;
  std::int64_t passes_ = 0;
};

}  // namespace fovea
