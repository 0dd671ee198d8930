#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/intervention.h"

namespace fovea {

/// A part of a pass that can take its numbers from another sentence: the output of a head, before
/// W_O, or of a layer's feed-forward network, at one word or at all words.
struct CircuitNode {
  Index layer = 0;                            ///< counted from 0
  std::optional<Index> head = std::nullopt;   ///< if empty, the feed-forward network
  std::optional<Index> token = std::nullopt;  ///< if empty, at all words
};

/// The tensor of the trace, and the cells in it, that hold the node's numbers.
Region regionOf(const ModelConfig& config, const CircuitNode& node);

/// How an answer is measured: by how much the first piece exceeds the second, in logits or in
/// probabilities over the whole vocabulary.
enum class CircuitMetric { kLogits, kProbability };

/// An answer that is no word, measured on the activations of a finished pass, such as a label of a
/// classifying head (labelScore in answers.h).
using CircuitReader = std::function<double(const EncoderActivations&)>;

/// Two texts that the model answers differently at a token; the first is the one explained. In
/// place of the second there can be any texts, whose mean the nodes that are not kept take.
struct CircuitQuestion {
  TokenIds ids = {};                              ///< of the sentence
  TokenIds twin = {};                             ///< of its twin, the same number
  Index token = 0;                                ///< where the answer is read, from 0
  std::int32_t answer = 0;                        ///< the sentence's answer, as a piece
  std::int32_t other = 0;                         ///< the twin's
  CircuitMetric metric = CircuitMetric::kLogits;  ///< for both
  bool whole = false;                             ///< a node covers all words
  /// In place of a twin, texts of any length: a node that is not kept has its mean over all their
  /// tokens.
  std::vector<TokenIds> averaged = {};
  /// What measures the answer in place of `token`, `answer`, `other` and `metric`.
  CircuitReader reader = {};
};

/// Throws ModelError{kInvalidInput} for texts of different lengths; without a reader also for a
/// piece that does not exist, and {kInvalidConfig} for a model without a masked-word head.
void validate(const CircuitQuestion& question, const ModelConfig& config);

/// For each node, whether it is kept: a kept node computes its numbers from what reaches it, the
/// others have the twin's.
using KeptNodes = std::vector<bool>;

/// How many nodes are kept.
std::size_t countKept(const KeptNodes& kept);

/// A connection through which part of the answer flows.
struct CircuitEdge {
  std::size_t from;               ///< a kept node
  std::optional<std::size_t> to;  ///< a later one; if empty, the answer itself
  double share;                   ///< the share of the answer that is lost without it
};

/// Passes through a sentence in which most nodes hold its twin's numbers (activation patching, Wang
/// et al. 2023, "Interpretability in the wild", section 3). Each pass starts at the first node in
/// which it differs from the current one.
class Circuit {
 public:
  /// The encoder must outlive it. Throws what validate, Encoder::forward and predictToken throw,
  /// and ModelError{kInvalidInput} for texts with the same answer.
  Circuit(const Encoder& encoder, CircuitQuestion question);
  Circuit(const Encoder&& encoder, CircuitQuestion question) = delete;

  /// All nodes, in the order in which a pass computes them.
  const std::vector<CircuitNode>& nodes() const { return nodes_; }
  const CircuitQuestion& question() const { return question_; }  ///< as given
  double ofSentence() const { return ofSentence_; }  ///< the sentence's answer, in the metric
  double ofTwin() const { return ofTwin_; }          ///< the twin's answer
  std::int64_t passes() const { return passes_; }    ///< how many passes have been made

  /// How much of the answer these nodes keep: (their answer − the twin's) ÷ (the sentence's − the
  /// twin's); 1 with all of them.
  double share(const KeptNodes& kept);

  /// Makes this the current set: what other sets share with it is not computed again.
  void moveTo(const KeptNodes& kept);

  /// How much of the answer flows from each kept node to each later one, and directly to the answer
  /// (path patching, Goldowsky-Dill et al. 2023): the share that is lost when only the receiver
  /// reads the sender's numbers from the twin. Nodes between the two keep their numbers; those
  /// after the receiver see the effect.
  std::vector<CircuitEdge> edges(const KeptNodes& kept);

 private:
  /// A pass, and what it computed at every place before the twin's numbers came in. Place 2·l is
  /// the heads of layer l, 2·l + 1 its feed-forward network.
  struct Pass {
    EncoderActivations activations;
    std::vector<Matrix> own;
  };

  void averageTexts();
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
