// The model for which the instance fuzzers read files: sig Node { link: set Node }  sig Leaf extends Node {}  sig Marked in Node
// {} var sig Busy { load: Node -> Int }
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "model/diagnostic.h"
#include "model/source.h"
#include "tests/evaluator/builder.h"

namespace aunit::fuzz {

inline const model::Model& instanceModel() {
  static const evaluator::testing::Builder builder = [] {
    evaluator::testing::Builder b;
    const model::SigId node = b.sig("Node");
    b.field("link", node, 2);
    b.sig("Leaf", node);
    b.subset("Marked", node);
    b.field("load", b.sig("Busy", model::builtin::univ, true), 3);
    return b;
  }();
  return builder.model;
}

/// Checks that a text is read as an instance or refused with an error. An instance that was read must be written and read again.
template <class Read, class Write>
int readAsInstance(const std::uint8_t* data, std::size_t size, Read readText, Write write) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const auto read = [&](std::string text) { return readText(instanceModel(), "fuzzed", std::move(text), sources, diagnostics); };
  const auto instance = read(std::string(reinterpret_cast<const char*>(data), size));
  for (const model::Diagnostic& d : diagnostics.all()) model::render(d, sources, false);
  if (instance.has_value() == diagnostics.hasErrors()) std::abort();
  if (instance && !read(write(*instance))) std::abort();
  return 0;
}

}  // namespace aunit::fuzz
