# aunit_layer(NAME SOURCES... [PUBLIC LIBRARIES...] [PRIVATE LIBRARIES...])
# One static library per folder, aunit::NAME, with the project's warnings as errors, installed with its headers.
function(aunit_layer name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(aunit_${name} STATIC ${arg_SOURCES})
  add_library(aunit::${name} ALIAS aunit_${name})
  set_target_properties(aunit_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(aunit_${name} PUBLIC cxx_std_20)
  target_include_directories(aunit_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/aunit>)
  target_link_libraries(aunit_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  aunit_warnings(aunit_${name})
  set_property(GLOBAL APPEND PROPERTY AUNIT_LAYERS aunit_${name})
endfunction()

function(aunit_warnings target)
  # -Wno-restrict: g++ 12 sees overlaps in `"text" + std::string` that are none (GCC bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  else()
    target_compile_options(${target} PRIVATE -Wno-error)  # g++'s warnings are errors; others, as for fuzzing, are read
  endif()
endfunction()
