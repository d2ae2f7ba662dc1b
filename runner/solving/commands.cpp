#include "runner/solving/commands.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "runner/solving/preference_option.h"
#include "runner/solving/scope_option.h"
#include "support/system/shell_pattern.h"

namespace aunit::runner {

SolvedFile readFile(const SolveRequest& request, std::size_t file) {
  parser::LoadOptions options;
  options.alloy5 = request.alloy5;
  options.strictOpen = request.strictOpen;
  options.uses = request.uses;
  options.allowed = request.allowed;
  SolvedFile source{.path = request.files[file]};
  source.defaultCommand = request.defaultCommand;
  source.isNamed = std::ranges::find(request.named, source.path) != request.named.end();
  const auto start = std::chrono::steady_clock::now();
  source.loaded = parser::load(source.path, options.within(request.search.limits), request.given);
  source.parseMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  source.loaded->session = nullptr;  // frees memory: solving does not need the session
  if (!source.loaded->ok()) return source;
  model::Scope unsaid;
  std::string error;
  const auto scopes = ScopeOption::parse(request.scopes, error);
  if (!scopes->complete(*source.loaded->model, unsaid, error) || !preferenceOf(request, *source.loaded->model, error))
    source.refused = error;
  return source;
}

std::vector<ChosenCommand> chosenCommands(const SolveRequest& request, const std::vector<SolvedFile>& files) {
  const auto isNamed = [&](std::size_t index, const std::string& label) {
    return request.commands.empty() || std::ranges::any_of(request.commands, [&](const std::string& pattern) {
             return pattern == std::to_string(index) || support::matchesPattern(label, pattern);
           });
  };
  std::vector<ChosenCommand> chosen;
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!files[file].loaded->ok() || !files[file].refused.empty()) continue;
    const std::vector<model::Command>& commands = files[file].loaded->model->commands();
    std::size_t index = 0;
    for (model::CommandId id = 0; id < commands.size(); ++id) {
      if (!files[file].counts(commands[id])) continue;
      if (isNamed(index, commands[id].label)) chosen.push_back({file, index, id, files[file].path + "::" + commands[id].label});
      ++index;
    }
  }
  return chosen;
}

}  // namespace aunit::runner
