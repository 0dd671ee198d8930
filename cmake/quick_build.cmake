# What the preset `quick` adds to project(). Most of a compilation is headers and the templates in them, which
# more files together read and instantiate once; then nothing is left to precompile for others.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 28)
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC takes up to 1.6 GB then, and less time where it seldom collects its garbage.
  add_compile_options("SHELL:--param ggc-min-expand=300" "SHELL:--param ggc-min-heapsize=500000")
endif()
