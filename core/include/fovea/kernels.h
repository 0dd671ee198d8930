#pragma once

#include <string>
#include <vector>

// On x86-64 the library holds its kernels (products of matrices, attention, norms and activations
// of rows) five times, for SSE2, for AVX2 with FMA and for AVX-512, these without and with VNNI,
// and uses the best that the processor and its system know. Elsewhere it has one set.
namespace fovea {

/// The names of the sets of kernels that run here, best first: of "avx512vnni", "avx512",
/// "avxvnni", "avx2" and "sse2"; or the only one, as "neon".
std::vector<std::string> availableKernels();

/// The name of the set in use: the first that is available, or the one that the environment names
/// in FOVEA_KERNELS. Refuses a name there that is not available (kInvalidInput), as does everything
/// that computes.
std::string kernelsInUse();

/// Uses another set from now on; refuses one that is not available (kInvalidInput). Not while
/// another thread computes. Models that exist already go on multiplying with the set that was in
/// use when they were made, since it packed their weights.
void useKernels(const std::string& name);

}  // namespace fovea
