# fovea_header_only_library(<target> <folder> <header> <Debian package> [OPTIONAL])
#
# An INTERFACE target for the one folder of headers, through a symbolic link in the build tree, so
# that the rest of the include directory it stands in stays out of sight. Where an OPTIONAL one is
# missing there is no target.
function(fovea_header_only_library target folder header package)
  find_path(${target}_ROOT ${header} NO_CMAKE_FIND_ROOT_PATH
    PATHS /usr/include /usr/local/include /opt/homebrew/include)
  if(NOT ${target}_ROOT AND "${ARGN}" STREQUAL "OPTIONAL")
    return()
  elseif(NOT ${target}_ROOT)
    message(FATAL_ERROR "${header} is missing: on Debian or Ubuntu, apt install ${package}"
      "${FOVEA_ELSEWHERE}")
  endif()
  set(include_dir ${PROJECT_BINARY_DIR}/headers/${target})
  file(MAKE_DIRECTORY ${include_dir})
  file(CREATE_LINK ${${target}_ROOT}/${folder} ${include_dir}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${include_dir})
endfunction()
