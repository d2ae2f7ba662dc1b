// Mutants as text: what to write, and where, to have one.
#pragma once

#include <string>

#include "model/model.h"
#include "model/source.h"
#include "strength/mutant.h"

namespace aunit::strength {

/// The text of `span` becomes `text`; parsing the whole again gives the mutant.
struct Replacement {
  model::Span span;
  std::string text;
};
Replacement replacementOf(const Mutant& mutant, const model::Model& model, const model::SourceMap& sources);

}  // namespace aunit::strength
