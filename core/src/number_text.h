#pragma once

#include <string>

namespace fovea {

/// The number as printf's %g writes it, with at most this many significant digits (1 to 17).
std::string numberText(double number, int digits = 6);

}  // namespace fovea
