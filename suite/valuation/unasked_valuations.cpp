#include "suite/valuation/unasked_valuations.h"

#include "model/instances/merged_valuation.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {

std::vector<model::Diagnostic> checkUnasked(const parser::Loaded& loaded) {
  const std::vector<model::Valuation>& valuations = loaded.tests.valuations;
  std::vector<bool> asked(valuations.size());
  for (const model::Test& test : loaded.tests.tests)
    if (test.valuation != model::noId) asked[test.valuation] = true;
  for (const model::Valuation& valuation : valuations)
    for (const std::uint32_t base : valuation.bases) asked[base] = true;
  model::Diagnostics found;
  for (std::uint32_t v = 0; v < valuations.size(); ++v) {
    const model::Valuation& valuation = valuations[v];
    const bool ofFile = valuation.span.file == 0 && !valuation.name.empty() && valuation.file.empty();
    if (asked[v] || !ofFile || !valuation.errors.empty() || valuation.marks.skip || loaded.tests.marks.skip) continue;
    model::Diagnostics unheard;
    const IntegerScope integers = integerScope(valuation.integers);
    const model::MergedValuation merged = model::merge(*loaded.model, loaded.tests, v, unheard);
    if (!unheard.hasErrors() && isPartial(merged))
      checkLiterals(*loaded.model, loaded.tests, v, integers, found);
    else
      instantiate(*loaded.model, loaded.tests, v, integers, found);
  }
  return found.all();
}

}  // namespace aunit::suite
