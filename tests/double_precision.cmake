# The core once more in double precision, where differences of the forward pass tell the gradient to
# eight digits, with Eigen's assertions and its check that no memory is taken.
get_target_property(core_sources fovea_core SOURCES)
# One set of kernels, the portable one.
list(FILTER core_sources EXCLUDE REGEX "TARGET_OBJECTS|/kernels/|kernel_calls")
list(TRANSFORM core_sources PREPEND ${PROJECT_SOURCE_DIR}/core/)
get_property(kernel_sources GLOBAL PROPERTY FOVEA_KERNEL_SOURCES)
get_target_property(core_libraries fovea_core LINK_LIBRARIES)

add_library(fovea_core_double STATIC ${core_sources} ${kernel_sources})
set_target_properties(fovea_core_double PROPERTIES UNITY_BUILD ON)
target_include_directories(fovea_core_double PUBLIC
  ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_BINARY_DIR}/core/include
  PRIVATE ${PROJECT_SOURCE_DIR}/core/src)
target_link_libraries(fovea_core_double PUBLIC ${core_libraries})
target_compile_definitions(fovea_core_double PUBLIC FOVEA_SCALAR=double EIGEN_RUNTIME_NO_MALLOC)
# With -O1, which compiles faster than the tests then run slower, GCC warns of its own intrinsics.
target_compile_options(fovea_core_double
  PUBLIC -UNDEBUG
  PRIVATE $<$<CONFIG:Release>:-O1 -Wno-uninitialized>)

add_executable(fovea_tests_double
  core/allocation_test.cpp
  core/cross_attention_test.cpp
  core/decoder_test.cpp
  core/encoder_gradients_test.cpp
  core/encoder_test.cpp
  core/intervention_fixture_test.cpp
  core/layer_gradients_test.cpp
  core/picture_encoder_test.cpp
  core/softmax_test.cpp
  core/stack_test.cpp
  core/structure_fixture.cpp
  core/structure_fixture_test.cpp
  core/trace_gradients_test.cpp
  core/variants_test.cpp)
target_link_libraries(fovea_tests_double PRIVATE fovea_core_double fovea_test_options)
# GCC's own AVX-512 intrinsics for double raise it.
target_compile_options(fovea_tests_double PRIVATE -Wno-uninitialized)
add_test(NAME "double: core" COMMAND fovea_tests_double)
set_tests_properties("double: core" PROPERTIES ${thorough} COST 95)
