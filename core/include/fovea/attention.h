#pragma once

#include <optional>

#include "fovea/bugs.h"
#include "fovea/build.h"
#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/linear.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

/// Multi-head scaled dot-product attention (Attention Is All You Need, section 3.2): softmax(Q·Kᵀ ÷
/// √dK)·V for every head, concatenated, times W_O. The queries are computed from x, the keys and
/// values from a memory; in self-attention, the memory is x.
struct AttentionWeights {
  LinearWeights query;   ///< W_Q, dModel × dModel
  LinearWeights key;     ///< W_K, likewise, or dKv × dModel if it has fewer heads
  LinearWeights value;   ///< W_V, the same shape as W_K
  LinearWeights output;  ///< W_O, dModel × dModel

  /// All zero: to load into, or to accumulate gradients in.
  static AttentionWeights zeros(Index dModel);
};

inline namespace FOVEA_BUILD {

/// What attends to what: the rows of query sequence i attend to the rows of key sequence i.
struct AttentionSetting {
  Index heads;                ///< must divide dModel
  const Sequences& queries;   ///< of x, n rows
  const Sequences& keys;      ///< of the memory, m rows; as many sequences as `queries`, none empty
  const AttentionMask& mask;  ///< over the rows of the memory
  std::optional<double> divisor = std::nullopt;  ///< of the scores, above 0; default √dK
  /// kRotary or kAlibi; the others don't concern attention.
  PositionEmbedding positions = PositionEmbedding::kNone;
  Index kvHeads = 0;    ///< as in ModelConfig
  LayerBugs bugs = {};  ///< none, by default
  /// For a sequence that is written step by step: the activations keep the keys and values of
  /// earlier steps, in matrices with room for later ones, and the memory holds only the last rows,
  /// or none if all keys are already there.
  bool cached = false;
#ifdef FOVEA_ENCODER_ALONE
  static constexpr Index window = -1;
  static constexpr double rotaryBase = 10000;
  static constexpr const Matrix* relativeBias = nullptr;
#else
  Index window = -1;          ///< how far a query can see; −1 for any distance
  double rotaryBase = 10000;  ///< with kRotary
  /// Biases by distance, kRelativeBuckets × heads (relative_positions.h); null for none. Without a
  /// cache and a window.
  const Matrix* relativeBias = nullptr;
#endif

  /// Whether biases are looked up by distance.
  bool hasRelativeBias() const { return kWithVariants && relativeBias != nullptr; }
  /// Whether something is added to the scaled scores.
  bool hasBiases() const { return isAlibi(positions) || hasRelativeBias(); }

  /// Whether distant keys are hidden.
  bool isWindowed() const { return kWithVariants && window >= 0; }
  /// Whether a query can see a key; both are positions in the sequence.
  bool isInWindow(Index query, Index key) const {
    return !isWindowed() || (query - key <= window && key - query <= window);
  }
  /// How many query heads share each head of keys and values.
  Index sharing() const { return !kWithVariants || kvHeads == 0 ? 1 : heads / kvHeads; }
  /// The position of a sequence's first query in self-attention.
  Index firstQuery() const {
    return kWithVariants && cached ? keys.tokens() - queries.tokens() : 0;
  }
  /// Elements in one head's n_i × m_i matrices of the sequences before i; with count(), of all
  /// sequences.
  std::int64_t pairsBefore(Index i) const;
};

}  // namespace FOVEA_BUILD

/// Head k has columns k·dK … (k + 1)·dK − 1 of query, key, value and heads, unless reshaped; of key
/// and value, it uses head k ÷ sharing().
struct AttentionActivations {
  Matrix query;         ///< n × dModel
  Matrix key;           ///< m × dKv; in a cache, the first m rows, also of value and rotatedKey
  Matrix value;         ///< m × dKv
  Matrix rotatedQuery;  ///< query rotated by its positions; only with kRotary
  Matrix rotatedKey;    ///< key, likewise
  /// heads × n_i × m_i for sequence 0, then for sequence 1, …, in one row: use attentionMatrix.
  /// Empty after a pass that captured nothing, as are the next two.
  RowVector scores;   ///< q·k, before scaling and mask
  RowVector biases;   ///< added to the scaled scores, in the same layout; only with hasBiases()
  RowVector weights;  ///< softmax(scores ÷ √dK + biases + mask), unless a bug changes it
  Matrix heads;       ///< n × dModel, weights·V of every head, concatenated
  Matrix output;      ///< n × dModel, heads·W_O + b_O
  /// Only in gradients: the part of the weights' gradient that does not come through `heads` but
  /// from a loss that reads the weights themselves. The same layout as the weights, or empty if
  /// there is no such loss.
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

/// One query's row (m_i) of one head's weights, recomputed from `query` and `key`, for passes that
/// captured nothing. The query is counted within its sequence; the softmax must be over rows.
RowVector attentionRow(const AttentionActivations& activations, const AttentionSetting& setting,
                       Index sequence, Index head, Index query);

/// x is n × dModel, the memory m × dModel. In a captured pass, heads · n_i · m_i summed over the
/// sequences must fit an Index (Encoder checks it); otherwise the softmax must be over rows.
void attentionForward(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations,
                      Capture capture = Capture::kAllLayers);

/// The stages of a captured attentionForward, in order; each reads what the earlier ones wrote.
void attentionProject(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations,
                      Capture capture = Capture::kAllLayers);
/// Only with kRotary.
void attentionRotate(const AttentionSetting& setting, AttentionActivations& activations);
/// Only with hasBiases().
void attentionBias(const AttentionSetting& setting, AttentionActivations& activations);
void attentionScore(const AttentionSetting& setting, AttentionActivations& activations);
void attentionNormalise(const AttentionSetting& setting, AttentionActivations& activations);
void attentionMix(const AttentionSetting& setting, AttentionActivations& activations);
void attentionOutput(const AttentionWeights& weights, const AttentionSetting& setting,
                     AttentionActivations& activations, Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in `dActivations.output`, and optionally in
/// `dActivations.weightsDirect` what to add to that of the weights; fills the rest of
/// `dActivations`, adds to `gradient`, and sets dx (n × dModel) and dMemory (m × dModel). In
/// self-attention the two may be one object, which becomes their sum. Needs x, the memory, and all
/// activations except scores and output from the forward pass. Ignores bugs.
void attentionBackward(const AttentionWeights& weights, const AttentionSetting& setting,
                       const Matrix& x, const Matrix& memory,
                       const AttentionActivations& activations, AttentionActivations& dActivations,
                       AttentionWeights& gradient, Matrix& dx, Matrix& dMemory);

/// Adds the gradient of the biases in `dActivations`, which attentionBackward has set, to that of
/// their table, kRelativeBuckets × heads.
void relativeBiasBackward(const AttentionSetting& setting, const AttentionActivations& dActivations,
                          Matrix& gradient);

}  // namespace fovea
