#pragma once

#include <vector>

#include "fovea/attention.h"
#include "fovea/mixture.h"

namespace fovea {

inline void addLinears(AttentionWeights& attention, std::vector<LinearWeights*>& to) {
  for (LinearWeights* linear :
       {&attention.query, &attention.key, &attention.value, &attention.output})
    to.push_back(linear);
}

inline void addLinears(FeedForwardWeights& network, std::vector<LinearWeights*>& to) {
  for (LinearWeights* linear : {&network.expand, &network.compress, &network.up})
    to.push_back(linear);
}

/// Of a layer's feed-forward sublayer: one network, or a router and its experts.
template <typename Layer>
void addFeedForwardLinears(Layer& layer, std::vector<LinearWeights*>& to) {
  to.push_back(&layer.mixture.router);
  addLinears(layer.feedForward, to);
  if (kWithVariants)
    for (FeedForwardWeights& expert : layer.mixture.experts) addLinears(expert, to);
}

}  // namespace fovea
