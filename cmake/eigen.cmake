# `Eigen3::Eigen`, 3.4 or 5: a package of Eigen's answers for its own first number alone. Under
# Emscripten packages are sought in its sysroot, and Eigen is not there.
foreach(version 3.4 5)
  if(NOT TARGET Eigen3::Eigen)
    find_package(Eigen3 ${version} QUIET CONFIG NO_CMAKE_FIND_ROOT_PATH)
  endif()
endforeach()
