# aunit_discover_tests([PATH...] [MODEL FILE] [TAG TAG...] [PREFIX TEXT] [WORKING_DIRECTORY FOLDER] [ARGUMENTS ARGUMENT...]
#                      [PROPERTIES NAME VALUE...])
#
# Each of aunit's tests in these files and folders (none: in the working directory) becomes a test of CTest, named PREFIX and the id
# of the test (`tests/list.aunit::a list`); its tags are its labels. They are looked for whenever ctest starts: what is written to a file
# later needs no new configuration. What does not load is one failing test that says why.
#   MODEL, TAG         as `aunit run --model` and `--tag` take them
#   WORKING_DIRECTORY  paths are relative to it (default: the current source folder)
#   ARGUMENTS          more for `aunit run` of each test, such as --timeout 10
#   PROPERTIES         of each test, as set_tests_properties takes them
include_guard(GLOBAL)
cmake_policy(VERSION 3.20)

function(aunit_discover_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "MODEL;PREFIX;WORKING_DIRECTORY" "TAG;ARGUMENTS;PROPERTIES")
  get_filename_component(folder "${arg_WORKING_DIRECTORY}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  set(selection "${arg_UNPARSED_ARGUMENTS}")  # quoted: semicolons in names stay escaped
  set(arguments "${arg_ARGUMENTS}")
  if(DEFINED arg_MODEL)
    string(REPLACE ";" "\\;" model "${arg_MODEL}")
    list(APPEND selection --model "${model}")
    list(APPEND arguments --model "${model}")
  endif()
  foreach(tag IN LISTS arg_TAG)
    list(APPEND selection --tag "${tag}")
  endforeach()
  get_property(count GLOBAL PROPERTY AUNIT_DISCOVERIES)
  math(EXPR count "0${count} + 1")
  set_property(GLOBAL PROPERTY AUNIT_DISCOVERIES ${count})
  set(script ${CMAKE_CURRENT_BINARY_DIR}/aunit_tests_${count}.cmake)
  file(WRITE ${script} "include([==[${CMAKE_CURRENT_FUNCTION_LIST_DIR}/AunitTests.cmake]==])
aunit_add_tests([==[${AUNIT_EXECUTABLE}]==] [==[${folder}]==] [==[${arg_PREFIX}]==] [==[${selection}]==] [==[${arguments}]==] [==[${arg_PROPERTIES}]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()

# What the scripts call when ctest starts.
function(aunit_add_tests aunit folder prefix selection arguments properties)
  execute_process(COMMAND ${aunit} run ${selection} --list --json WORKING_DIRECTORY ${folder}
    OUTPUT_VARIABLE found ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)  # the same again, for everybody to see
    add_test("${prefix}aunit run --list" ${aunit} run --list ${selection})
    set_tests_properties("${prefix}aunit run --list" PROPERTIES WORKING_DIRECTORY "${folder}")
  endif()
  string(JSON count ERROR_VARIABLE none LENGTH "${found}" tests)
  if(NOT count)
    return()
  endif()
  math(EXPR last "${count} - 1")
  string(ASCII 27 escape)  # where CI is set reports have colours
  foreach(i RANGE ${last})
    string(JSON id GET "${found}" tests ${i} id)
    string(REGEX REPLACE "[\r\n]" " " name "${prefix}${id}")
    # With its file, for the others need not be looked for.
    string(JSON file GET "${found}" tests ${i} file)
    add_test("${name}" ${aunit} run "${file}" --id "${id}" ${arguments})
    set(labels "")
    string(JSON tags LENGTH "${found}" tests ${i} tags)
    foreach(k RANGE ${tags})
      if(k LESS tags)
        string(JSON tag GET "${found}" tests ${i} tags ${k})
        list(APPEND labels "${tag}")
      endif()
    endforeach()
    set_tests_properties("${name}" PROPERTIES WORKING_DIRECTORY "${folder}" LABELS "${labels}"
      SKIP_REGULAR_EXPRESSION "(^|\n)(${escape}\\[[0-9;]*m)?1 skipped:" ${properties})
  endforeach()
endfunction()
