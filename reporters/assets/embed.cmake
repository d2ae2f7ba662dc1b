# cmake -DFOLDER=... -DOUTPUT=FILE.cpp -P embed.cmake: the assets as C++ string literals.
set(code "// Made by reporters/assets/embed.cmake.\n#include \"reporters/assets.h\"\n\nnamespace aunit::reporters::assets {\n")
foreach(asset "graphStyle graph.css" "reportStyle report.css" "reportScript report.js"
        "viewPage view.html" "viewStyle view.css" "viewScript view.js" "viewTransport view_http.js")
  separate_arguments(asset)
  list(GET asset 0 function)
  list(GET asset 1 file)
  file(READ ${FOLDER}/${file} text)
  string(APPEND code "\nstd::string_view ${function}() { return R\"asset(${text})asset\"; }\n")
endforeach()
string(APPEND code "\n}  // namespace aunit::reporters::assets\n")
file(WRITE ${OUTPUT} "${code}")
