# Finds Emscripten and hands over to its own toolchain file: an activated emsdk, the em++ on the
# path, or Debian's package, in this order.
get_filename_component(on_path "$ENV{EMSCRIPTEN}" ABSOLUTE)
find_program(FOVEA_EMXX em++)
if(FOVEA_EMXX)
  get_filename_component(on_path ${FOVEA_EMXX} REALPATH)
  get_filename_component(on_path ${on_path} DIRECTORY)
endif()
foreach(root "$ENV{EMSDK}/upstream/emscripten" "${on_path}" /usr/share/emscripten)
  if(EXISTS ${root}/cmake/Modules/Platform/Emscripten.cmake)
    set(EMSCRIPTEN_ROOT_PATH ${root})
    break()
  endif()
endforeach()
if(NOT EMSCRIPTEN_ROOT_PATH)
  message(FATAL_ERROR "Emscripten is missing: apt install emscripten, or activate an emsdk")
endif()

# Its flags for old versions of Node are unknown to current ones.
find_program(FOVEA_NODE node REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${FOVEA_NODE})

# Debian's Emscripten needs acorn when it links, and only Debian's Node would look here for it.
if(EXISTS /usr/share/nodejs/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
    "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()

include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
