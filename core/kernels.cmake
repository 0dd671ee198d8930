# The kernels of fovea_core. On x86-64 they are compiled five times, for every such processor, for
# those with AVX2 and for those with AVX-512, the last two without and with VNNI, and the library
# chooses when it runs (src/kernel_choice.cpp), however it is built. Elsewhere they are compiled once,
# with the flags of all else: NEON is part of every 64-bit ARM, and of wasm there are two modules.
set(kernels src/kernels/attend.cpp src/kernels/packing.cpp src/kernels/product.cpp src/kernels/rows.cpp)
# On a line of its own, which tests/bench/arithmetic.mjs leaves out: no other figure depends on it.
list(APPEND kernels src/kernels/integers.cpp)
# They stay apart: what the compiler makes of their loops depends on nothing beside them.
set_property(SOURCE ${kernels} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
# Integers give the same bits on every target: a multiplication and an addition never become one.
set_property(SOURCE src/kernels/integers.cpp APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=off)

# For tests that compile them in other ways.
set(absolute ${kernels})
list(TRANSFORM absolute PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
set_property(GLOBAL PROPERTY FOVEA_KERNEL_SOURCES ${absolute})

set(x86_kernels OFF)
if(NOT EMSCRIPTEN)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS "-mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx2 -mfma")
  check_cxx_source_compiles("
    #include <immintrin.h>
    #ifndef __x86_64__
    #error
    #endif
    int main() {
      __builtin_cpu_init();
      return __builtin_cpu_supports(\"avx512vl\") + _mm512_movepi32_mask(_mm512_setzero_si512());
    }" FOVEA_HAS_X86_KERNELS)
  # Of both forms of VNNI; GCC has them since version 11, clang since 12.
  set(CMAKE_REQUIRED_FLAGS "-mavx2 -mavxvnni -mavx512f -mavx512vnni")
  check_cxx_source_compiles("
    #include <immintrin.h>
    int main() {
      const __m512i wide = _mm512_setzero_si512();
      const __m256i narrow = _mm256_setzero_si256();
      return _mm512_cvtsi512_si32(_mm512_dpwssd_epi32(wide, wide, wide)) +
             _mm256_cvtsi256_si32(_mm256_dpwssd_avx_epi32(narrow, narrow, narrow));
    }" FOVEA_HAS_VNNI_KERNELS)
  unset(CMAKE_REQUIRED_FLAGS)
  # Universal programs of macOS are compiled for both of its processors at once.
  list(LENGTH CMAKE_OSX_ARCHITECTURES architectures)
  if(FOVEA_HAS_X86_KERNELS AND architectures LESS 2)
    set(x86_kernels ON)
  endif()
endif()

if(NOT x86_kernels)
  target_sources(fovea_core PRIVATE ${kernels})
  return()
endif()

# A set of kernels in the namespace of its name. It is optimised in every build: then the few inline
# functions of libraries that it calls leave no copy, which the linker might give to others.
function(fovea_kernel_set name)
  set(target fovea_kernels_${name})
  add_library(${target} OBJECT src/kernel_set.cpp ${kernels})
  set_target_properties(${target} PROPERTIES FOVEA_KERNEL_SET ON UNITY_BUILD OFF)
  target_include_directories(${target} PRIVATE include ${CMAKE_CURRENT_BINARY_DIR}/include src)
  target_link_libraries(${target} PRIVATE Eigen3::Eigen fovea_options)
  target_compile_definitions(${target} PRIVATE
    FOVEA_KERNELS=fovea::kernels::${name} EIGEN_MAX_ALIGN_BYTES=64)
  target_compile_options(${target} PRIVATE ${ARGN})
  if(NOT FOVEA_SANITIZE)
    target_compile_options(${target} PRIVATE -O3)
  endif()
  target_sources(fovea_core PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()
fovea_kernel_set(sse2)
set(avx2 -mavx2 -mfma)
set(avx512 ${avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl)
fovea_kernel_set(avx2 ${avx2})
fovea_kernel_set(avx512 ${avx512})
target_compile_definitions(fovea_core PRIVATE FOVEA_KERNEL_CHOICE)
if(FOVEA_HAS_VNNI_KERNELS)
  fovea_kernel_set(avxvnni ${avx2} -mavxvnni)
  fovea_kernel_set(avx512vnni ${avx512} -mavx512vnni)
  target_compile_definitions(fovea_core PRIVATE FOVEA_VNNI_KERNELS)
endif()
# An object of its own: a test puts other kernels in place of all these calls.
target_sources(fovea_core PRIVATE src/kernel_calls.cpp)
set_property(SOURCE src/kernel_calls.cpp PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
