#pragma once

#include <optional>

#include "fovea/bugs.h"
#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/linear.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

/// Multi-head scaled dot-product attention (Attention Is All You Need, section 3.2):
/// softmax(Q·Kᵀ ÷ √dK)·V for every head, concatenated, times W_O. The queries are made of x, the
/// keys and values of a memory; in self-attention the memory is x.
struct AttentionWeights {
  LinearWeights query;   ///< W_Q, dModel × dModel
  LinearWeights key;     ///< W_K, likewise, or dKv × dModel where it has fewer heads
  LinearWeights value;   ///< W_V, as W_K
  LinearWeights output;  ///< W_O, dModel × dModel

  /// All zero: to load into, or to gather gradients in.
  static AttentionWeights zeros(Index dModel);
};

/// Who attends to whom: the rows of query sequence i to the rows of key sequence i.
struct AttentionSetting {
  Index heads;                ///< must divide dModel
  const Sequences& queries;   ///< of x, n rows
  const Sequences& keys;      ///< of the memory, m rows; as many sequences as `queries`, none empty
  const AttentionMask& mask;  ///< over the rows of the memory
  std::optional<double> divisor = std::nullopt;  ///< of the scores, above 0; by default √dK
  /// kRotary or kAlibi; the others are not attention's.
  PositionEmbedding positions = PositionEmbedding::kNone;
  Index kvHeads = 0;    ///< as ModelConfig has them
  LayerBugs bugs = {};  ///< none, by default
  /// Of one sequence that is written step by step: the activations keep keys and values of earlier
  /// steps, in matrices with room for those to come, and the memory holds the last rows alone, or
  /// none where the keys are all there.
  bool cached = false;
#ifdef FOVEA_ENCODER_ALONE
  static constexpr Index window = -1;
  static constexpr double rotaryBase = 10000;
#else
  Index window = -1;          ///< how far from its query a key may be seen; −1 for any distance
  double rotaryBase = 10000;  ///< with kRotary
#endif

  /// Whether keys are hidden by their distance.
  bool isWindowed() const { return kWithVariants && window >= 0; }
  /// Whether a query sees a key, both by their positions in the sequence.
  bool isInWindow(Index query, Index key) const {
    return !isWindowed() || (query - key <= window && key - query <= window);
  }
  /// How many heads of queries share one of keys and values.
  Index sharing() const { return !kWithVariants || kvHeads == 0 ? 1 : heads / kvHeads; }
  /// The position of a sequence's first query, in self-attention.
  Index firstQuery() const {
    return kWithVariants && cached ? keys.tokens() - queries.tokens() : 0;
  }
  /// Numbers in the n_i × m_i matrices of one head before sequence i; count() gives all of them.
  std::int64_t pairsBefore(Index i) const;
};

/// Head k holds columns k·dK … (k + 1)·dK − 1 of query, key, value and heads, unless reshaped; of
/// key and value it is head k ÷ sharing().
struct AttentionActivations {
  Matrix query;         ///< n × dModel
  Matrix key;           ///< m × dKv; in a cache its first m rows, as of value and rotatedKey
  Matrix value;         ///< m × dKv
  Matrix rotatedQuery;  ///< query turned by its positions: with kRotary
  Matrix rotatedKey;    ///< key, likewise
  /// heads × n_i × m_i of sequence 0, then of sequence 1, … in one row: use attentionMatrix. Both
  /// are empty after a pass that captured nothing.
  RowVector scores;   ///< q·k, before scaling and mask
  RowVector biases;   ///< added to the scaled scores: with kAlibi, laid out as they are
  RowVector weights;  ///< softmax(scores ÷ √dK + biases + mask), or as the bugs have it
  Matrix heads;       ///< n × dModel, weights·V of every head, concatenated
  Matrix output;      ///< n × dModel, heads·W_O + b_O
  /// Of gradients alone: the part of the weights' that does not come through `heads`, from a loss
  /// that reads the weights themselves. Laid out as they are; empty where there is no such loss.
  RowVector weightsDirect;
};

/// The n_i × m_i matrix of one sequence and head, in `scores` or `weights`.
Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const AttentionSetting& setting,
                                         Index sequence, Index head);
Eigen::Map<Matrix> attentionMatrix(RowVector& tensor, const AttentionSetting& setting,
                                   Index sequence, Index head);
/// The same for self-attention.
Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const Sequences& sequences,
                                         Index heads, Index sequence, Index head);

/// One query's row (m_i) of one head's weights, recomputed from `query` and `key`: for passes that
/// captured nothing. `query` counts within the sequence; the softmax must be over rows.
RowVector attentionRow(const AttentionActivations& activations, const AttentionSetting& setting,
                       Index sequence, Index head, Index query);

/// x is n × dModel, the memory m × dModel. Where anything is captured, heads · n_i · m_i summed
/// over the sequences must fit an Index (Encoder checks it); where nothing is, the softmax must be
/// over rows.
void attentionForward(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations,
                      Capture capture = Capture::kAllLayers);

/// The stages of a captured attentionForward, in order; each reads what the earlier ones wrote.
void attentionProject(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations);
/// Only with kRotary.
void attentionRotate(const AttentionSetting& setting, AttentionActivations& activations);
/// Only with kAlibi.
void attentionBias(const AttentionSetting& setting, AttentionActivations& activations);
void attentionScore(const AttentionSetting& setting, AttentionActivations& activations);
void attentionNormalise(const AttentionSetting& setting, AttentionActivations& activations);
void attentionMix(const AttentionSetting& setting, AttentionActivations& activations);
void attentionOutput(const AttentionWeights& weights, const AttentionSetting& setting,
                     AttentionActivations& activations);

/// Expects the gradient of the output in `dActivations.output`, and in `dActivations.weightsDirect`
/// what the weights get besides; fills the rest of `dActivations`, adds to `gradient`, and sets dx
/// (n × dModel) and dMemory (m × dModel); in self-attention, where the two are one object, it
/// becomes the sum. Needs of the forward pass: x, the memory, and every activation but scores and
/// output. It knows nothing of bugs.
void attentionBackward(const AttentionWeights& weights, const AttentionSetting& setting,
                       const Matrix& x, const Matrix& memory,
                       const AttentionActivations& activations, AttentionActivations& dActivations,
                       AttentionWeights& gradient, Matrix& dx, Matrix& dMemory);

}  // namespace fovea
