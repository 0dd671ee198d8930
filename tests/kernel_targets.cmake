# The kernels' tests once more for the vectors that this build does not choose by itself: the
# portable ones, AVX2 where the processor has it, and NEON where it can be emulated.
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
  target_link_libraries(fovea_kernel_tests_${name} PRIVATE Eigen3::Eigen fovea_catch2 fovea_sanitizers)
  target_compile_options(fovea_kernel_tests_${name} PRIVATE ${ARGN})
  add_test(NAME "${name}: kernels" COMMAND fovea_kernel_tests_${name})
  set_tests_properties("${name}: kernels" PROPERTIES ${thorough})
endfunction()

if(FOVEA_NATIVE_ARCH)
  fovea_kernel_tests(portable -DFOVEA_PORTABLE_KERNELS)
endif()

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

# ARM's, by a cross-compiler and an emulator. Only the single header of Catch2 2 serves there.
find_program(FOVEA_AARCH64_CXX aarch64-linux-gnu-g++)
find_program(FOVEA_AARCH64_EMULATOR NAMES qemu-aarch64-static qemu-aarch64)
if(FOVEA_AARCH64_CXX AND FOVEA_AARCH64_EMULATOR AND TARGET fovea_catch2_header AND NOT FOVEA_SANITIZE)
  set(sources core/kernels_test.cpp ${kernel_sources} ${PROJECT_SOURCE_DIR}/cmake/catch2_main.cpp)
  file(GLOB headers CONFIGURE_DEPENDS core/*.h
    ${PROJECT_SOURCE_DIR}/core/include/fovea/*.h ${PROJECT_SOURCE_DIR}/core/src/kernels/*.h)
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/kernel_tests.aarch64)
  add_custom_command(OUTPUT ${program} VERBATIM
    COMMAND ${FOVEA_AARCH64_CXX} -std=c++17 -O1 -static -I core -I ${PROJECT_SOURCE_DIR}/core/include
      -I ${PROJECT_SOURCE_DIR}/core/src -isystem ${eigen}
      -isystem ${PROJECT_BINARY_DIR}/headers/fovea_catch2_header ${sources} -o ${program}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    DEPENDS ${sources} ${headers})
  add_custom_target(fovea_kernel_tests_neon ALL DEPENDS ${program})
  add_test(NAME "neon: kernels" COMMAND ${FOVEA_AARCH64_EMULATOR} ${program})
  set_tests_properties("neon: kernels" PROPERTIES ${thorough})
endif()
