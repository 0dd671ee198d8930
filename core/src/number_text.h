#pragma once

#include <string>

namespace fovea {

/// The number with at most so many significant digits (1 to 17), as printf's %g writes it.
std::string numberText(double number, int digits = 6);

}  // namespace fovea
