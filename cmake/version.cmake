# aunit_version: "0.2.0", or with what came since that tag "0.2.0+5.g1a2b3c4"; aunit_number: "0.2.0"; aunit_date: of the last commit, as
# changelogs write it. By git; in an archive of the sources by what `git archive` put here; else as said here. When it is configured.
set(aunit_version 0.1.0)
string(TIMESTAMP aunit_date "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(described "$Format:%(describe:tags)$")
set(dated "$Format:%aD$")
if(described MATCHES "^.Format" AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/.git)
  execute_process(COMMAND git describe --tags --match "v[0-9]*" WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git log -1 --format=%aD WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE dated OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(described MATCHES "^v([0-9]+[.][0-9]+[.][0-9]+)$")
  set(aunit_version ${CMAKE_MATCH_1})
elseif(described MATCHES "^v([0-9]+[.][0-9]+[.][0-9]+)-([0-9]+)-(g[0-9a-f]+)$")
  set(aunit_version ${CMAKE_MATCH_1}+${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
endif()
if(dated MATCHES "^[A-Z][a-z][a-z], ")
  set(aunit_date ${dated})
endif()
string(REGEX MATCH "^[0-9.]+" aunit_number ${aunit_version})
