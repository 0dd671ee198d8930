# Two cores. fovea_core has all that the native one has: what trains, the module of the encoder's
# relatives and the tests are linked with it. fovea_encoder_core is that of the page's own pair,
# without what no view of an encoder draws: core/include/fovea/variants.h.

# Sources of the core, by their paths, and what core/src/unicode_utf8proc.cpp and
# core/src/number_text_printf.cpp are elsewhere.
get_target_property(listed fovea_core SOURCES)
get_target_property(folder fovea_core SOURCE_DIR)
set(sources "")
foreach(source IN LISTS listed)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
  list(APPEND sources ${source})
endforeach()
list(REMOVE_ITEM sources ${kernels})
foreach(platform number_platform unicode_platform)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${platform})
  list(APPEND sources ${source}.cpp)
  list(APPEND platform_options "SHELL:--js-library ${source}.js")
  list(APPEND platform_files ${source}.js)
endforeach()

# The plain kernels, which are compiled once, stand in the archive.
add_library(fovea_encoder_core STATIC)
target_compile_definitions(fovea_encoder_core PUBLIC FOVEA_ENCODER_ALONE)
target_compile_features(fovea_encoder_core PUBLIC cxx_std_17)
target_include_directories(fovea_encoder_core PUBLIC
  ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_BINARY_DIR}/core/include)
target_link_libraries(fovea_encoder_core
  PUBLIC Eigen3::Eigen PRIVATE fovea_json fovea_options)
foreach(target fovea_core fovea_encoder_core)
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:fovea_kernels_plain>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core/src)
  target_link_options(${target} INTERFACE ${platform_options})
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_DEPENDS ${platform_files})
endforeach()
set_target_properties(fovea_encoder_core PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)

# The passes, which fovea_learn compiles in its own way (learn/CMakeLists.txt), are one object of the
# archive, so that its own can take their place; the rest is another.
set(passes
  activation.cpp attention.cpp characters.cpp cross_entropy.cpp embedding.cpp feed_forward.cpp
  layer.cpp layer_norm.cpp linear.cpp masked_word_head.cpp mixture.cpp random.cpp
  relative_positions.cpp row_products.cpp softmax.cpp stack.cpp text_splitter.cpp tokenizer.cpp
  utf8.cpp vocabulary.cpp windowed_attention.cpp)
list(TRANSFORM passes PREPEND ${PROJECT_SOURCE_DIR}/core/src/)
foreach(source IN LISTS sources)
  if(source IN_LIST passes)
    set(group passes)
  else()
    set(group rest)
  endif()
  set_source_files_properties(${source}
    TARGET_DIRECTORY fovea_core PROPERTIES UNITY_GROUP ${group})
endforeach()
set_target_properties(fovea_core PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
