#pragma once

#include "fovea/config.h"
#include "fovea/matrix.h"

namespace fovea {

/// y = f(x), element by element; y is resized. relu: max(0, x); gelu: x·Φ(x), exact
/// (Hendrycks & Gimpel 2016); gelu_tanh: its tanh approximation (same paper); silu: x·σ(x); none:
/// x.
void activationForward(Activation activation, const MatrixView& x, Matrix& y);

/// dx = f′(x)·dy. Needs x, the values before the activation, from the forward pass.
void activationBackward(Activation activation, const MatrixView& x, const MatrixView& dy,
                        Matrix& dx);

}  // namespace fovea
