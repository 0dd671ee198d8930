# The kernels' tests once more for vectors that no set of this build has: the portable ones, and NEON
# where it can be emulated.
get_property(kernel_sources GLOBAL PROPERTY FOVEA_KERNEL_SOURCES)
foreach(source error half integer_matrix kernel_choice packed_matrix random scratch)
  list(APPEND kernel_sources ${PROJECT_SOURCE_DIR}/core/src/${source}.cpp)
endforeach()

add_executable(fovea_kernel_tests_portable core/integer_product_test.cpp core/kernels_test.cpp ${kernel_sources})
target_include_directories(fovea_kernel_tests_portable PRIVATE
  core ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_SOURCE_DIR}/core/src)
target_link_libraries(fovea_kernel_tests_portable PRIVATE
  Eigen3::Eigen fovea_catch2 fovea_sanitizers)
target_compile_definitions(fovea_kernel_tests_portable PRIVATE FOVEA_PORTABLE_KERNELS)
add_test(NAME "portable: kernels" COMMAND fovea_kernel_tests_portable)
set_tests_properties("portable: kernels" PROPERTIES ${thorough})

# ARM's, by a cross-compiler and an emulator. Only the single header of Catch2 2 serves there.
find_program(FOVEA_AARCH64_CXX aarch64-linux-gnu-g++)
find_program(FOVEA_AARCH64_EMULATOR NAMES qemu-aarch64-static qemu-aarch64)
if(FOVEA_AARCH64_CXX AND FOVEA_AARCH64_EMULATOR AND TARGET fovea_catch2_header AND NOT FOVEA_SANITIZE)
  set(sources core/integer_product_test.cpp core/kernels_test.cpp ${kernel_sources} ${PROJECT_SOURCE_DIR}/cmake/catch2_main.cpp)
  file(GLOB headers CONFIGURE_DEPENDS core/*.h
    ${PROJECT_SOURCE_DIR}/core/include/fovea/*.h ${PROJECT_SOURCE_DIR}/core/src/kernels/*.h)
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/kernel_tests.aarch64)
  add_custom_command(OUTPUT ${program} VERBATIM
    COMMAND ${FOVEA_AARCH64_CXX} -std=c++17 -O1 -ffp-contract=off -static -I core -I ${PROJECT_SOURCE_DIR}/core/include
      -I ${PROJECT_SOURCE_DIR}/core/src -isystem ${eigen}
      -isystem ${PROJECT_BINARY_DIR}/headers/fovea_catch2_header ${sources} -o ${program}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    DEPENDS ${sources} ${headers})
  add_custom_target(fovea_kernel_tests_neon ALL DEPENDS ${program})
  add_test(NAME "neon: kernels" COMMAND ${FOVEA_AARCH64_EMULATOR} ${program})
  set_tests_properties("neon: kernels" PROPERTIES ${thorough})
endif()
