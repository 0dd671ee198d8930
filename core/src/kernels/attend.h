#pragma once

#include "fovea/packed_matrix.h"
#include "rows.h"

namespace fovea::kernels {

/// A tile of scores.
constexpr Index kQueriesAtOnce = 60;  // a multiple of every MR: 5, 6, 10 and 12
constexpr Index kKeysAtOnce = 256;

/// One head of one sequence: queries are n × dK, keys and values m × dK.
struct Head {
  StridedView query;
  StridedView key;
  StridedView value;
  Scalar slope = 0;  ///< what a score loses for each token between its key and its query
};

}  // namespace fovea::kernels

namespace FOVEA_KERNELS {

/// out = softmax(scale·(Q·Kᵀ − slope·distance) + mask)·V, n × dK with `outStride` scalars from row
/// to row, by online softmax (Milakov & Gimelshein 2018; FlashAttention, Dao et al. 2022): tile by
/// tile of keys, a row's sum so far is rescaled when a larger score appears. Takes memory for a
/// tile of scores and two numbers a row. `firstKey` is where the head's first key is in mask.keep.
/// A query that may see no key gets 0 exactly; its row is all NaN if any of its scores is NaN.
void attend(const Head& head, Scalar scale, const MaskView& mask, Index firstKey, Scalar* out,
            Index outStride);

}  // namespace FOVEA_KERNELS
