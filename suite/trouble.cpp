#include "suite/trouble.h"

#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "support/memory.h"

namespace aunit::suite {

Trouble troubleOf(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources) {
  return {diagnostics.front().message, model::render(diagnostics, sources, false)};
}

Trouble troubleAt(model::Span span, std::string message, const model::SourceMap& sources) {
  model::Diagnostics diagnostics;
  diagnostics.error("test", span, std::move(message));
  return troubleOf(diagnostics.all(), sources);
}

Trouble troubleAtHand(const Place& place) {
  const auto internal = [](std::string_view what) { return fmt::format("{}{}", internalErrorBegins, what); };
  Trouble trouble;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
    trouble.message = outOfMemory;
  } catch (const std::exception& error) {
    trouble.message = internal(error.what());
  } catch (...) {
    trouble.message = internal("an exception of an unknown kind");
  }
  trouble.details = fmt::format("{}: error: {}\n", place.line != 0 ? place.describe() : place.path, trouble.message);
  if (trouble.message.starts_with(internalErrorBegins))
    trouble.details += "    hint: This is an error of aunit, not of the model or its tests: please report it.\n";
  return trouble;
}

void fail(TestResult& result, Trouble trouble) {
  result.outcome = Outcome::error;
  result.engine = Engine::none;
  result.message = std::move(trouble.message);
  result.details = std::move(trouble.details);
}

}  // namespace aunit::suite
