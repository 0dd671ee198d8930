# `fovea::utf8proc` where the library is installed; it has no CMake package everywhere.
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h)
find_library(UTF8PROC_LIBRARY utf8proc)
if(UTF8PROC_INCLUDE_DIR AND UTF8PROC_LIBRARY AND NOT TARGET fovea::utf8proc)
  add_library(fovea::utf8proc UNKNOWN IMPORTED)
  set_target_properties(fovea::utf8proc PROPERTIES
    IMPORTED_LOCATION ${UTF8PROC_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${UTF8PROC_INCLUDE_DIR})
endif()
