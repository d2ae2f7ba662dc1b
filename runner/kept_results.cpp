#include "runner/kept_results.h"

#include "runner/kept_json.h"

namespace aunit::runner {

std::string textOfResults(const std::vector<suite::TestResult>& results) {
  return nlohmann::json(results).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<suite::TestResult> resultsOfText(std::string_view text) {
  try {
    return nlohmann::json::parse(text).get<std::vector<suite::TestResult>>();
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace aunit::runner
