# The kernels' tests once more with those of the module for relaxed SIMD: as objects they come before
# the plain ones of the core's archive.
add_executable(fovea_kernel_tests_relaxed
  core/integer_product_test.cpp
  core/kernels_test.cpp
  $<TARGET_OBJECTS:fovea_kernels_relaxed>)
target_include_directories(fovea_kernel_tests_relaxed PRIVATE core ${PROJECT_SOURCE_DIR}/core/src)
target_link_libraries(fovea_kernel_tests_relaxed PRIVATE fovea_core fovea_catch2 fovea_options)
target_compile_options(fovea_kernel_tests_relaxed PRIVATE ${FOVEA_RELAXED_OPTIONS})
fovea_run_in_node(fovea_kernel_tests_relaxed)
fovea_finish_relaxed(fovea_kernel_tests_relaxed)

# Node 20 has relaxed SIMD behind a flag, which a later one need not know.
set(flag --experimental-wasm-relaxed-simd)
execute_process(COMMAND ${FOVEA_NODE} ${flag} --eval "" RESULT_VARIABLE unknown ERROR_QUIET)
if(unknown)
  set(flag)
endif()
set_target_properties(fovea_kernel_tests_relaxed PROPERTIES
  CROSSCOMPILING_EMULATOR "${FOVEA_NODE};${flag}")
add_test(NAME "relaxed: kernels" COMMAND fovea_kernel_tests_relaxed)
