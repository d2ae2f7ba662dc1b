#include "strength/repair/standing.h"

#include <algorithm>
#include <utility>

#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/repair/edited_model.h"
#include "strength/repair/repair_subjects.h"
#include "suite/test_case.h"
#include "support/files.h"

namespace aunit::strength {

using model::CommandId;
using model::noId;

namespace {

/// Returns the source file with the same canonical path as `path`; nothing if there is none.
std::optional<model::FileId> sameFile(const model::SourceMap& sources, const std::string& path) {
  const std::string wanted = support::canonicalPath(path);
  for (model::FileId f = 0; f < sources.size(); ++f)
    if (sources.file(f).path() == path || support::canonicalPath(sources.file(f).path()) == wanted) return f;
  return std::nullopt;
}

/// Whether the answer of the command can depend on the paragraph with this place. A predicate or function matters only if the
/// command, a fact or a declaration calls it.
bool isReached(const model::Model& model, CommandId command, model::Span paragraph) {
  for (model::FuncId f = 0; f < model.funcs().size(); ++f)
    if (model.func(f).span == paragraph) return functionsBehind(model, model.commands()[command].formula).contains(f);
  return true;
}

}  // namespace

EditJudge::EditJudge(const std::vector<DemandingFile>& files, std::vector<const Evidence*> evidence, const Options& options)
    : files_(files), options_(options), states_(files.size()) {
  for (std::size_t f = 0; f < files.size(); ++f)
    if (evidence[f]) readEvidence(f, *evidence[f]);
}

suite::JudgeOptions EditJudge::judging() const {
  return {.semantics = options_.semantics, .threads = solver::Threads::one, .conflicts = false, .budget = options_.budget};
}

void EditJudge::readEvidence(std::size_t file, const Evidence& evidence) {
  const parser::Loaded& loaded = evidence.loaded();
  std::vector<Item>& items = states_[file].items;
  states_[file].judged = true;
  const std::vector<CommandId>& commands = evidence.commands();
  for (const CommandId command : commands) items.push_back({.command = command});
  const std::vector<suite::TestCase> tests = suite::statementsOf(suite::collectTests(loaded));
  for (std::uint32_t t = 0; t < tests.size(); ++t)
    if (tests[t].kind != model::TestKind::command || std::ranges::find(commands, tests[t].test.command) == commands.end())
      items.push_back({.test = t});
  const auto itemOf = [&](CommandId command, std::uint32_t test) {
    return std::ranges::find_if(items, [&](const Item& item) { return item.command == command && item.test == test; });
  };
  for (const UndecidedCase& open : evidence.undecided())
    if (const auto item = itemOf(open.command, open.test); item != items.end()) item->before = State::unknown;
  for (const Complaint& complaint : evidence.complaints()) {
    const auto item = itemOf(complaint.command, complaint.test);
    if (complaint.beside || item == items.end()) continue;
    item->before = State::wrong;
    item->failure = static_cast<std::uint32_t>(failures_.size());
    failures_.push_back({complaint.name, loaded.sources.describe(complaint.span),
                         complaint.command != noId || complaint.stated != noId, saidOf(*loaded.model, complaint)});
  }
}

std::uint32_t EditJudge::failureOf(std::size_t file, const Complaint& complaint) const {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    if (complaint.beside ? files_[f].loaded.get() != complaint.beside : f != file) continue;
    for (const Item& item : states_[f].items)
      if (item.command == complaint.command && item.test == complaint.test) return item.failure;
  }
  return noId;
}

void EditJudge::judgeGuard(std::size_t file) {
  File& state = states_[file];
  if (std::exchange(state.judged, true)) return;
  const parser::Loaded& loaded = *files_[file].loaded;
  const std::vector<suite::TestCase> tests = suite::statementsOf(suite::collectTests(loaded));
  suite::TestJudge judge(loaded, judging());
  for (std::uint32_t t = 0; t < tests.size(); ++t) {
    const suite::Outcome outcome = judge.judge(tests[t]).outcome;
    state.items.push_back({.before = suite::isProblem(outcome) ? State::unknown : State::right, .test = t});
  }
}

EditJudge::State EditJudge::stateOf(const parser::Loaded& loaded, CommandId id) const {
  const model::Command& command = loaded.model->commands()[id];
  const bool wanted = command.expect < 0 ? !command.check : command.expect != 0;
  const solver::Options how{.semantics = options_.semantics, .limits = options_.budget.left({}), .threads = solver::Threads::one};
  const solver::Result result = answered(solver::Search(*loaded.model, solver::problemOf(*loaded.model, id), how).next());
  if (result.verdict != solver::Verdict::satisfiable && result.verdict != solver::Verdict::unsatisfiable) return State::unknown;
  return (result.verdict == solver::Verdict::satisfiable) == wanted ? State::right : State::wrong;
}

bool EditJudge::look(std::size_t file, const parser::Loaded& changed, model::Span paragraph,
                     std::vector<std::uint32_t>& mended) const {
  const std::vector<suite::TestCase> tests = suite::statementsOf(suite::collectTests(changed));
  suite::TestJudge judge(changed, judging());
  const auto isAsked = [&](const Item& item) {
    return item.command == noId || isReached(*files_[file].loaded->model, item.command, paragraph);
  };
  // Tests come first. Evaluation decides most of them quickly, and they find most mistakes.
  for (const bool byCommand : {false, true})
    for (const Item& item : states_[file].items) {
      if ((item.command != noId) != byCommand || item.before == State::unknown || !isAsked(item)) continue;
      if (options_.budget.exhausted()) return false;
      State now = State::unknown;
      if (byCommand) {
        if (item.command >= changed.model->commands().size()) return false;
        now = stateOf(changed, item.command);
      } else {
        if (item.test >= tests.size()) return false;
        const suite::Outcome outcome = judge.judge(tests[item.test]).outcome;
        now = suite::isProblem(outcome) ? State::wrong : State::right;
      }
      if (item.before == State::right && now != State::right) return false;
      if (item.before == State::wrong && now == State::right) mended.push_back(item.failure);
    }
  return true;
}

std::optional<std::vector<std::uint32_t>> EditJudge::mendedBy(std::size_t file, std::uint32_t paragraph,
                                                              const std::vector<Replacement>& edits) {
  const parser::Loaded& edited = *files_[file].loaded;
  const std::string& path = edited.sources.file(edits.front().span.file).path();
  std::vector<std::uint32_t> mended;
  // Judges file number `file` first, because its tests and commands reject most wrong edits.
  std::vector<std::size_t> order = {file};
  for (std::size_t f = 0; f < files_.size(); ++f)
    if (f != file) order.push_back(f);
  for (const std::size_t f : order) {
    const auto here = sameFile(files_[f].loaded->sources, path);
    if (!here) continue;
    judgeGuard(f);
    std::vector<Replacement> own = edits;
    for (Replacement& edit : own) edit.span.file = *here;
    model::Span place = edited.model->paragraphs()[paragraph].span;
    place.file = *here;
    const auto changed = strength::edited(*files_[f].loaded, files_[f].path, files_[f].load, own);
    if (!changed->model || (files_[f].loaded->ok() && !changed->ok()) || !look(f, *changed, place, mended)) return std::nullopt;
  }
  std::ranges::sort(mended);
  return mended;
}

}  // namespace aunit::strength
