#pragma once

#include "attention_heads.h"

// Attention that reaches a number of positions to either side, as in ModernBERT's local layers, or
// that looks up a bias by distance, as in MPNet's.
namespace fovea {

/// −∞ for keys outside the window, of scores whose first query and key have these positions.
void hideByDistance(const AttentionSetting& setting, Index firstQuery, Index firstKey,
                    Matrix& scores);

/// Of a head with a window or with biases of a table: some queries at a time, and the keys that any
/// of them sees.
void attendInWindow(const HeadOfSequence& head, AttentionActivations& a);

}  // namespace fovea
