# The kernels' tests once more for the vectors that this build does not choose by itself: the
# portable ones, and AVX2 where the processor has it.
set(kernel_sources
  ${PROJECT_SOURCE_DIR}/core/src/kernels/attend.cpp
  ${PROJECT_SOURCE_DIR}/core/src/kernels/packed_matrix.cpp
  ${PROJECT_SOURCE_DIR}/core/src/kernels/product.cpp
  ${PROJECT_SOURCE_DIR}/core/src/kernels/rows.cpp
  ${PROJECT_SOURCE_DIR}/core/src/half.cpp
  ${PROJECT_SOURCE_DIR}/core/src/random.cpp)

function(fovea_kernel_tests name)
  add_executable(fovea_kernel_tests_${name} core/kernels_test.cpp ${kernel_sources})
  target_include_directories(fovea_kernel_tests_${name} PRIVATE
    core ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_SOURCE_DIR}/core/src)
  target_link_libraries(fovea_kernel_tests_${name} PRIVATE Eigen3::Eigen fovea_catch2)
  target_compile_options(fovea_kernel_tests_${name} PRIVATE ${ARGN})
  catch_discover_tests(fovea_kernel_tests_${name} TEST_PREFIX "${name}: ")
endfunction()

fovea_kernel_tests(portable -DFOVEA_PORTABLE_KERNELS)

include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS "-mavx2 -mfma")
check_cxx_source_runs("
  int main() {
    __builtin_cpu_init();
    return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1;
  }" FOVEA_HAS_AVX2)
unset(CMAKE_REQUIRED_FLAGS)
if(FOVEA_HAS_AVX2)
  fovea_kernel_tests(avx2 -mavx2 -mfma)
endif()
