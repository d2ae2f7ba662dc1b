# The layers as a CMake package (find_package(aunit) gives aunit::model and so on), and the binary.
include(CMakePackageConfigHelpers)
get_property(layers GLOBAL PROPERTY AUNIT_LAYERS)
install(TARGETS ${layers} EXPORT aunitTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT aunitTargets NAMESPACE aunit:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/aunit)
foreach(layer model parser evaluator solver coverage suite strength runner reporters server)
  install(DIRECTORY ${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aunit FILES_MATCHING PATTERN "*.h")
endforeach()
configure_package_config_file(cmake/aunitConfig.cmake.in ${PROJECT_BINARY_DIR}/aunitConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/aunit)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/aunitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/aunitConfig.cmake ${PROJECT_BINARY_DIR}/aunitConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/aunit)
