# cmake -DMODULES=a;b -DFOLDER=... -DOUTPUT=FILE.cpp -P embed.cmake: the files FOLDER/a.als ... as C++ string literals.
set(code "// Made by parser/library/embed.cmake.\n#include \"parser/library/library_texts.h\"\n\nnamespace aunit::parser {\n\n")
string(APPEND code "std::span<const LibraryText> libraryTexts() {\n  static constexpr LibraryText texts[] = {\n")
foreach(module ${MODULES})
  file(READ ${FOLDER}/${module}.als text)
  string(APPEND code "      {\"util/${module}\", R\"als(${text})als\"},\n")
endforeach()
string(APPEND code "  };\n  return texts;\n}\n\n}  // namespace aunit::parser\n")
file(WRITE ${OUTPUT} "${code}")
