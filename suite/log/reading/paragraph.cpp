#include "suite/log/reading/paragraph.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/diagnostic.h"
#include "suite/steps/state_reads.h"

namespace aunit::suite::log {

model::Log plainLog(const model::Model& model) {
  model::Log log;
  const auto path = [](std::string name) { return model::LogPath{{std::move(name)}, {}}; };
  log.event = path("event");
  log.arguments = path("event_args");
  const RelationNumbers numbers(model);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    model::LogRelation relation;
    (numbers[i].isField ? relation.field : relation.sig) = numbers[i].id;
    relation.path = path(numbers[i].isField ? model.field(numbers[i].id).name : model.sig(numbers[i].id).name);
    log.relations.push_back(std::move(relation));
  }
  return log;
}

std::optional<model::Log> logFor(const parser::Loaded& loaded, const std::string& name, std::string& error) {
  std::vector<std::string> names;
  for (const model::Log& log : loaded.tests.logs) {
    if (log.name == name || (name.empty() && loaded.tests.logs.size() == 1)) return log;
    names.push_back(log.name);
  }
  if (!name.empty())
    error = fmt::format("there is no `log` paragraph \"{}\"{}", name, model::orNear(name, names));
  else if (!names.empty())
    error = fmt::format("there are several logs: choose one with --paragraph ({})", fmt::join(names, ", "));
  else
    return plainLog(*loaded.model);
  return std::nullopt;
}

}  // namespace aunit::suite::log
