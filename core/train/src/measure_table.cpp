#include "fovea/train/measure_table.h"

#include <algorithm>
#include <cstdio>

#include "fovea/error.h"

namespace fovea {
namespace {

using Row = std::vector<std::string>;
using ModelMeasures = std::vector<std::vector<Measure>>;

std::string cell(const Measure& measure, bool bold) {
  const std::string value = measure.value + (measure.met ? "" : " ✗");
  return bold ? "**" + value + "**" : value;
}

std::string rangeOf(const ModelMeasures& models, std::size_t line) {
  std::vector<double> numbers;
  for (const std::vector<Measure>& model : models)
    if (model[line].number) numbers.push_back(*model[line].number);
  if (numbers.empty()) return "";
  const auto ends = std::minmax_element(numbers.begin(), numbers.end());
  char text[64];
  std::snprintf(text, sizeof text, "%.3f – %.3f", *ends.first, *ends.second);
  return text;
}

// In characters, each of which is one place wide.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

std::string printed(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 3);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += "| " + rows[r][i] + std::string(widths[i] - width(rows[r][i]) + 1, ' ');
    text += "|\n";
    if (r > 0) continue;
    for (const std::size_t dashes : widths) text += "|" + std::string(dashes + 2, '-');
    text += "|\n";
  }
  return text;
}

void requireSameLines(const ModelMeasures& models) {
  for (const std::vector<Measure>& model : models) {
    const bool same =
        std::equal(model.begin(), model.end(), models[0].begin(), models[0].end(),
                   [](const Measure& a, const Measure& b) { return a.name == b.name; });
    if (!same)
      refuse(ErrorCode::kInvalidInput, "a table of models needs evaluations of the same measures");
  }
}

}  // namespace

std::string measureTable(const std::vector<MeasuredModel>& models) {
  std::vector<std::string> names;
  ModelMeasures measured;
  for (const MeasuredModel& model : models) {
    names.push_back(model.name);
    measured.push_back(measures(model.evaluation));
  }
  return measureTable(names, measured);
}

std::string measureTable(const std::vector<std::string>& names,
                         const std::vector<std::vector<Measure>>& measured) {
  if (names.empty())
    refuse(ErrorCode::kInvalidInput, "a table of measures needs one model or more");
  requireSameLines(measured);
  const bool several = names.size() > 1;

  std::vector<Row> rows = {{"measure", "wanted"}};
  rows[0].insert(rows[0].end(), names.begin(), names.end());
  if (several) rows[0].emplace_back("range");
  for (std::size_t line = 0; line < measured[0].size(); ++line) {
    Row row = {measured[0][line].name, measured[0][line].wanted};
    for (std::size_t i = 0; i < measured.size(); ++i)
      row.push_back(cell(measured[i][line], several && i == 0));
    if (several) row.push_back(rangeOf(measured, line));
    rows.push_back(row);
  }
  return printed(rows);
}

}  // namespace fovea
