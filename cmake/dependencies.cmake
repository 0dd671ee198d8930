# What the system has to bring. Header-only libraries are linked into the build tree one by one:
# their own CMake targets add `-isystem /usr/include`, which breaks em++.
include(header_only_library)

# Under Emscripten packages are sought in its sysroot alone, and Eigen is not there.
find_package(Eigen3 3.4 QUIET CONFIG NO_CMAKE_FIND_ROOT_PATH)
if(NOT TARGET Eigen3::Eigen)
  message(FATAL_ERROR "Eigen 3.4 is missing: on Debian or Ubuntu, apt install libeigen3-dev")
endif()

fovea_header_only_library(fovea_json nlohmann nlohmann/json.hpp nlohmann-json3-dev)
# Its literals would be global, and its stream operators bring in <iostream>'s weight.
target_compile_definitions(fovea_json INTERFACE JSON_USE_GLOBAL_UDLS=0 JSON_NO_IO)

if(NOT EMSCRIPTEN)
  include(utf8proc)
  if(NOT TARGET fovea::utf8proc)
    message(FATAL_ERROR "utf8proc is missing: on Debian or Ubuntu, apt install libutf8proc-dev")
  endif()

  if(FOVEA_BUILD_CLI)
    fovea_header_only_library(fovea_cli11 CLI CLI/CLI.hpp libcli11-dev)
  endif()
endif()
