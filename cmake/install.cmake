# `cmake --install`: the library with its headers, a package for find_package(fovea) and one for
# pkg-config, and the program where it is built.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fovea)

install(TARGETS fovea_core EXPORT fovea-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/ ${PROJECT_BINARY_DIR}/core/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN "*.in" EXCLUDE)
install(EXPORT fovea-targets NAMESPACE fovea:: DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/fovea-config.cmake.in fovea-config.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change what callers use.
write_basic_package_version_file(fovea-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/fovea-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/fovea-config-version.cmake
  ${CMAKE_CURRENT_LIST_DIR}/eigen.cmake
  ${CMAKE_CURRENT_LIST_DIR}/utf8proc.cmake
  DESTINATION ${package_dir})

# It says where it is from where it stands: `cmake --install` may be given another prefix.
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up_to_prefix "${up_to_prefix}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/fovea.pc.in fovea.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fovea.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(FOVEA_BUILD_CLI)
  install(TARGETS fovea_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
