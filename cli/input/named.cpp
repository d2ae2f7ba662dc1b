#include "cli/input/named.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/failure.h"

namespace aunit::cli {

namespace {

/// A message such as "there is no val `x` (did you mean `y`?); the file has the vals `y` and `z`".
std::string unknown(std::string_view what, const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return fmt::format("there is no {0} `{1}`: the file has no {0}s", what, name);
  std::vector<std::string> quoted;
  for (const std::string& one : known) quoted.push_back(fmt::format("`{}`", one));
  if (known.size() == 1) return fmt::format("there is no {0} `{1}`; the only {0} is {2}", what, name, quoted.front());
  return fmt::format("there is no {0} `{1}`{2}; the file has the {0}s {3}", what, name, model::orNear(name, known),
                     model::inWords(quoted));
}

}  // namespace

std::optional<std::uint32_t> findValuation(const parser::Loaded& loaded, const std::string& name, std::string& error) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < loaded.tests.valuations.size(); ++i) {
    if (loaded.tests.valuations[i].name == name) return i;
    names.push_back(loaded.tests.valuations[i].name);
  }
  return support::failure(error, unknown("valuation", name, names));
}

std::optional<model::CommandId> findCommand(const model::Model& model, const std::string& wanted, std::string& error) {
  std::vector<std::string> labels;
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    const model::Command& command = model.commands()[id];
    if (command.module != 0 || command.ofTest) continue;
    if (command.label == wanted || std::to_string(labels.size()) == wanted) return id;
    labels.push_back(command.label);
  }
  return support::failure(error, unknown("command", wanted, labels));
}

}  // namespace aunit::cli
