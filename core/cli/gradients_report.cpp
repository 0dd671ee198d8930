#include "gradients_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "text.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kColumn = 32;

/// Without the sign that some machines give a NaN.
std::string shown(double number, const char* format) {
  if (std::isnan(number)) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string brief(double number) { return shown(number, "%.3g"); }
std::string exact(double number) { return shown(number, "%.9g"); }

/// NaN comes after every number: it is what left the range of a float.
std::vector<double> sorted(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end(),
            [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; });
  return numbers;
}

double middle(const std::vector<double>& numbers) {
  return sorted(numbers)[(numbers.size() - 1) / 2];
}

/// "3.1 (2.9 … 4)", or the number alone where there is one.
std::string spread(const std::vector<double>& numbers) {
  if (numbers.size() == 1) return brief(numbers[0]);
  const std::vector<double> s = sorted(numbers);
  return brief(middle(s)) + " (" + brief(s.front()) + " … " + brief(s.back()) + ")";
}

template <typename Run, typename Get>
std::vector<double> ofEach(const std::vector<Run>& runs, Get&& get) {
  std::vector<double> numbers;
  numbers.reserve(runs.size());
  for (const Run& run : runs) numbers.push_back(get(run));
  return numbers;
}

}  // namespace

std::string layerTable(const std::vector<LayerMeasures>& runs) {
  std::string table = padded("layer", 8) + padded("gradient", kColumn) +
                      padded("difference of words", kColumn) + padded("norm of a word", kColumn) +
                      "gradient of the weights\n";
  for (std::size_t l = 0; l < runs[0].gradient.size(); ++l) {
    const auto cell = [&](std::vector<double> LayerMeasures::*measure) {
      return spread(ofEach(runs, [&](const LayerMeasures& run) { return (run.*measure)[l]; }));
    };
    table += padded(l == 0 ? "words" : std::to_string(l), 8) +
             padded(cell(&LayerMeasures::gradient), kColumn) +
             padded(cell(&LayerMeasures::difference), kColumn) +
             padded(cell(&LayerMeasures::stream), kColumn) + cell(&LayerMeasures::weights) + "\n";
  }
  return table + "\nlayer 1 is the first, as on the page; --structure and --loss count from 0\n";
}

std::string layerCsv(const std::vector<LayerMeasures>& runs) {
  std::string csv = "seed,layer,gradient,difference,stream,weights\n";
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (std::size_t l = 0; l < runs[r].gradient.size(); ++l)
      csv += std::to_string(r + 1) + "," + std::to_string(l) + "," + exact(runs[r].gradient[l]) +
             "," + exact(runs[r].difference[l]) + "," + exact(runs[r].stream[l]) + "," +
             exact(runs[r].weights[l]) + "\n";
  return csv;
}

std::string softmaxTable(const std::vector<SoftmaxRuns>& widths) {
  std::string table = padded("", 8) + padded("largest weight", kColumn) + "gradient let through\n" +
                      padded("d_k", 8);
  for (int i = 0; i < 2; ++i) table += padded("÷ √d_k", kColumn / 2) + padded("not", kColumn / 2);
  table += "\n";
  for (const SoftmaxRuns& width : widths) {
    table += padded(std::to_string(width.dK), 8);
    for (double SoftmaxMeasures::*measure : {&SoftmaxMeasures::largest, &SoftmaxMeasures::passed})
      for (const auto* runs : {&width.scaled, &width.unscaled})
        table += padded(
            brief(middle(ofEach(*runs, [&](const SoftmaxMeasures& run) { return run.*measure; }))),
            kColumn / 2);
    table += "\n";
  }
  return table;
}

std::string softmaxCsv(const std::vector<SoftmaxRuns>& widths) {
  std::string csv = "seed,d_k,scaled,largest,passed\n";
  for (const SoftmaxRuns& width : widths)
    for (const bool scaled : {true, false}) {
      const auto& runs = scaled ? width.scaled : width.unscaled;
      for (std::size_t r = 0; r < runs.size(); ++r)
        csv += std::to_string(r + 1) + "," + std::to_string(width.dK) + (scaled ? ",1," : ",0,") +
               exact(runs[r].largest) + "," + exact(runs[r].passed) + "\n";
    }
  return csv;
}

}  // namespace fovea::cli
