#include "interventions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "fovea/safetensors.h"
#include "json_text.h"
#include "number_text.h"
#include "trace_fields.h"

namespace fovea {
namespace {

[[noreturn]] void refuse(const Intervention& intervention, const std::string& message) {
  refuse(ErrorCode::kInvalidInput,
         "cannot change " + excerpt(toText(intervention.region)) + ": " + message);
}

/// The fields of a pass that can be changed.
template <typename Activations>
std::vector<PassField> fieldsOf(const ModelConfig& config, const Activations& activations,
                                bool withPrediction) {
  std::vector<PassField> fields;
  forEachField(
      config, activations,
      [&](const Field& f) {
        if (f.ids == nullptr)
          fields.push_back({f.name, f.axes, f.matrix, f.values, f.rows * f.columns});
      },
      withPrediction);
  return fields;
}

/// All zero where there is no tensor of that name that can be changed.
PassField findTensor(const std::string& name, const std::vector<PassField>& fields) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const PassField& each) { return each.name == name; });
  return found == fields.end() ? PassField() : *found;
}

/// The names of what can be changed, with {l} for a layer.
std::string namesOf(const std::vector<PassField>& fields) {
  const std::string any = "layers.{l}.";
  std::string names;
  int last = 0;
  for (const PassField& each : fields) {
    std::string name = each.name;
    const std::size_t at = name.find("layers.");
    if (at != std::string::npos) {
      const std::size_t end = name.find('.', at + 7) + 1;
      last = std::max(last, std::stoi(name.substr(at + 7)));
      if (name.compare(at + 7, end - at - 7, "0.") != 0) continue;
      name.replace(at, end - at, any);
    }
    names += (names.empty() ? "" : ", ") + name;
  }
  return names + ", with l from 0 to " + std::to_string(last);
}

std::string axesText(const std::vector<Axis>& axes) {
  std::string text;
  for (const Axis& axis : axes)
    text += (text.empty() ? "" : " × ") + std::string(axis.name) + " " + std::to_string(axis.size);
  return text;
}

/// The region's ranges, each with an end, checked against the axes of `what`.
std::vector<IndexRange> rangesOf(const Intervention& intervention, const std::vector<Axis>& axes,
                                 const char* what = "the tensor") {
  std::vector<IndexRange> ranges = intervention.region.ranges;
  if (ranges.empty()) ranges.resize(axes.size());
  if (ranges.size() != axes.size())
    refuse(intervention, "the region has " + std::to_string(ranges.size()) + " axes, but " + what +
                             " is " + axesText(axes));
  for (std::size_t i = 0; i < axes.size(); ++i) {
    IndexRange& range = ranges[i];
    if (!range.end) range.end = axes[i].size;
    if (range.begin < 0 || range.begin >= *range.end || *range.end > axes[i].size)
      refuse(intervention, std::string("the axis ") + axes[i].name + " has indices 0 to " +
                               std::to_string(axes[i].size - 1) + ", so " +
                               std::to_string(range.begin) + ":" + std::to_string(*range.end) +
                               " is out of range; " + what + " is " + axesText(axes));
  }
  return ranges;
}

/// Offsets of the cells, in row-major order.
std::vector<Index> cellsOf(const std::vector<IndexRange>& ranges, const std::vector<Axis>& axes) {
  std::vector<Index> cells{0};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::vector<Index> inner;
    for (const Index cell : cells)
      for (Index at = ranges[i].begin; at < *ranges[i].end; ++at)
        inner.push_back(cell * axes[i].size + at);
    cells = std::move(inner);
  }
  return cells;
}

bool endsWith(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

/// Values of the intervention's own.
std::vector<Scalar> valuesOf(const Intervention& intervention, std::size_t cells) {
  const std::vector<Scalar>& values = intervention.values;
  if (values.size() != 1 && values.size() != cells)
    refuse(intervention, "there are " + std::to_string(values.size()) + " values for " +
                             std::to_string(cells) +
                             " cells; give one value, or one for each cell");
  const bool mayForbid = intervention.operation == Operation::kSet &&
                         endsWith(intervention.region.tensor, "ttention.scores");
  for (const Scalar value : values)
    if (!std::isfinite(value) && !(mayForbid && value < 0))
      refuse(intervention, "a value is " + numberText(value) + ", but must be finite" +
                               (mayForbid ? ", or -inf to forbid a key" : ""));
  return values;
}

Index sizeOf(const std::vector<Axis>& axes) {
  Index size = 1;
  for (const Axis& axis : axes) size *= axis.size;
  return size;
}

/// The tensor in the other pass.
PassField findOther(const Intervention& intervention, const ModelConfig& config,
                    const EncoderActivations& own) {
  const EncoderActivations& other = *intervention.from;
  if (&other == &own)
    refuse(intervention, "the values would come from this same pass; give another one");
  PassField found;
  if (!other.layers.empty() && other.sequences.count() == 1)
    found = findTensor(intervention.region.tensor, fieldsOf(config, other, other.predicted));
  if (found.field == nullptr || found.size != sizeOf(found.axes))
    refuse(intervention,
           "the other pass has no such tensor; it must have one sequence, capture all layers and "
           "use the same config");
  return found;
}

template <typename Activations>
PassField findOther(const Intervention& intervention, const ModelConfig& /*config*/,
                    const Activations& /*own*/) {
  refuse(intervention, "values from another pass must be given as a tensor here");
}

/// The tensor of the other pass as it was handed over, with the axes that it has here.
PassField tensorFromCaller(const Intervention& intervention, std::vector<Axis> axes) {
  const TensorValues& other = *intervention.fromTensor;
  const std::string here = axesText(axes);
  bool fits = other.shape.size() == axes.size();
  for (std::size_t i = 0; fits && i < axes.size(); ++i) {
    const std::string name = axes[i].name;
    const bool ofTokens = name == "token" || name == "query" || name == "key";
    fits = ofTokens || other.shape[i] == axes[i].size;
    axes[i].size = other.shape[i];
  }
  const Index size = sizeOf(axes);
  if (!fits || static_cast<Index>(other.values.size()) != size)
    refuse(intervention,
           "the other pass's tensor is " + shapeText(other.shape) + ", but here it is " + here);
  return {intervention.region.tensor, std::move(axes), &other, other.values.data(), size};
}

/// The same cells of another pass.
std::vector<Scalar> valuesOfOther(const Intervention& intervention, const PassField& other,
                                  const std::vector<IndexRange>& ranges) {
  if (!intervention.values.empty())
    refuse(intervention, "both values and another pass are given; give only one");
  Intervention same = intervention;
  same.region.ranges = ranges;
  std::vector<Scalar> values;
  for (const Index cell :
       cellsOf(rangesOf(same, other.axes, "the other pass's tensor"), other.axes))
    values.push_back(other.data[cell]);
  return values;
}

}  // namespace

template <typename Activations>
Interventions::Interventions(const ModelConfig& config,
                             const std::vector<Intervention>& interventions,
                             Activations& activations) {
  if (activations.capture != Capture::kAllLayers || activations.sequences.count() != 1)
    refuse(ErrorCode::kInvalidInput,
           "interventions need a pass of one sequence that captures all layers");
  const std::vector<PassField> fields = fieldsOf(config, activations, config.maskedWordHead);
  for (const Intervention& intervention : interventions)
    add(fields, intervention,
        [&](const Intervention& each) { return findOther(each, config, activations); });
}

template Interventions::Interventions(const ModelConfig&, const std::vector<Intervention>&,
                                      EncoderActivations&);
template Interventions::Interventions(const ModelConfig&, const std::vector<Intervention>&,
                                      DecoderActivations&);
template Interventions::Interventions(const ModelConfig&, const std::vector<Intervention>&,
                                      PictureActivations&);

void Interventions::add(const std::vector<PassField>& fields, const Intervention& intervention,
                        const FindOther& findOther) {
  const std::string& name = intervention.region.tensor;
  if (endsWith(name, "tokens.ids"))
    refuse(intervention, "it is the input; encode other ids instead");
  const PassField found = findTensor(name, fields);
  if (found.field == nullptr)
    refuse(intervention, "there is no such tensor in this pass, which has " + namesOf(fields));
  const std::vector<IndexRange> ranges = rangesOf(intervention, found.axes);
  std::vector<Index> cells = cellsOf(ranges, found.axes);
  std::vector<Scalar> values;
  if (intervention.from != nullptr) {
    values = valuesOfOther(intervention, findOther(intervention), ranges);
  } else if (intervention.fromTensor) {
    values = valuesOfOther(intervention, tensorFromCaller(intervention, found.axes), ranges);
  } else {
    values = valuesOf(intervention, cells.size());
  }
  changes_.push_back({found.field, intervention.operation, std::move(cells), std::move(values)});
}

void Interventions::apply(const Change& change, Scalar* data) {
  for (std::size_t i = 0; i < change.cells.size(); ++i) {
    Scalar& cell = data[change.cells[i]];
    const Scalar value = change.values[change.values.size() == 1 ? 0 : i];
    switch (change.operation) {
      case Operation::kSet:
        cell = value;
        break;
      case Operation::kScale:
        cell *= value;
        break;
      case Operation::kAdd:
        cell += value;
        break;
    }
  }
}

}  // namespace fovea
