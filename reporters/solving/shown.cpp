#include "reporters/solving/shown.h"

#include <fmt/format.h>

#include "reporters/terminal/nitpick.h"
#include "reporters/terminal/reason_tree.h"

namespace aunit::reporters {

std::string shownInstance(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, std::size_t instance,
                          InstanceForm form) {
  const model::Command& command = question.command();
  const model::Instance& shown = answer.instances[instance];
  if (question.isClaim()) return fmt::format("\n{}\n", nitpickCounterexample(question.model(), command, shown));
  const std::string title = fmt::format("{}#{}", command.label, instance + 1);
  const std::string text = instanceText(form, question.model(), shown, title, command.text, question.source.path);
  if (form != InstanceForm::table) return text;
  const auto reason = runner::reasonFor(question, shown);
  return reason ? text + counterexampleText(*reason, command.label, Style(false)) : text;
}

std::string shownNearest(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, InstanceForm form) {
  const model::Command& command = question.command();
  const std::string title = fmt::format("{}#nearest", command.label);
  if (form == InstanceForm::none || form == InstanceForm::table) return instanceTable(answer.row.nearest->table, title);
  return instanceText(form, question.model(), *answer.nearestInstance, title, command.text, question.source.path,
                      answer.row.nearest->marked);
}

}  // namespace aunit::reporters
