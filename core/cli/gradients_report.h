#pragma once

#include <string>
#include <vector>

#include "fovea/train/layer_measures.h"
#include "fovea/train/softmax_study.h"

namespace fovea::cli {

/// The softmax of one width of a head over seeds.
struct SoftmaxRuns {
  Index dK;
  std::vector<SoftmaxMeasures> scaled, unscaled;  ///< one a seed
};

/// A table with a line a layer: of several runs the middle one, with the least and the most.
std::string layerTable(const std::vector<LayerMeasures>& runs);
/// The same as CSV, every run: seed,layer,gradient,difference,stream,weights. Seeds count from 1.
std::string layerCsv(const std::vector<LayerMeasures>& runs);

/// A table with a line for each width, the middle of the runs.
std::string softmaxTable(const std::vector<SoftmaxRuns>& widths);
/// seed,d_k,scaled,largest,passed
std::string softmaxCsv(const std::vector<SoftmaxRuns>& widths);

}  // namespace fovea::cli
