#include "suite/trouble.h"

#include <utility>

namespace aunit::suite {

Trouble troubleOf(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources) {
  return {diagnostics.front().message, model::render(diagnostics, sources, false)};
}

Trouble troubleAt(model::Span span, std::string message, const model::SourceMap& sources) {
  model::Diagnostics diagnostics;
  diagnostics.error("test", span, std::move(message));
  return troubleOf(diagnostics.all(), sources);
}

void fail(TestResult& result, Trouble trouble) {
  result.outcome = Outcome::error;
  result.engine = Engine::none;
  result.message = std::move(trouble.message);
  result.details = std::move(trouble.details);
}

}  // namespace aunit::suite
