#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fovea/error.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "int8_rows.h"
#include "tensor_finder.h"

namespace fovea {

using Integers = IntegersPart<IntegerMatrix>;

#ifdef FOVEA_WITHOUT_INTEGERS
inline bool wantsIntegers(const ModelOptions& /*options*/) { return false; }
inline void assign(const StridedView& /*weight*/, const RowVector& /*scales*/, Integers& /*to*/) {}
#else
inline bool wantsIntegers(const ModelOptions& options) { return options.integers; }
inline void assign(const StridedView& weight, const RowVector& scales, Integers& to) {
  to.assign(weight, scales);
}
#endif

// Reads the model part by part, and the tensors of a part in the order of the file.
class PartReader {
 public:
  /// `tokens` is for the integers of the embedding table.
  PartReader(const ByteSource& source, const ModelOptions& options, Integers& tokens,
             TensorFinder& finder)
      : source_(source), wantsIntegers_(wantsIntegers(options)), tokens_(tokens), finder_(finder) {}

  void operator()(const Parameter& parameter, LinearWeights& linear) {
    linear.integers.clear();
    add(parameter, linear.weight.data(), &linear.integers);
  }
  template <typename Tensor>
  void operator()(const Parameter& parameter, Tensor& tensor) {
    add(parameter, tensor.data(), kWithIntegers && parameter.name == kTokens ? &tokens_ : nullptr);
  }

  /// Reads the tensors visited, and returns how to store the matrices: as BF16 if all of them are.
  Storage read() {
    std::sort(places_.begin(), places_.end(),
              [](const Place& a, const Place& b) { return a.entry->offset < b.entry->offset; });
    for (const Place& place : places_) {
      if (place.scales == nullptr) {
        readFiniteFloats(source_, place.name, *place.entry, place.to);
      } else {
        readIntegers(place);
      }
    }
    const bool narrow = std::all_of(places_.begin(), places_.end(), [](const Place& place) {
      return place.entry->shape.size() < 2 || place.entry->dtype == Dtype::kBF16;
    });
    places_.clear();
    return narrow ? Storage::kBf16 : Storage::kScalar;
  }

  /// If integers were asked for, there must be some.
  void checkIntegers() const {
    if (kWithIntegers && wantsIntegers_ && !hasIntegers_)
      refuse(ErrorCode::kInvalidInput,
             "the file has no I8 matrices, which alone are multiplied in integers");
  }

 private:
  static constexpr const char* kTokens = "embeddings.word_embeddings.weight";

  struct Place {
    std::string name;
    const TensorEntry* entry;
    const TensorEntry* scales;  // of an I8 matrix, else null
    Scalar* to;
    Integers* integers;  // or null
  };

  void add(const Parameter& parameter, Scalar* to, Integers* integers) {
    if (parameter.size() == 0) return;
    const TensorEntry& entry = finder_.get(parameter.name, parameter.shape);
    places_.push_back(
        {parameter.name, &entry, finder_.scalesOf(parameter.name, entry), to, integers});
  }

  void readIntegers(const Place& place) {
    const RowVector scales =
        readInt8Rows(source_, {place.name, place.entry, place.scales}, place.to);
    if (!kWithIntegers || !wantsIntegers_ || place.integers == nullptr) return;
    const Index columns = place.entry->shape[1];
    assign({place.to, place.entry->shape[0], columns, columns, 1}, scales, *place.integers);
    hasIntegers_ = true;
  }

  const ByteSource& source_;
  bool wantsIntegers_;
  bool hasIntegers_ = false;
  Integers& tokens_;
  TensorFinder& finder_;
  std::vector<Place> places_;
};

}  // namespace fovea
