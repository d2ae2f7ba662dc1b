// A literate document and its model have the same number of lines, and each line of the model is blank or equal to the
// document's.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "parser/alloy/parse.h"
#include "parser/literate.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string document(reinterpret_cast<const char*>(data), size);
  const parser::alloy::Literate literate = parser::alloy::modelOfDocument(document);
  std::istringstream documentLines(document), modelLines(literate.text);
  std::string documentLine, modelLine;
  while (std::getline(documentLines, documentLine)) {
    modelLine.clear();
    std::getline(modelLines, modelLine);
    if (modelLine != documentLine && modelLine != std::string(documentLine.size(), ' ')) std::abort();
  }
  if (std::getline(modelLines, modelLine)) std::abort();

  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const model::FileId file = parser::addSource(sources, "fuzz.md", document, diagnostics);
  if (file != model::noFile) parser::alloy::parse(sources, file, {}, diagnostics);
  for (const model::Diagnostic& d : diagnostics.all()) model::render(d, sources, false);
  return 0;
}
