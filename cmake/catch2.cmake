# `fovea_catch2`: the test framework with its main(), Catch2 3 or the single header of Catch2 2.
# Under Emscripten a compiled Catch2 of the host cannot be linked: there only the header serves, and
# without it there is no fovea_catch2.
if(EMSCRIPTEN)
  set(header_may_be_missing OPTIONAL)
else()
  find_package(Catch2 3 QUIET CONFIG)
endif()

if(Catch2_FOUND)
  add_library(fovea_catch2 INTERFACE)
  target_link_libraries(fovea_catch2 INTERFACE Catch2::Catch2WithMain)
  include(Catch)
else()
  fovea_header_only_library(fovea_catch2_header catch2 catch2/catch.hpp catch2
    ${header_may_be_missing})
  if(NOT TARGET fovea_catch2_header)
    return()
  endif()
  add_library(fovea_catch2 STATIC ${CMAKE_CURRENT_LIST_DIR}/catch2_main.cpp)
  # To optimise it further takes longer than the tests then save.
  target_compile_options(fovea_catch2 PRIVATE -O1)
  target_link_libraries(fovea_catch2 PUBLIC fovea_catch2_header)
  if(EMSCRIPTEN)
    target_compile_options(fovea_catch2 PRIVATE -fwasm-exceptions)
  else()
    find_package(Catch2 2.13 REQUIRED CONFIG)
    include(Catch)
  endif()
endif()

# Each test case as a test of ctest. A bracket or a semicolon in a name ends or joins CMake's lists:
# the test cases behind it would become one test, with a filter that nothing answers to.
function(fovea_discover_tests target)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    file(STRINGS ${source} broken REGEX "^TEST_CASE\\(\"[^\"]*[][;]")
    if(broken)
      message(FATAL_ERROR "${source}: the name of a test case has a bracket or a semicolon: ${broken}")
    endif()
  endforeach()
  catch_discover_tests(${target} ${ARGN})
endfunction()
