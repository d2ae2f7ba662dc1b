# aunit_sources(VARIABLE [EXCEPT PATTERNS...]): the .cpp files of this folder and of those in it, but for paths that match a regular
# expression. A file that is added is found by the next build. NAME_windows.cpp is for Windows, and NAME_called.cpp for WebAssembly, where
# JavaScript is the system; there they stand in for NAME.cpp.
function(aunit_sources variable)
  cmake_parse_arguments(arg "" "" "EXCEPT" ${ARGN})
  file(GLOB_RECURSE found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  foreach(system "windows;${WIN32}" "called;${EMSCRIPTEN}")
    list(GET system 0 name)
    list(GET system 1 ours)
    set(special ${found})
    list(FILTER special INCLUDE REGEX "_${name}[.]cpp$")
    foreach(file ${special})
      if(ours)
        string(REPLACE "_${name}.cpp" ".cpp" file ${file})
      endif()
      list(REMOVE_ITEM found ${file})
    endforeach()
    if(ours)
      set_source_files_properties(${special} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # systems' headers define words like `near`
    endif()
  endforeach()
  foreach(pattern ${arg_EXCEPT})
    list(FILTER found EXCLUDE REGEX ${pattern})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# aunit_layer(NAME [SOURCES...] [EXCEPT PATTERNS...] [PUBLIC LIBRARIES...] [PRIVATE LIBRARIES...] [OPTIMIZE LEVEL])
# One static library per folder, aunit::NAME, with the project's warnings, installed with its headers. SOURCES are further ones, which
# are generated. OPTIMIZE is for layers that calculate little themselves (-O1): a release build compiles them in two thirds of the time,
# and they are as quick.
function(aunit_layer name)
  cmake_parse_arguments(arg "" "OPTIMIZE" "SOURCES;EXCEPT;PUBLIC;PRIVATE" ${ARGN})
  aunit_sources(sources EXCEPT ${arg_EXCEPT})
  add_library(aunit_${name} STATIC ${sources} ${arg_SOURCES})
  add_library(aunit::${name} ALIAS aunit_${name})
  set_target_properties(aunit_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(aunit_${name} PUBLIC cxx_std_20)
  target_include_directories(aunit_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/aunit>)
  target_link_libraries(aunit_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  aunit_warnings(aunit_${name})
  aunit_optimize(aunit_${name} ${arg_OPTIMIZE})
  # Where little time is spent AddressSanitizer's checks are called, not written out: g++ compiles these layers in a sixth less time.
  if(AUNIT_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND name MATCHES "^(coverage|runner|reporters|server)$")
    target_compile_options(aunit_${name} PRIVATE "SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
  aunit_precompile(aunit_${name} aunit_support ${standard_headers})
  set_property(GLOBAL APPEND PROPERTY AUNIT_LAYERS aunit_${name})
endfunction()

function(aunit_warnings target)
  if(AUNIT_PRECOMPILE)
    # g++ forgets which of the precompiled headers are the system's, and shows their warnings: the other builds look at ours.
    target_compile_options(${target} PRIVATE -w)
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 sees overlaps in `"text" + std::string` that are none (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
    if(CMAKE_UNITY_BUILD)  # files that are joined look like headers, and their names like outer ones
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-shadow)
    endif()
    if(AUNIT_WERROR AND NOT AUNIT_SANITIZE)  # what sanitizers insert warns as well; other compilers' warnings are read
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endif()
endfunction()

# aunit_optimize(TARGET [LEVEL]): another level than the build's own where that is at least LEVEL: tests (-O0) in all builds, layers in
# the release build.
function(aunit_optimize target)
  foreach(level ${ARGN})
    if(level STREQUAL -O0)
      target_compile_options(${target} PRIVATE ${level})
    else()
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
    endif()
  endforeach()
endfunction()

# aunit_optimize_files(LEVEL FILES...): the level of single files of a layer in the release build, for those that calculate in a layer
# that otherwise does not. They are not joined with the others.
function(aunit_optimize_files level)
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS ${level})
  endif()
endfunction()

# The presets release, asan, tsan, fuzz and wasm compile the files of a layer together (CMAKE_UNITY_BUILD), which halves the time once more.
# Continuous integration has warnings as errors (the preset checked) and looks at changed files alone (scripts/check-alone); every night
# each file is compiled by itself, as packagers do (the preset plain).

# What nearly every file includes, which is half of the time that compiling takes. Files include what they use all the same: the builds
# without AUNIT_PRECOMPILE (plain) do not compile otherwise.
set(standard_headers <algorithm> <chrono> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
  <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# aunit_precompile(TARGET OWNER HEADERS...): the headers precompiled once, with the target OWNER. (What a library has precompiled does not
# serve programs: -fPIC is not -fPIE.)
function(aunit_precompile target owner)
  if(NOT AUNIT_PRECOMPILE)
    return()
  elseif(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()
