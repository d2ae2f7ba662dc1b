# cmake -DFOLDER=... -DOUTPUT=FILE.cpp -P embed.cmake: the assets as C++ string literals.
set(code "// Made by reporters/assets/embed.cmake.\n#include \"reporters/assets.h\"\n\nnamespace aunit::reporters::assets {\n")
foreach(asset "graphStyle graph.css" "reportStyle report.css" "reportScript report.js"
        "replayPython ../scripts/drivers/aunit_replay.py" "replayNode ../scripts/drivers/aunit_replay.mjs"
        "replayJava ../scripts/drivers/AunitReplay.java" "replayCpp ../scripts/drivers/aunit_replay.h"
        "replayGo ../scripts/drivers/aunit_replay_test.go" "replayRust ../scripts/drivers/aunit_replay.rs"
        "readerJava ../scripts/readers/reader.java" "readerCpp ../scripts/readers/reader.h"
        "readerGo ../scripts/readers/reader.go" "readerRust ../scripts/readers/reader.rs"
        "viewPage view.html" "viewStyle view.css" "viewScript picture.js view.js" "viewTransport view_http.js")
  separate_arguments(asset)
  list(GET asset 0 function)
  list(REMOVE_AT asset 0)
  set(text "")
  foreach(file ${asset})
    file(READ ${FOLDER}/${file} part)
    string(APPEND text "${part}")
  endforeach()
  string(APPEND code "\nstd::string_view ${function}() { return R\"asset(${text})asset\"; }\n")
endforeach()
string(APPEND code "\n}  // namespace aunit::reporters::assets\n")
file(WRITE ${OUTPUT} "${code}")
