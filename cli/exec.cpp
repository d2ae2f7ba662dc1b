// aunit exec: the answers to a model's run and check commands.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion/shell_words.h"
#include "cli/input/preference_option.h"
#include "cli/input/scope_option.h"
#include "cli/input/shard_option.h"
#include "cli/output/all_scopes_text.h"
#include "cli/output/answer_files.h"
#include "cli/output/exec_journal.h"
#include "cli/output/exec_line.h"
#include "cli/output/folder_table.h"
#include "cli/output/kept_answers.h"
#include "cli/output/outputs.h"
#include "cli/parts/parts.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "parser/front_end.h"
#include "reporters/run/reason_json.h"
#include "reporters/run/sarif.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/terminal/instance_text.h"
#include "reporters/terminal/nitpick.h"
#include "reporters/terminal/notes.h"
#include "reporters/terminal/reason_tree.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "runner/files/git.h"
#include "runner/files/settings.h"
#include "runner/interrupt.h"
#include "solver/bitwidth/wider.h"
#include "solver/nearest/nearest.h"
#include "solver/session/search.h"
#include "suite/asking.h"
#include "suite/command_warnings.h"
#include "suite/text/place.h"
#include "suite/trouble.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/budget.h"
#include "support/digest.h"
#include "support/files.h"
#include "support/in_order.h"
#include "support/plural.h"
#include "support/system/shell_pattern.h"
#include "support/system/terminal.h"
#include "support/threads.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using reporters::InstanceForm;
using solver::Verdict;

constexpr double longestReason = 1;  // seconds

/// One command to solve.
struct Job {
  std::size_t file;   // index into the arguments' files
  std::size_t index;  // of the command as users count
  model::CommandId command;
};

class Execution {
 public:
  /// `named`: the paths as they were given, folders among them.
  Execution(const ExecArguments& arguments, const std::vector<std::string>& named)
      : arguments_(arguments),
        named_(named),
        form_(reporters::instanceForm(arguments.show).value_or(InstanceForm::none)),
        style_(reporters::wantsColor(colorChoice(arguments.color), outForPeople())),
        progress_(arguments.jobs == 1 && support::isTerminal(stderr)) {
    const bool gui = arguments.compat == "gui";
    options_.solver = ownPart() && !ownPart()->solver.empty() ? ownPart()->solver : arguments.solver;
    options_.symmetry = arguments.symmetry.value_or(20);
    options_.skolemDepth = arguments.skolemDepth.value_or(gui ? 1 : 0);
    options_.semantics.noOverflow = arguments.language.semantics.noOverflow || gui;
    options_.limits = {
        .seconds = arguments.timeout, .bytes = arguments.memoryMegabytes << 20, .stop = &runner::interruptRequested};
    options_.enumerate = most_ != 1;
    options_.core = arguments.core;
    options_.refute = arguments.checkProofs || arguments.requireProof || !arguments.proofs.empty();
    options_.certificate = !arguments.certificates.empty() || !arguments.proofs.empty();
    options_.threads = arguments.jobs == 1 && arguments.cubes == 0 ? solver::Threads::race : solver::Threads::one;
  }

  int run() {
    std::vector<support::NewFolders> folders;  // for files that may not come
    for (const std::string& folder : {arguments_.out, arguments_.certificates, arguments_.proofs}) {
      std::string error;
      auto made = support::NewFolders::create(folder, error);
      if (!made) return usageError(fmt::format("{}: {}", folder, error));
      folders.push_back(std::move(*made));
    }
    if (!arguments_.out.empty() && form_ == InstanceForm::none) form_ = InstanceForm::xml;
    const bool wanted = arguments_.minimal || arguments_.maximal || arguments_.diverse != 0;  // so it is shown, too
    if (wanted && arguments_.show.empty() && form_ == InstanceForm::none && !arguments_.json) form_ = InstanceForm::table;
    outputs_.addFile("--sarif", arguments_.sarif);
    if (!ownPart() && !outputs_.open(arguments_.files)) return usageOrModelError;
    std::string error;
    const auto scope = ScopeOption::parse(arguments_.scopes, error);
    if (!scope) return usageError(error);
    scope_ = *scope;
    const auto shard = shardOf(ownPart() ? ownPart()->shard : arguments_.shard, arguments_.times);
    if (!shard) return usageOrModelError;
    runner::catchInterrupts();
    for (std::size_t file = 0; file < arguments_.files.size(); ++file) load(file);
    reporters::sayNotes();
    diagnostics_.finish();
    const bool empty = jobs_.empty();
    if (arguments_.cubes == 0)
      keepThoseOf(*shard);
    else
      options_.division = {
          .depth = arguments_.cubes, .jobs = static_cast<unsigned>(arguments_.jobs), .part = shard->index, .parts = shard->total};
    if (ownPart() ? !answers_.open(ownPart()->report, ExecJournal::Of::part)
                  : !arguments_.resume.empty() && !answers_.open(arguments_.resume, ExecJournal::Of::person))
      return usageOrModelError;
    if (!openCache() || !openEarlier()) return usageOrModelError;
    if (const auto parts = shared(*shard))
      for (const std::string& path : parts->reports)
        if (!answers_.takeFrom(path)) return internalError;
    if (!arguments_.json && !jobs_.empty()) reporters::show(outForPeople(), rowHeader(arguments_.verbose));
    const unsigned commandsAtATime = arguments_.cubes == 0 ? static_cast<unsigned>(arguments_.jobs) : 1;
    support::forEachParallel(jobs_.size(), commandsAtATime, [this](std::size_t i) { answer(i); });
    inOrder_.finish();
    if (recalled_ != 0 && answers_.isOpen())
      reporters::show(stderr, fmt::format("{} of {} taken from {}\n", recalled_, support::plural(jobs_.size(), "command"),
                                          support::oneLine(arguments_.resume)));
    if (cache_) sayOfCache();
    if (!outputs_.write("--sarif", [&] { return sarif(); })) return usageOrModelError;
    if (runner::interruptRequested) return interrupted;
    if (internal_) return internalError;
    if (broken_ && !ofFolder_) return usageOrModelError;
    for (support::NewFolders& made : folders) made.keep();
    if (jobs_.empty() && !empty)
      reporters::show(stderr, fmt::format("no command is in shard {}/{}: there are fewer commands than shards\n",
                                          shard->index + 1, shard->total));
    if (empty && !ofFolder_) return nothingFor("no command to run" + whatThereIs());
    if (!arguments_.json && !jobs_.empty()) reporters::show(outForPeople(), tally(), style_);
    if (!arguments_.json && !ownPart() && ofFolder_) reporters::show(outForPeople(), folderTable(rows(), style_), style_);
    if (broken_) return usageOrModelError;
    if (empty) return nothingFor("no command to run" + whatThereIs());
    return exitCode();
  }

 private:
  /// What others have done at the same time: parts of the commands, or of a single one the solvers, which race.
  std::optional<PartsDone> shared(const runner::Shard& shard) const {
    if (arguments_.jobs <= 1 || arguments_.cubes != 0 || shard.total > 1 || answers_.isOpen()) return std::nullopt;
    if (jobs_.size() == 1) return options_.solver == "portfolio" ? doneInRace({"cadical", "minisat"}) : std::nullopt;
    Progress progress;
    auto parts = doneInParts(std::min(arguments_.jobs, static_cast<int>(jobs_.size())), std::ref(progress));
    progress.clear();
    return parts;
  }

  void keepThoseOf(const runner::Shard& shard) {
    std::vector<std::string> ids;
    for (const Job& job : jobs_)
      ids.push_back(arguments_.files[job.file] + "::" + loaded_[job.file]->model->commands()[job.command].label);
    const std::vector<bool> held = shard.holds(ids);
    std::vector<Job> kept;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (held[i]) kept.push_back(jobs_[i]);
    jobs_ = std::move(kept);
  }

  /// Whether the options ask for nothing that is not kept with an answer.
  bool mayBeKept() const {
    return !options_.refute && !options_.certificate && options_.division.depth == 0 && !arguments_.nearest && !allScopes_;
  }

  bool openCache() {
    const char* usual = std::getenv("AUNIT_CACHE");
    const bool wanted = arguments_.cache || arguments_.since || (usual != nullptr && *usual != '\0');
    if (arguments_.noCache || !wanted || !mayBeKept()) return true;
    const std::string path =
        arguments_.cache && !arguments_.cache->empty() ? *arguments_.cache : runner::AnswerFolder::usualPath();
    std::string error = "neither AUNIT_CACHE nor HOME says where";
    auto folder = path.empty() ? std::nullopt : runner::AnswerFolder::open(path, error);
    if (folder) {
      cache_ = std::make_unique<KeptAnswers>(std::move(*folder));
      return true;
    }
    if (arguments_.cache) return usageError("--cache: " + error);
    reporters::complain(fmt::format("answers are not kept: {}", error));
    return true;
  }

  /// Reads the files as they were, with what they opened then.
  bool openEarlier() {
    if (!arguments_.since) return true;
    std::string error;
    const auto revision = runner::Revision::find(*arguments_.since, error);
    if (!revision) return usageError("--since: " + error);
    for (const std::string& file : arguments_.files) {
      earlier_.push_back(nullptr);
      const std::string name = revision->nameOf(file);
      const auto text = revision->read(name);
      if (!text) continue;  // it is new
      parser::LoadOptions options;
      options.alloy5 = arguments_.language.alloy5;
      options.readFile = [&](const std::string& path) { return revision->read(path); };
      auto loaded = parser::loadText(name, *text, options.within(options_.limits));
      if (loaded->ok()) earlier_.back() = std::move(loaded);
    }
    reporters::leaveNotesUnsaid();  // they are on the same files
    return true;
  }

  void sayOfCache() const {
    if (kept_ != 0 || arguments_.since || arguments_.explainCache)
      reporters::show(stderr, fmt::format("{} of {} kept, {} solved{}\n", kept_.load(), support::plural(jobs_.size(), "answer"),
                                          solved_.load(), inError_ == 0 ? "" : fmt::format(", {} in error", inError_.load())));
    if (const std::size_t damaged = cache_->folder().damaged())
      reporters::complain(fmt::format("{}: {} not what was written: passed over", cache_->folder().path(),
                                      damaged == 1 ? "a file is" : fmt::format("{} files are", damaged)));
    if (const std::size_t failed = cache_->folder().failed())
      reporters::complain(fmt::format("{}: {} could not be written", cache_->folder().path(), support::plural(failed, "file")));
  }

  /// Of all that an answer depends on: what is asked, in which texts, how, and how it is shown.
  std::string digestOf(const Job& job) const {
    const parser::Loaded& l = *loaded_[job.file];
    std::string all;
    const auto add = [&](std::string_view text) { all += fmt::format("{}:{}\n", text.size(), text); };
    add(version());
    for (model::FileId id = 0; id < l.sources.size(); ++id) add(l.sources.file(id).text());
    add(fmt::format("{} {}", job.index, arguments_.language.alloy5));
    for (const std::string& scope : arguments_.scopes) add(scope);
    const solver::Options& o = options_;
    add(fmt::format("{} {} {} {} {} {} {} {} {}", arguments_.solver, o.symmetry, o.skolemDepth, o.semantics.noOverflow, o.core,
                    o.refute, o.certificate, arguments_.requireProof, most_));
    add(fmt::format("{} {} {} {}", arguments_.first, arguments_.minimal.value_or("-"), arguments_.maximal.value_or("-"),
                    arguments_.diverse));
    add(fmt::format("{} {}", arguments_.nearest, allScopes_.value_or(0)));
    add(fmt::format("{} {} {}", o.division.depth, o.division.part, o.division.parts));
    add(fmt::format("{} {} {}", static_cast<int>(form_), asClaim(job), arguments_.out.empty()));
    return support::longHexDigest(all);
  }

  /// The journal's line on a command.
  std::optional<Told> recalled(const Job& job, const std::string& digest) {
    auto told = answers_.find(digest, arguments_.timeout);
    if (!told) return std::nullopt;
    told->line["file"] = arguments_.files[job.file];  // the text may have been moved
    told->line["parse_ms"] = parseMs_[job.file];
    ++recalled_;
    return told;
  }

  void note(const std::string& digest, double seconds, const Told& told) {
    if (answers_.add(digest, seconds, told)) return;
    const std::lock_guard lock(output_);
    broken_ = true;
  }

  void load(std::size_t file) {
    if (isFound(file)) reporters::sayNotes();  // on those before it
    parser::LoadOptions options;
    options.alloy5 = arguments_.language.alloy5;
    options.strictOpen = arguments_.language.strictOpen;
    const auto start = std::chrono::steady_clock::now();
    loaded_.push_back(parser::load(arguments_.files[file], options.within(options_.limits)));
    parseMs_.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    const parser::Loaded& l = *loaded_.back();
    if (!l.ok()) reject(file);
    if (isFound(file)) reporters::leaveNotesUnsaid();  // the table says it
    if (!l.ok()) return;
    std::string error;
    model::Scope unsaid;
    if (!scope_.complete(*l.model, unsaid, error) || !preferenceOf(arguments_, *l.model, error)) {
      broken_ = true;
      reporters::complain(fmt::format("{}: {}", arguments_.files[file], error));
      return;
    }
    std::size_t index = 0;
    for (model::CommandId c = 0; c < l.model->commands().size(); ++c) {
      const model::Command& command = l.model->commands()[c];
      if (command.module != 0 || command.ofTest) continue;
      if (isNotMeant(command, file)) continue;
      if (selected(index, command.label)) jobs_.push_back({file, index, c});
      ++index;
    }
  }

  /// The command that a file has which has none is meant where the file is named, and not of tests.
  bool isNotMeant(const model::Command& command, std::size_t file) const {
    const std::string& path = arguments_.files[file];
    return command.isDefault && (path.ends_with(".aunit") || std::ranges::find(named_, path) == named_.end());
  }

  /// Behind "no command to run": what might be meant instead.
  std::string whatThereIs() const {
    std::vector<std::string> labels;
    for (std::size_t file = 0; file < loaded_.size(); ++file)
      for (const model::Command& command : loaded_[file]->model->commands())
        if (command.module == 0 && !command.ofTest && !isNotMeant(command, file)) labels.push_back(command.label);
    if (!labels.empty()) {
      std::string near;
      for (const std::string& pattern : arguments_.commands)
        if (near.empty()) near = model::orNear(pattern, labels);
      return near.empty() ? ": there is " + model::inWords(labels) : near;
    }
    const auto tests = std::ranges::find_if(named_, [](const std::string& file) { return file.ends_with(".aunit"); });
    return tests == named_.end() ? "" : fmt::format(": `aunit run {0}` runs the tests of {0}", support::oneLine(*tests));
  }

  bool selected(std::size_t index, const std::string& label) const {
    return arguments_.commands.empty() || std::ranges::any_of(arguments_.commands, [&](const std::string& pattern) {
             return pattern == std::to_string(index) || support::matchesPattern(label, pattern);
           });
  }

  /// Whether a file was found in a folder: the table there says what is wrong with it.
  bool isFound(std::size_t file) const { return std::ranges::find(named_, arguments_.files[file]) == named_.end(); }

  /// A row per file, in the order of the files, with how many commands have each answer.
  std::vector<FileRow> rows() const {
    std::vector<FileRow> rows;
    for (std::size_t file = 0; file < loaded_.size(); ++file) {
      rows.push_back(fileRow(arguments_.files[file], *loaded_[file]));
      if (rows.back().state != FileRow::State::read) continue;
      std::vector<std::string> parts;
      if (const auto found = answersOf_.find(file); found != answersOf_.end())
        for (const auto& [answer, count] : found->second) parts.push_back(fmt::format("{} {}", count, answer));
      rows.back().outcome = fmt::format("{}", fmt::join(parts, ", "));
    }
    return rows;
  }

  static std::string_view inWords(Standing standing) {
    switch (standing) {
      case Standing::holds: return "without counterexample";
      case Standing::instance: return "with an instance";
      case Standing::expected: return "as expected";
      case Standing::counterexample: return "with a counterexample";
      case Standing::noInstance: return "without an instance";
      case Standing::unexpected: return "not as expected";
      case Standing::undecided: return "undecided";
      case Standing::unaffected: return "not affected";
      case Standing::error: return "in error";
      case Standing::partly: return "without an instance in this part";
    }
    return "";
  }

  void reject(std::size_t file) {
    const parser::Loaded& l = *loaded_[file];
    const bool other = isNotAlloy(l) && isFound(file);
    broken_ = broken_ || !other;
    if (!isFound(file) || (arguments_.json && !other)) diagnostics_.show(arguments_.files[file], l.diagnostics.all(), l.sources);
    if (!arguments_.json) return;
    const auto& all = l.diagnostics.all();
    const auto first = std::ranges::find(all, model::Severity::error, &model::Diagnostic::severity);
    print({{"file", arguments_.files[file]},
           {"index", -1},
           {"verdict", other ? "NOT_ALLOY" : "REJECTED"},
           {"error", first == all.end() ? "" : first->message},
           {"parse_ms", parseMs_[file]}});
  }

  bool isNitpick(const Job& job) const { return arguments_.files[job.file].ends_with(".np"); }
  /// Counterexamples to claims are shown as Ladybug does, unless another form is asked for.
  bool asClaim(const Job& job) const {
    return isNitpick(job) && arguments_.show.empty() && !arguments_.json && arguments_.out.empty();
  }

  bool showsInstances(const Job& job) const { return form_ != InstanceForm::none || asClaim(job); }

  bool showsText(const Job& job) const { return form_ == InstanceForm::none || form_ == InstanceForm::table || asClaim(job); }

  ExecAnswer solve(const Job& job) {
    const model::Model& model = *loaded_[job.file]->model;
    solver::Problem problem = solver::problemOf(model, job.command);
    std::string error;
    scope_.complete(model, problem.scope, error);  // `load` has seen that it can
    const support::Budget budget(options_.limits);
    ExecAnswer answer;
    if (const auto known = keptAnswer(job, problem, budget, answer); !known) {
      std::string said = std::move(answer.aboutCache);
      answer = asClaim(job) && most_ == 1 ? solveGrowing(job, problem) : solve(job, problem);
      ++(answer.result.verdict == Verdict::error ? inError_ : solved_);
      if (answer.result.verdict != Verdict::error) answer.aboutCache = std::move(said);
      remember(job, problem, answer);
    }
    if (allScopes_ && answer.result.verdict == Verdict::unsatisfiable) lookBeyond(job, problem, answer);
    answer.warnings = suite::warningsOn(*loaded_[job.file], job.command, problem, answer.result);
    return answer;
  }

  solver::Options optionsFor(const Job& job) const {
    solver::Options options = options_;
    std::string error;
    if (showsInstances(job))
      options.preference = *preferenceOf(arguments_, *loaded_[job.file]->model, error);  // `load` has seen that there is one
    return options;
  }

  KeptQuestion questionOf(const Job& job, const model::Model& model, const solver::Problem& problem,
                          const solver::Options& options) const {
    const model::Command& command = loaded_[job.file]->model->commands()[job.command];
    return {.model = model,
            .problem = problem,
            .options = options,
            .file = std::filesystem::path(arguments_.files[job.file]).filename().generic_string(),
            .name = fmt::format("{} {}", command.check ? "check" : "run", command.label),
            .also = fmt::format("{} {} {}", most_, arguments_.language.alloy5, showsInstances(job)),
            .anyInstance = !showsInstances(job) && most_ == 1};
  }

  /// The command as it was, with the scope that options complete; nothing where there was none.
  std::optional<solver::Slice> earlierSlice(const Job& job, const solver::Options& options) const {
    if (earlier_.empty() || !earlier_[job.file]) return std::nullopt;
    const model::Model& model = *earlier_[job.file]->model;
    const auto& commands = loaded_[job.file]->model->commands();
    const auto isAlike = [&](const model::Command& command) {
      return command.check == commands[job.command].check && command.label == commands[job.command].label && !command.ofTest;
    };
    auto before = std::count_if(commands.begin(), commands.begin() + job.command, isAlike);
    for (model::CommandId id = 0; id < model.commands().size(); ++id) {
      if (!isAlike(model.commands()[id]) || before-- != 0) continue;
      solver::Problem problem = solver::problemOf(model, id);
      std::string error;
      if (!scope_.complete(model, problem.scope, error)) return std::nullopt;
      return KeptAnswers::sliceOf(questionOf(job, model, problem, options));
    }
    return std::nullopt;
  }

  /// Whether the answer is known without solving; what is known of it, or why it has to be solved, in `answer`.
  bool keptAnswer(const Job& job, const solver::Problem& problem, const support::Budget& budget, ExecAnswer& answer) {
    if ((!cache_ && earlier_.empty()) || asClaim(job)) return false;
    const model::Model& model = *loaded_[job.file]->model;
    const solver::Options options = optionsFor(job);
    const KeptQuestion question = questionOf(job, model, problem, options);
    const solver::Slice slice = KeptAnswers::sliceOf(question);
    const auto before = earlierSlice(job, options);
    const bool unaffected = before && before->key == slice.key;
    std::string said;
    auto known = cache_ ? cache_->recall(question, slice, before ? before->key : "", budget, said) : std::nullopt;
    if (!known && unaffected) {
      known.emplace();
      known->problem = problem;
      known->unaffectedSince = *arguments_.since;
      said = fmt::format("not asked: nothing that it depends on has changed since {}", *arguments_.since);
    }
    if (known) {
      answer = std::move(*known);
      answer.bound = problem.scope.maxSteps < 0 ? solver::defaultSteps : problem.scope.maxSteps;
      if (answer.kept && answer.kept->why != sameQuestion) {
        remarkOn(model, problem, 0, budget, answer);
        cache_->keep(question, slice, answer, budget);
      }
      if (answer.kept) ++kept_;
    }
    if (arguments_.explainCache) answer.aboutCache = std::move(said);
    return known.has_value();
  }

  void remember(const Job& job, const solver::Problem& problem, const ExecAnswer& answer) {
    if (!cache_ || asClaim(job)) return;
    const solver::Options options = optionsFor(job);
    const KeptQuestion question = questionOf(job, *loaded_[job.file]->model, problem, options);
    cache_->keep(question, KeptAnswers::sliceOf(question), answer, support::Budget(options_.limits));
  }

  /// In smaller scopes first; the problem is then that of the last.
  ExecAnswer solveGrowing(const Job& job, solver::Problem& problem) {
    ExecAnswer answer;
    bool forNothing = true;  // in each of the scopes
    for (model::Scope& scope : growing(problem.scope)) {
      problem.scope = std::move(scope);
      const double translateMs = answer.translateMs, solveMs = answer.solveMs;
      answer = solve(job, problem);
      answer.translateMs += translateMs;
      answer.solveMs += solveMs;
      if (answer.result.verdict != Verdict::unsatisfiable) break;
      forNothing = forNothing && answer.vacuity;
    }
    if (!forNothing) answer.vacuity.reset();
    return answer;
  }

  ExecAnswer solve(const Job& job, const solver::Problem& problem) {
    const model::Model& model = *loaded_[job.file]->model;
    const std::string label = model.commands()[job.command].label;
    solver::Options options = optionsFor(job);
    const auto start = std::chrono::steady_clock::now();
    auto shown = start;
    const auto showProgress = [&](const std::string& what) {
      shown = std::chrono::steady_clock::now();
      const double seconds = std::chrono::duration<double>(shown - start).count();
      reporters::clearLine(stderr);
      reporters::show(stderr, fmt::format("{} ({}, {:.1f} s)", label, what, seconds));
    };
    if (progress_) options.progress = [&](int states) { showProgress(support::plural(states, "state")); };
    ExecAnswer answer;
    answer.problem = problem;
    answer.preference = options.preference;
    answer.bound = problem.scope.maxSteps < 0 ? solver::defaultSteps : problem.scope.maxSteps;
    if (answer.bound == model::unboundedSteps && most_ == 0) {
      answer.result.verdict = Verdict::error;
      answer.result.message = "traces of any length have no last one: --limit needs a number";
      return answer;
    }
    solver::Search search(model, problem, options);
    const support::Budget budget(options.limits);  // for all instances together
    while (most_ == 0 || answer.distinct < most_) {
      solver::Result result = search.next(budget);
      answer.translateMs += result.statistics.translateMs;
      answer.solveMs += result.statistics.solveMs;
      const bool found = result.verdict == Verdict::satisfiable;
      if (found) {
        ++answer.distinct;
        answer.solutions += result.solutions;
        if (showsInstances(job))
          answer.instances.push_back(std::move(*result.instance));
        else if (cache_ && !answer.first)
          answer.first = std::move(result.instance);
        if (result.reached) answer.reached.push_back(*result.reached);
        if (progress_ && std::chrono::steady_clock::now() - shown > std::chrono::milliseconds(100))
          showProgress(support::plural(answer.distinct, "instance"));
      }
      // Once there is an instance only an error changes the verdict; why there are no more stands beside it.
      const bool decided = answer.distinct > (found ? 1u : 0u);
      if (!decided || result.verdict == Verdict::error)
        answer.result = std::move(result);
      else if (found && !answer.result.wrapped)
        answer.result.wrapped = result.wrapped;
      else if (result.verdict == Verdict::unknown)
        answer.incomplete = std::move(result.message);
      if (!found) break;
    }
    if (progress_) reporters::clearLine(stderr);
    solver::Result& result = answer.result;
    const bool proved = result.proof || result.refutation;
    if (arguments_.requireProof && result.verdict == Verdict::unsatisfiable && !proved) result.verdict = Verdict::error;
    if (arguments_.nearest && result.verdict == Verdict::unsatisfiable && !problem.check) findNearest(job, budget, answer);
    remarkOn(model, problem, (answer.translateMs + answer.solveMs) / 1000, budget, answer);
    return answer;
  }

  /// Adds remarks on what the answer is worth. `seconds`: the time that it took.
  void remarkOn(const model::Model& model, const solver::Problem& problem, double seconds, const support::Budget& budget,
                ExecAnswer& answer) const {
    solver::Result& result = answer.result;
    answer.vacuity = solver::vacuityOf(model, problem, result.verdict, options_, seconds, budget);
    if (result.verdict == Verdict::unsatisfiable && !answer.vacuity)
      result.bitsForInstance = solver::bitsForInstance(model, problem, options_, seconds, budget);
  }

  /// Looks into scopes that the command does not ask for.
  void lookBeyond(const Job& job, const solver::Problem& problem, ExecAnswer& answer) const {
    const model::Model& model = *loaded_[job.file]->model;
    solver::Options options = options_;
    std::string error;
    if (showsInstances(job)) options.preference = *preferenceOf(arguments_, model, error);
    answer.allScopes = solver::allScopesOf(model, problem, options, *allScopes_, support::Budget(options_.limits.untimed()));
    if (answer.allScopes->found.instance && showsInstances(job)) answer.instances.push_back(*answer.allScopes->found.instance);
  }

  void findNearest(const Job& job, const support::Budget& budget, ExecAnswer& answer) const {
    solver::Nearest nearest = solver::nearest(*loaded_[job.file]->model, answer.problem, options_, budget);
    answer.nearest.emplace();
    answer.solveMs += nearest.milliseconds;
    answer.notNearest =
        nearest.verdict == Verdict::unsatisfiable ? "the scope and what libraries say contradict each other" : nearest.message;
    if (!nearest.instance) return;
    answer.nearest = suite::nearestValuation(*loaded_[job.file], nearest, {.semantics = options_.semantics});
    answer.nearestInstance = std::move(nearest.instance);
  }

  int exitCode() const {
    if (arguments_.exitZero) return allPassed;
    const bool bad = std::ranges::any_of(standings_, [](const auto& entry) { return isBad(entry.first); });
    const bool open = (arguments_.requireAnswers && standings_.contains(Standing::undecided)) || notInAllScopes_;
    return bad || open || (vacuous_ != 0 && failsOn(arguments_.failOn, "vacuous")) ? testFailed : allPassed;
  }

  /// Says what came out, and how to see it.
  std::string tally() const {
    std::vector<std::string> parts;
    const auto count = [&](Standing standing) {
      const auto found = standings_.find(standing);
      return found == standings_.end() ? std::size_t{0} : found->second;
    };
    const auto add = [&](Standing standing, std::string_view one, std::string_view many, reporters::Color color) {
      if (const std::size_t n = count(standing)) parts.push_back(style_(color, fmt::format("{} {}", n, n == 1 ? one : many)));
    };
    using reporters::Color;
    add(Standing::counterexample, "counterexample found", "counterexamples found", Color::boldRed);
    add(Standing::noInstance, "run without an instance", "runs without an instance", Color::boldRed);
    add(Standing::unexpected, "not as expected", "not as expected", Color::boldRed);
    add(Standing::undecided, "undecided", "undecided", Color::boldYellow);
    add(Standing::holds, "check holds in its scope", "checks hold in their scopes", Color::green);
    add(Standing::instance, "run has an instance", "runs have an instance", Color::green);
    add(Standing::expected, "as expected", "as expected", Color::green);
    if (vacuous_ != 0) parts.push_back(style_(Color::boldYellow, fmt::format("{} of these vacuous", vacuous_)));
    add(Standing::unaffected, "not affected", "not affected", Color::none);
    add(Standing::partly, "without an instance in this part", "without an instance in this part", Color::none);
    std::string text;
    if (shownFirst_ && form_ == InstanceForm::none && arguments_.out.empty()) {
      const auto& [job, standing] = *shownFirst_;
      const bool check = loaded_[job.file]->model->commands()[job.command].check;
      text = fmt::format("to see {}: --show table, or aunit view {} --command {}\n",
                         check ? "the counterexample" : "the instance", shellQuoted(arguments_.files[job.file], 0), job.index);
    }
    if (count(Standing::noInstance) != 0 && !arguments_.nearest && !arguments_.core)
      text += "to see what a run without an instance breaks at least: --nearest\n";
    return fmt::format("\n{}{}: {}\n", text, support::plural(jobs_.size(), "command"), fmt::join(parts, ", "));
  }

  /// Instances in a form that programs read have standard output for themselves.
  std::FILE* outForPeople() const {
    const bool taken =
        outputs_.usesStandardOutput() || (form_ != InstanceForm::none && form_ != InstanceForm::table && arguments_.out.empty());
    return taken ? stderr : stdout;
  }

  void answer(std::size_t index) {
    const Job& job = jobs_[index];
    const std::string digest = answers_.isOpen() || !answers_.isEmpty() ? digestOf(job) : "";
    if (auto known = recalled(job, digest)) return inOrder_.add(index, {job, std::move(*known)});
    if (runner::interruptRequested) return;
    const auto start = std::chrono::steady_clock::now();
    ExecAnswer answer;
    std::optional<Told> told;
    try {
      answer = solve(job);
      told = toldOf(job, answer);
    } catch (...) {  // where memory ends, or an error of ours ends the work: the other commands have their answers
      if (progress_) reporters::clearLine(stderr);
      answer = {};
      answer.result.message = suite::troubleAtHand({}).message;
      answer.result.verdict = suite::saysInternalError(answer.result.message) ? Verdict::error : Verdict::unknown;
      told = toldOf(job, answer);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Verdict verdict = answer.result.verdict;
    const bool final = answer.unaffectedSince.empty() && verdict != Verdict::error &&
                       !(verdict == Verdict::unknown && runner::interruptRequested);
    if (answers_.isOpen() && final) note(digest, seconds, *told);
    inOrder_.add(index, {job, std::move(*told)});
    if (ownPart()) tellOfPart(++answered_, jobs_.size(), "commands answered");
  }

  /// What is said of an answer. Writes its files.
  Told toldOf(const Job& job, const ExecAnswer& answer) {
    const parser::Loaded& l = *loaded_[job.file];
    const model::Command& command = l.model->commands()[job.command];
    Told told{lineOf({arguments_.files[job.file], l, parseMs_[job.file], job.index, command}, answer, options_, most_ != 1)};
    {
      const std::lock_guard lock(output_);
      if (!files_.write(
              {job.file, job.index, command}, answer,
              {std::string(reporters::extensionOf(form_)), [&](std::size_t i) { return textOf(job, command, answer, i); },
               [&] { return textOfNearest(job, command, answer); }}))
        broken_ = true;
    }
    if (arguments_.json && !answer.instances.empty())
      if (const auto reason = reasonFor(job, answer.instances.front())) told.line["why"] = reporters::reasonJson(*reason);
    if (arguments_.out.empty())
      for (std::size_t i = 0; i < answer.instances.size(); ++i) told.shown.push_back(textOf(job, command, answer, i));
    if (arguments_.out.empty() && answer.nearestInstance) told.shown.push_back(textOfNearest(job, command, answer));
    return told;
  }

  void tell(const Job& job, const Told& told) {
    const std::lock_guard lock(output_);
    const std::string verdict = told.line["verdict"];
    const Standing standing = standingOf(told.line);
    if (standing == Standing::error) (isInternalError(told.line) ? internal_ : broken_) = true;
    ++standings_[standing];
    ++answersOf_[job.file][inWords(standing)];
    if (isVacuous(told.line)) ++vacuous_, ++answersOf_[job.file]["vacuous"];
    if (lacksAllScopes(told.line)) notInAllScopes_ = true;
    if (arguments_.sarif) findings_[{job.file, job.index}] = findingsOn(job, told.line, standing);
    if (verdict == "SAT" && (!shownFirst_ || (isBad(standing) && !isBad(shownFirst_->second)))) shownFirst_ = {job, standing};
    if (arguments_.json) {
      print(withInstances(told));
    } else {
      reporters::show(outForPeople(), rowOf(told.line, arguments_.verbose, style_), style_);
      for (const std::string& text : told.shown)
        showsText(job) ? reporters::show(stdout, text) : reporters::writeDocument(stdout, text);
    }
    reporters::flush(stdout);
    if (reporters::readerIsGone() && arguments_.out.empty()) runner::interruptRequested = true;  // for whom, then?
  }

  /// Whether a check that has no counterexample in its scope must have none in any, and is not shown to.
  bool lacksAllScopes(const ExecLine& line) const {
    return arguments_.requireAllScopes && line["kind"] == "check" && line["verdict"] == "UNSAT" &&
           verdictInAllScopes(line) != "holds";
  }

  /// The findings on a command that are shown elsewhere, too.
  std::vector<reporters::SarifResult> findingsOn(const Job& job, const ExecLine& line, Standing standing) const {
    const parser::Loaded& l = *loaded_[job.file];
    const model::Command& command = l.model->commands()[job.command];
    suite::Place place = suite::placeOf(l.sources, command.span);
    if (!place.known()) place.path = arguments_.files[job.file];
    std::vector<reporters::SarifResult> results;
    const auto add = [&](std::string rule, std::string_view text) {
      results.push_back({std::move(rule), fmt::format("{}: {}", command.label, text), place});
    };
    const auto answer = line.value("answer", std::string());
    if (isBad(standing)) add(command.check ? "check" : "run", answer + (line["expect"].is_null() ? "" : ", not as expected"));
    if (lacksAllScopes(line))
      add("check", fmt::format("{}; all scopes: {}", answer, answerInAllScopes(line)));
    else if (verdictInAllScopes(line) == "counterexample")
      add("scope", fmt::format("{}; all scopes: {}", answer, answerInAllScopes(line)));
    if (standing == Standing::error) add("error", line["error"].is_string() ? line["error"].get<std::string>() : answer);
    if (isVacuous(line) && !isBad(standing)) add("vacuous", answer);
    if (line.contains("warnings"))
      for (const ExecLine& warning : line["warnings"])
        add("warning", fmt::format("{} ({})", warning["text"].get<std::string>(), warning["place"].get<std::string>()));
    return results;
  }

  /// In the order of the commands, whichever was answered first; and the errors of files.
  std::string sarif() const {
    std::vector<reporters::SarifResult> results;
    for (const auto& loaded : loaded_)
      if (!loaded->ok())
        std::ranges::move(reporters::sarifResults(loaded->diagnostics.all(), loaded->sources), std::back_inserter(results));
    for (const auto& [command, found] : findings_) results.insert(results.end(), found.begin(), found.end());
    return reporters::sarif(results, "exec", version());
  }

  void print(const ExecLine& line) const {
    reporters::writeDocument(stdout, line.dump(-1, ' ', false, ExecLine::error_handler_t::replace) + "\n");
    reporters::flush(stdout);
  }

  /// The line with the instances inside: as JSON, or as the text that they would be otherwise.
  ExecLine withInstances(const Told& told) const {
    ExecLine line = told.line;
    if (form_ == InstanceForm::none || !arguments_.out.empty()) return line;
    ExecLine& all = line["shown"] = ExecLine::array();
    for (const std::string& text : told.shown)
      all.push_back(form_ == InstanceForm::json ? ExecLine::parse(text) : ExecLine(text));
    return line;
  }

  std::string textOf(const Job& job, const model::Command& command, const ExecAnswer& answer, std::size_t instance) const {
    const model::Model& model = *loaded_[job.file]->model;
    if (asClaim(job)) return fmt::format("\n{}\n", reporters::nitpickCounterexample(model, command, answer.instances[instance]));
    return reporters::instanceText(form_, model, answer.instances[instance], fmt::format("{}#{}", command.label, instance + 1),
                                   command.text, arguments_.files[job.file]) +
           whyText(job, command, answer.instances[instance]);
  }

  /// Why an instance is a counterexample, where that is soon known.
  std::optional<suite::ReasonText> reasonFor(const Job& job, const model::Instance& instance) const {
    const support::Budget budget({.seconds = longestReason, .stop = &runner::interruptRequested});
    try {
      return suite::reasonForCounterexample(*loaded_[job.file], instance, job.command,
                                            {.semantics = options_.semantics, .budget = &budget});
    } catch (const support::Exhausted&) {
      return std::nullopt;
    }
  }

  /// Below the table of a counterexample: why it is one.
  std::string whyText(const Job& job, const model::Command& command, const model::Instance& instance) const {
    if (form_ != InstanceForm::table) return "";
    const auto reason = reasonFor(job, instance);
    return reason ? reporters::counterexampleText(*reason, command.label, reporters::Style(false)) : "";
  }

  /// As a table unless another form is asked for.
  std::string textOfNearest(const Job& job, const model::Command& command, const ExecAnswer& answer) const {
    const std::string title = fmt::format("{}#nearest", command.label);
    if (form_ == InstanceForm::none || form_ == InstanceForm::table)
      return reporters::instanceTable(answer.nearest->table, title);
    return reporters::instanceText(form_, *loaded_[job.file]->model, *answer.nearestInstance, title, command.text,
                                   arguments_.files[job.file], answer.nearest->marked);
  }

  const ExecArguments& arguments_;
  const std::vector<std::string>& named_;
  const std::uint64_t most_ =  // instances; 0: all
      static_cast<std::uint64_t>(arguments_.diverse != 0 ? arguments_.diverse : arguments_.repeat);
  const std::optional<double> allScopes_ =
      arguments_.requireAllScopes ? arguments_.allScopes.value_or(solver::AllScopes::usualSeconds) : arguments_.allScopes;
  solver::Options options_;
  InstanceForm form_;
  Outputs outputs_;
  reporters::Style style_;
  bool progress_;
  ScopeOption scope_;
  reporters::DiagnosticsOnce diagnostics_{colorChoice(arguments_.color)};
  std::vector<std::unique_ptr<parser::Loaded>> loaded_;
  const AnswerFiles files_{arguments_, loaded_};
  std::vector<double> parseMs_;
  std::vector<Job> jobs_;
  std::mutex output_;
  ExecJournal answers_;
  std::atomic<std::size_t> recalled_ = 0, answered_ = 0;
  std::unique_ptr<KeptAnswers> cache_;
  std::vector<std::unique_ptr<parser::Loaded>> earlier_;  // by file, where --since says so; null: it was not there, or in error
  std::atomic<std::size_t> kept_ = 0, solved_ = 0, inError_ = 0;
  bool internal_ = false;  // an error of ours
  bool broken_ = false;    // a model or a command in error
  const bool ofFolder_ = namesFolder(named_);
  support::InOrder<std::pair<Job, Told>> inOrder_{[this](const std::pair<Job, Told>& answered) {
    tell(answered.first, answered.second);
    return true;
  }};
  std::map<Standing, std::size_t> standings_;
  std::map<std::size_t, std::map<std::string_view, std::size_t>> answersOf_;                     // by file, in words
  std::size_t vacuous_ = 0;                                                                      // answers that say nothing
  bool notInAllScopes_ = false;                                                                  // one of which more is required
  std::map<std::pair<std::size_t, std::size_t>, std::vector<reporters::SarifResult>> findings_;  // by file and index
  std::optional<std::pair<Job, Standing>> shownFirst_;  // the command whose instance is most worth a look
};

}  // namespace

int exec(const ExecArguments& given) {
  ExecArguments arguments = given;
  const std::vector<std::string>& paths = given.files;
  arguments.files = runner::modelFiles(paths, {".als", ".md", ".np"});
  if (arguments.list) return listCommands(arguments);
  for (const char* what : {"unproved", "unchecked"})
    if (arguments.cubes != 0 && failsOn(arguments.failOn, what)) return usageError(fmt::format("--cubes excludes --fail-on {}", what));
  runner::Settings settings;
  if (std::string error; !runner::findSettings(paths.front(), settings, error)) return usageError(error);
  arguments.exitZero |= settings.exitZero.value_or(false);
  arguments.requireAnswers |= settings.requireAnswers.value_or(false);
  if (arguments.cubes == 0) {  // which exclude these
    arguments.requireAllScopes |= settings.execRequireAllScopes.value_or(false);
    if (!arguments.allScopes) arguments.allScopes = settings.execAllScopes;
  }
  if (arguments.failOn.empty()) arguments.failOn = settings.execFailOn;
  arguments.requireAnswers |= failsOn(arguments.failOn, "undecided");
  arguments.requireAllScopes |= failsOn(arguments.failOn, "unproved");
  arguments.requireProof |= failsOn(arguments.failOn, "unchecked");
  return Execution(arguments, paths).run();
}

}  // namespace aunit::cli
