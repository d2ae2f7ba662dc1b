#include "runner/solving/scope_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "model/diagnostic.h"
#include "support/failure.h"

namespace aunit::runner {

namespace {

constexpr int usualScope = 3;

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && end == text.data() + text.size() && value >= 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<ScopeOption> ScopeOption::parse(const std::vector<std::string>& texts, std::string& error) {
  ScopeOption option;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const auto value = number(equals == std::string::npos ? text : text.substr(equals + 1));
    if (!value || equals == 0) return support::failure(error, fmt::format("--scope needs a number or NAME=NUMBER, not {}", text));
    if (equals == std::string::npos)
      option.overall_ = value;
    else
      option.sigs_.emplace_back(text.substr(0, equals), *value);
  }
  return option;
}

bool ScopeOption::complete(const model::Model& model, model::Scope& scope, std::string& error) const {
  const bool saysNothing = scope.overall < 0 && scope.sigs.empty();
  if (saysNothing && overall_) scope.overall = *overall_;
  for (const auto& [name, size] : sigs_) {
    std::vector<std::string> names;
    model::SigId found = model::noId;
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
      const model::Sig& sig = model.sig(id);
      if (sig.subset) continue;
      names.push_back(sig.name);
      if (sig.name == name || sig.label == name) found = id;
    }
    if (found == model::noId)
      return support::failure(error, fmt::format("--scope: there is no signature `{}`{}", name, model::orNear(name, names)));
    if (std::ranges::any_of(scope.sigs, [&](const model::SigScope& entry) { return entry.sig == found; })) continue;
    if (saysNothing && scope.overall < 0) scope.overall = usualScope;
    model::SigScope entry;
    entry.sig = found;
    entry.start = entry.end = size;
    scope.sigs.push_back(entry);
  }
  return true;
}

std::vector<model::Scope> growing(const model::Scope& wanted) {
  const int overall = wanted.overall < 0 ? usualScope : wanted.overall;
  int largest = overall;
  for (const model::SigScope& entry : wanted.sigs) largest = std::max(largest, entry.end);
  std::vector<model::Scope> scopes;
  for (int size = 1; size < largest; ++size) {
    model::Scope& scope = scopes.emplace_back(wanted);
    scope.overall = std::min(size, overall);
    for (model::SigScope& entry : scope.sigs) entry.start = entry.end = std::min(size, entry.end);
  }
  scopes.push_back(wanted);
  return scopes;
}

}  // namespace aunit::runner
