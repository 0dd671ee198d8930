#include "kernel_set.h"

#include <atomic>
#include <cstdlib>

#include "fovea/error.h"
#include "fovea/kernels.h"

#ifdef FOVEA_KERNEL_CHOICE
#include <cpuid.h>
#else
#include "kernels/vec.h"
#endif

namespace fovea {
namespace kernels {

#ifdef FOVEA_KERNEL_CHOICE

namespace sse2 {
extern const KernelSet kSet;
}
namespace avx2 {
extern const KernelSet kSet;
}
namespace avxvnni {
extern const KernelSet kSet;
}
namespace avx512 {
extern const KernelSet kSet;
}
namespace avx512vnni {
extern const KernelSet kSet;
}

namespace {

#ifdef FOVEA_VNNI_KERNELS
/// Whether there is VNNI for the registers of AVX2. Some compilers that compile for it cannot be
/// asked by name.
bool hasAvxVnni() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4U & 1U) != 0;
}
#endif

/// Those that the processor knows and whose registers its system saves, best first; what each asks
/// for is what core/kernels.cmake compiles it for.
std::vector<const KernelSet*> runnableSets() {
  std::vector<const KernelSet*> sets;
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq");
#ifdef FOVEA_VNNI_KERNELS
  if (avx512 && __builtin_cpu_supports("avx512vnni")) sets.push_back(&avx512vnni::kSet);
#endif
  if (avx512) sets.push_back(&avx512::kSet);
#ifdef FOVEA_VNNI_KERNELS
  if (avx2 && hasAvxVnni()) sets.push_back(&avxvnni::kSet);
#endif
  if (avx2) sets.push_back(&avx2::kSet);
  sets.push_back(&sse2::kSet);
  return sets;
}

const KernelSet* setOfName(const std::string& name, const std::string& asked) {
  std::string known;
  for (const KernelSet* set : runnableSets()) {
    if (set->name == name) return set;
    known += (known.empty() ? "" : ", ") + std::string(set->name);
  }
  refuse(ErrorCode::kInvalidInput,
         asked + ": no such kernels run on this processor; there are " + known);
}

const KernelSet* setAtFirst() {
  const char* const name = std::getenv("FOVEA_KERNELS");
  if (name == nullptr || *name == '\0') return runnableSets().front();
  return setOfName(name, "FOVEA_KERNELS=" + std::string(name));
}

/// Null until the first use.
std::atomic<const KernelSet*> chosen{nullptr};

}  // namespace

const KernelSet* setInUse() {
  if (const KernelSet* const set = chosen.load(std::memory_order_relaxed)) return set;
  const KernelSet* const first = setAtFirst();
  chosen = first;
  return first;
}

#else

const KernelSet* setInUse() { return nullptr; }

#endif

}  // namespace kernels

#ifdef FOVEA_KERNEL_CHOICE

std::vector<std::string> availableKernels() {
  std::vector<std::string> names;
  for (const kernels::KernelSet* set : kernels::runnableSets()) names.emplace_back(set->name);
  return names;
}

std::string kernelsInUse() { return kernels::setInUse()->name; }

void useKernels(const std::string& name) { kernels::chosen = kernels::setOfName(name, name); }

#else

std::vector<std::string> availableKernels() { return {kernels::kName}; }

std::string kernelsInUse() { return kernels::kName; }

void useKernels(const std::string& name) {
  if (name != kernels::kName)
    refuse(ErrorCode::kInvalidInput,
           name + ": this build has no such kernels, only " + kernels::kName);
}

#endif

}  // namespace fovea
