#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fovea {

/// A line of a model's table: one measure of its evaluation, and what is wanted of it.
struct Measure {
  std::string name;
  std::string wanted;            ///< "≥ .95"; empty where it is reported only
  std::string value;             ///< as printed; "–" where the evaluation does not have it
  std::optional<double> number;  ///< where it is one
  bool met = true;               ///< false where it misses what is wanted
};

/// The measures of an evaluation (toJson). Throws ModelError{kInvalidInput} for another text.
std::vector<Measure> measures(const std::string& evaluation);

struct MeasuredModel {
  std::string name;
  std::string evaluation;  ///< toJson
};

/// The measures of one or more models as a Markdown table with a column each. Of several, the first
/// is in bold, and a last column has the least and the most of each number. ✗ is after what
/// misses. Throws as measures, and for no models.
std::string measureTable(const std::vector<MeasuredModel>& models);

/// The same of measures at hand, a list for each of the names.
std::string measureTable(const std::vector<std::string>& names,
                         const std::vector<std::vector<Measure>>& measured);

}  // namespace fovea
