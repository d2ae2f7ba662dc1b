// Any text is parsed or refused. If it is parsed, its tree is printed as text, and the parse of that text prints the same.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "parser/alloy/parse.h"
#include "tests/parser/print.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  parser::alloy::ParseOptions options;
  options.dialect = (data[0] & 1) != 0 ? parser::alloy::Dialect::alloy5 : parser::alloy::Dialect::alloy6;
  options.insist = true;
  options.testLanguage = (data[0] & 2) != 0;
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const auto read = [&](std::string text) {
    const model::FileId file = parser::addSource(sources, "fuzz.als", std::move(text), diagnostics);
    return file == model::noFile ? nullptr : parser::alloy::parse(sources, file, options, diagnostics);
  };
  const auto file = read(std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  for (const model::Diagnostic& d : diagnostics.all()) model::render(d, sources, false);
  if (!file || diagnostics.hasErrors()) return 0;
  const std::string printed = parser::alloy::print(*file);
  const auto again = read(printed);
  if (diagnostics.hasErrors() || parser::alloy::print(*again) != printed) {
    std::cerr << printed << "\n----\n";
    for (const model::Diagnostic& d : diagnostics.all()) std::cerr << model::render(d, sources, false);
    std::cerr << parser::alloy::print(*again) << "\n";
    std::abort();
  }
  return 0;
}
