# What the system has to bring. Header-only libraries are linked into the build tree one by one:
# their own CMake targets add `-isystem /usr/include`, which breaks em++.
include(header_only_library)

# Under Emscripten packages are sought in its sysroot alone, and Eigen is not there.
find_package(Eigen3 3.4 REQUIRED CONFIG NO_CMAKE_FIND_ROOT_PATH)

fovea_header_only_library(fovea_json nlohmann nlohmann/json.hpp nlohmann-json3-dev)
# Its literals would be global, and its stream operators bring in <iostream>'s weight.
target_compile_definitions(fovea_json INTERFACE JSON_USE_GLOBAL_UDLS=0 JSON_NO_IO)

if(NOT EMSCRIPTEN)
  find_path(UTF8PROC_INCLUDE_DIR utf8proc.h)
  find_library(UTF8PROC_LIBRARY utf8proc)
  if(NOT UTF8PROC_INCLUDE_DIR OR NOT UTF8PROC_LIBRARY)
    message(FATAL_ERROR "utf8proc is missing: on Debian or Ubuntu, apt install libutf8proc-dev")
  endif()
  add_library(fovea_utf8proc UNKNOWN IMPORTED)
  set_target_properties(fovea_utf8proc PROPERTIES
    IMPORTED_LOCATION ${UTF8PROC_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${UTF8PROC_INCLUDE_DIR})
endif()
