#include <atomic>

#include "support/system/child_process.h"
#include "support/threads.h"

namespace aunit::support {

std::vector<ChildAnswer> askChildren(std::vector<std::vector<std::string>> commands, const Budget& budget,
                                     const ChildLimits& limits, const std::function<bool(const ChildAnswer&)>& isEnough,
                                     const ChildrenHeard& heard) {
  std::vector<ChildAnswer> answers(commands.size());
  std::atomic<bool> enough = false;
  const Budget whileNeeded = budget.within({.stop = &enough});
  forEachParallel(commands.size(), static_cast<unsigned>(commands.size()), [&](std::size_t i) {
    const ChildHeard ofThis = heard ? [&heard, i](std::string_view text) { heard(i, text); } : ChildHeard();
    answers[i] = askChild(std::move(commands[i]), "", whileNeeded, limits, ofThis);
    if (isEnough && answers[i].ended && isEnough(answers[i])) enough = true;
  });
  return answers;
}

}  // namespace aunit::support
