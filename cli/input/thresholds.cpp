#include "cli/input/thresholds.h"

#include <cstdlib>

#include <fmt/format.h>

#include "reporters/terminal/console.h"

namespace aunit::cli {

std::optional<double> percentage(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double percent = std::strtod(text.c_str(), &end);
  return *end == '\0' && percent <= 100 ? std::optional(percent) : std::nullopt;
}

std::optional<std::vector<Threshold>> parseThresholds(const std::vector<std::string>& texts) {
  std::vector<Threshold> result;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos) {
      reporters::complain(fmt::format("--fail-under {}: expected CRITERION=PERCENT, such as FC=80", text));
      return std::nullopt;
    }
    const auto criterion = coverage::findCriterion(name);
    if (!criterion) {
      reporters::complain(fmt::format(
          "--fail-under {}: there is no criterion \"{}\"; the criteria are SC RC EC FaC PC AC FC MC IC OC UC WC BC CC NC", text,
          name));
      return std::nullopt;
    }
    const auto percent = percentage(text.substr(equals + 1));
    if (!percent) {
      reporters::complain(fmt::format("--fail-under {}: expected a percentage from 0 to 100 after `{}=`", text, name));
      return std::nullopt;
    }
    result.push_back({*criterion, *percent});
  }
  return result;
}

bool meets(const coverage::Data& data, const std::vector<Threshold>& thresholds) {
  if (data.models.empty() && !thresholds.empty()) {
    reporters::complain("--fail-under: there is no model in the coverage data");
    return false;
  }
  bool reached = true;
  for (const Threshold& threshold : thresholds) {
    coverage::Tally tally;
    for (const coverage::ModelCoverage& model : data.models) tally += model.tally(threshold.criterion);
    if (tally.percent() >= threshold.percent) continue;
    reporters::complain(fmt::format("{} ({}) is {} ({}/{}), less than {} %", coverage::abbreviation(threshold.criterion),
                                    coverage::name(threshold.criterion), coverage::percentText(tally), tally.met, tally.total,
                                    threshold.percent));
    reached = false;
  }
  return reached;
}

}  // namespace aunit::cli
