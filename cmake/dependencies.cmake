# What the system has to bring. Header-only libraries are linked into the build tree one by one:
# their own CMake targets add `-isystem /usr/include`, which breaks em++.
include(header_only_library)

# How a package is called elsewhere.
set(FOVEA_ELSEWHERE "; README.md has its name on Fedora, Arch and in Homebrew")

include(eigen)
if(NOT TARGET Eigen3::Eigen)
  message(FATAL_ERROR "Eigen, 3.4 or 5, is missing: on Debian or Ubuntu, apt install libeigen3-dev"
    "${FOVEA_ELSEWHERE}")
endif()

fovea_header_only_library(fovea_json nlohmann nlohmann/json.hpp nlohmann-json3-dev)
# Its literals would be global, and its stream operators bring in <iostream>'s weight.
target_compile_definitions(fovea_json INTERFACE JSON_USE_GLOBAL_UDLS=0 JSON_NO_IO)

if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
  include(utf8proc)
  if(NOT TARGET fovea::utf8proc)
    message(FATAL_ERROR "utf8proc is missing: on Debian or Ubuntu, apt install libutf8proc-dev"
      "${FOVEA_ELSEWHERE}")
  endif()

  if(FOVEA_BUILD_CLI)
    fovea_header_only_library(fovea_cli11 CLI CLI/CLI.hpp libcli11-dev)
  endif()
endif()
