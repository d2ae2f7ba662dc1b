#include "runner/solving/cache.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "runner/files/git.h"
#include "runner/solving/scope_option.h"
#include "runner/solving/solve_command.h"
#include "support/failure.h"
#include "support/system/this_program.h"

namespace aunit::runner {

namespace {

/// Whether the cache can store all data of an answer to the request.
bool mayBeKept(const SolveRequest& request) {
  const solver::Options& options = request.search;
  return !options.refute && !options.certificate && options.division.depth == 0 && !request.nearest && !request.allScopes;
}

}  // namespace

bool AnswerCache::open(const SolveRequest& request, const std::function<void(const std::string&)>& complain, std::string& error) {
  return openAnswers(request, complain, error) && openEarlier(request, error);
}

bool AnswerCache::openAnswers(const SolveRequest& request, const std::function<void(const std::string&)>& complain,
                              std::string& error) {
  const char* usual = std::getenv("AUNIT_CACHE");
  const bool wanted = request.cache || request.since || (usual != nullptr && *usual != '\0');
  if (request.noCache || !wanted || !mayBeKept(request)) return true;
  const std::string path = request.cache && !request.cache->empty() ? *request.cache : AnswerFolder::usualPath();
  std::string why = "neither AUNIT_CACHE nor HOME is set";
  if (auto folder = path.empty() ? std::nullopt : AnswerFolder::open(path, why))
    kept_.emplace(std::move(*folder));
  else if (request.cache)
    return support::failure(error, "--cache: " + why);
  else
    complain(fmt::format("answers are not cached: {}", why));
  return true;
}

/// Loads the files as they were in the commit of --since, with the modules that they opened then.
bool AnswerCache::openEarlier(const SolveRequest& request, std::string& error) {
  program_ = kept_ || request.since ? request.version + " " + support::ownBuild() : "";
  if (!request.since) return true;
  std::string why;
  const auto revision = Revision::find(*request.since, why);
  if (!revision) return support::failure(error, "--since: " + why);
  for (const std::string& file : request.files) {
    earlier_.push_back(nullptr);
    const std::string name = revision->nameOf(file);
    const auto text = revision->read(name);
    if (!text) continue;  // the commit has no such file
    parser::LoadOptions options;
    options.alloy5 = request.alloy5;
    options.readFile = [&](const std::string& path) { return revision->read(path); };
    auto loaded = parser::loadText(name, *text, options.within(request.search.limits), request.given);
    if (loaded->ok()) earlier_.back() = std::move(loaded);
  }
  return true;
}

CacheQuestion AnswerCache::asKept(const CommandQuestion& question, const model::Model& model, const solver::Problem& problem,
                                  const solver::Options& options) const {
  const model::Command& command = question.command();
  return {
      .model = model,
      .problem = problem,
      .options = options,
      .file = std::filesystem::path(question.source.path).filename().generic_string(),
      .name = fmt::format("{} {}", command.check ? "check" : "run", command.label),
      .also = fmt::format("{}\n{} {} {}", program_, question.request.most(), question.request.alloy5, question.showsInstances()),
      .anyInstance = question.anyInstance()};
}

/// The slice of the command's earlier version. The request's scope options complete the scope of this version. Returns nothing
/// if there is no earlier version.
std::optional<solver::Slice> AnswerCache::earlierSlice(const CommandQuestion& question, const solver::Options& options) const {
  if (earlier_.empty() || !earlier_[question.file]) return std::nullopt;
  const model::Model& model = *earlier_[question.file]->model;
  const auto& commands = question.model().commands();
  const model::Command& asked = question.command();
  const auto isAlike = [&](const model::Command& command) {
    return command.check == asked.check && command.label == asked.label && !command.ofTest;
  };
  auto before = std::count_if(commands.begin(), commands.begin() + question.id, isAlike);
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    if (!isAlike(model.commands()[id]) || before-- != 0) continue;
    solver::Problem problem = solver::problemOf(model, id);
    std::string error;
    if (!ScopeOption::parse(question.request.scopes, error)->complete(model, problem.scope, error)) return std::nullopt;
    return CachedAnswers::sliceOf(asKept(question, model, problem, options));
  }
  return std::nullopt;
}

bool AnswerCache::recall(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
                         CommandAnswer& answer) {
  if ((!kept_ && earlier_.empty()) || question.isClaim()) return false;
  const solver::Options options = question.options();
  const CacheQuestion asked = asKept(question, question.model(), problem, options);
  const solver::Slice slice = CachedAnswers::sliceOf(asked);
  const auto before = earlierSlice(question, options);
  std::string said;
  auto known = kept_ ? kept_->recall(asked, slice, before ? before->key : "", budget, said) : std::nullopt;
  if (!known && before && before->key == slice.key) {
    known.emplace();
    known->problem = problem;
    known->unaffectedSince = *question.request.since;
    said = fmt::format("not solved: nothing that the command depends on has changed since {}", *question.request.since);
  }
  if (known) {
    answer = std::move(*known);
    answer.row.bound = statesOf(problem);
    if (answer.kept && answer.kept->why != sameQuestion) {
      addRemarks(question, problem, budget, answer);
      kept_->keep(asked, slice, answer, budget);
    }
    if (answer.kept) ++known_;
  }
  if (question.request.explainCache) answer.row.cache = std::move(said);
  return known.has_value();
}

void AnswerCache::keep(const CommandQuestion& question, const solver::Problem& problem, const CommandAnswer& answer) {
  ++(answer.result.verdict == solver::Verdict::error ? inError_ : solved_);
  if (!kept_ || question.isClaim()) return;
  const solver::Options options = question.options();
  const CacheQuestion asked = asKept(question, question.model(), problem, options);
  kept_->keep(asked, CachedAnswers::sliceOf(asked), answer, support::Budget(options.limits));
}

std::optional<SolveReport::Cache> AnswerCache::report() const {
  if (!kept_) return std::nullopt;
  const AnswerFolder& folder = kept_->folder();
  return SolveReport::Cache{folder.path(), known_, solved_, inError_, folder.damaged(), folder.failed()};
}

}  // namespace aunit::runner
