# Two components. runtime: the program with its manual pages and completions (cli/), and find_package(aunit) with
# aunit_discover_tests(). development: the layers with their headers, which find_package(aunit) then gives as aunit::model and so on.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_DATADIR}/cmake/aunit)  # found by projects without languages, too
configure_package_config_file(cmake/aunitConfig.cmake.in ${PROJECT_BINARY_DIR}/aunitConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/aunitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/aunitConfig.cmake ${PROJECT_BINARY_DIR}/aunitConfigVersion.cmake cmake/AunitTests.cmake
  DESTINATION ${package} COMPONENT runtime)

# What assistants read to know what to use when (docs/agents.md).
install(DIRECTORY skills DESTINATION ${CMAKE_INSTALL_DATADIR}/aunit COMPONENT runtime)

if(AUNIT_DEVELOPMENT)
  get_property(layers GLOBAL PROPERTY AUNIT_LAYERS)
  install(TARGETS ${layers} EXPORT aunitTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT aunitTargets NAMESPACE aunit:: DESTINATION ${package} COMPONENT development)
  foreach(layer support model parser evaluator solver coverage suite strength runner reporters server)
    install(DIRECTORY ${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aunit COMPONENT development FILES_MATCHING PATTERN "*.h")
  endforeach()
endif()

# What people read, and the worked examples to try it on; links among them stay.
set(documentation ${CMAKE_INSTALL_DATADIR}/doc/aunit)
install(FILES README.md CHANGELOG.md DESTINATION ${documentation} COMPONENT runtime)
install(DIRECTORY docs specs DESTINATION ${documentation} COMPONENT runtime PATTERN site EXCLUDE PATTERN ".*" EXCLUDE PATTERN __pycache__ EXCLUDE)

# As Debian wants them to be, and of use elsewhere.
find_program(GZIP gzip REQUIRED)
configure_file(cmake/copyright.in ${PROJECT_BINARY_DIR}/package/copyright @ONLY)
configure_file(cmake/changelog.in ${PROJECT_BINARY_DIR}/package/changelog @ONLY)
execute_process(COMMAND ${GZIP} -9nkf changelog WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/package COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/package/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz
  DESTINATION ${documentation} COMPONENT runtime)
