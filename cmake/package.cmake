# The .deb (cpack -G DEB): the program alone. Tarballs are made by scripts/portable.
if(NOT DEFINED AUNIT_MAINTAINER)  # who answers for packages
  set(AUNIT_MAINTAINER "The aunit authors <aunit@users.noreply.github.com>")
endif()
# The licence as a field of a Debian copyright file: indented, its empty lines with a dot.
file(STRINGS LICENSE lines)
set(aunit_licence "")
list(SUBLIST lines 2 -1 lines)  # behind the title and the years
foreach(line IN LISTS lines)
  string(APPEND aunit_licence " ${line}\n")
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME aunit)
set(CPACK_PACKAGE_VENDOR "the aunit authors")
set(CPACK_PACKAGE_CONTACT "${AUNIT_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${aunit_version})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "unit tests and coverage for declarative models")
set(CPACK_PACKAGE_DESCRIPTION "aunit judges test cases of Alloy 6 models, Nitpick schemas and parallel
programs by evaluation, says what of a model its tests cover and which
mistakes in it they would not notice, and solves its commands.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL runtime)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
