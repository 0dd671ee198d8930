#pragma once

#include <map>
#include <string>
#include <vector>

#include "fixture.h"
#include "fovea/encoder.h"

namespace fovea::test {

/// Tensors end to end by the names of structures.safetensors: <trace name>, grad.<trace name>,
/// g.<parameter>.
using Tensors = std::map<std::string, RowVector>;

/// One of the two encoders of structures.safetensors, and what PyTorch computed with it. The
/// docstring of tests/tools/structure_fixtures.py says what the file holds.
class TracedModel {
 public:
  /// `name` is "post" or "pre", the norm order that the model was made for.
  TracedModel(const Fixture& fixture, const std::string& name);

  const Encoder& encoder() const { return encoder_; }
  TokenIds ids(const std::string& name = "ids") const { return fixture_.integers(prefix_ + name); }
  Matrix matrix(const std::string& name) const { return fixture_.matrix(prefix_ + name); }
  RowVector row(const std::string& name) const { return fixture_.row(prefix_ + name); }
  /// A JSON list in the metadata.
  std::string list(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;

  /// Every tensor of a pass.
  Tensors forward(const ForwardOptions& options) const;
  /// Every tensor and gradient of a pass with the fixture's loss.
  Tensors run(const ForwardOptions& options) const;

 private:
  const Fixture& fixture_;
  std::string name_;
  std::string prefix_;
  Encoder encoder_;
};

/// How far a tensor of this name may be off, of its scale.
double toleranceOf(const std::string& name);

/// What the error of a tensor is measured against: in double its own norm. In float the largest
/// norm in its group, since means and gradients through a norm are what is left of terms that
/// cancel. A key's bias shifts all scores of a row alike: its true gradient is 0.
class Scales {
 public:
  explicit Scales(const Tensors& tensors);
  double of(const std::string& name, const RowVector& tensor) const;

 private:
  std::map<std::string, double> largest_;
};

/// Compares inner products with `direction`. An error in any element shows in them, relative to the
/// norms of both vectors.
void checkProjections(const Tensors& actual, const std::vector<std::string>& names,
                      const RowVector& expected, const RowVector& direction);

/// The tensors of a pass, after predict().
Tensors tensorsOf(const Encoder& encoder, const EncoderActivations& activations);

}  // namespace fovea::test
