// aunit diff: shows which instances a change of models allows or forbids.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/input/project.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/html/write.h"
#include "reporters/terminal/console.h"
#include "reporters/versions/versions.h"
#include "runner/files/git.h"
#include "runner/interrupt.h"
#include "strength/versions/changes_of_meaning.h"
#include "strength/versions/gates.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pinning.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

/// The commit that has the files of a version; nothing if they are on disk.
using Place = std::optional<runner::Revision>;

/// A model's path in the old and in the new version. One version may lack the model.
struct Versions {
  std::string older, newer;
  bool hasOlder = true, hasNewer = true;
};

class DiffCommand {
 public:
  explicit DiffCommand(const DiffArguments& arguments)
      : arguments_(arguments), color_(reporters::wantsColor(colorChoice(arguments.color), stdout)) {}

  int run() {
    runner::catchInterrupts();
    try {
      if (!readMatches() || !findVersions()) return usageOrModelError;
    } catch (const support::Exhausted& exhausted) {
      return runner::interruptRequested ? static_cast<int>(interrupted) : usageError(exhausted.what());
    }
    std::string error;
    outputs_.addReport("--html", arguments_.html);
    outputs_.addFile("--markdown", arguments_.markdown);
    if (!outputs_.open(arguments_.what)) return usageOrModelError;
    auto proofs = support::NewFolders::create(arguments_.proofs, error);
    if (!proofs) return usageError(fmt::format("{}: {}", arguments_.proofs, error));
    try {
      for (const Versions& versions : pairs_)
        if (!compare(versions)) return usageOrModelError;
    } catch (const support::Exhausted& exhausted) {
      return runner::interruptRequested ? static_cast<int>(interrupted) : usageError(exhausted.what());
    }
    if (runner::interruptRequested) return interrupted;
    if (!arguments_.proofs.empty()) {
      for (const auto& model : models_)
        if (!writeProofs(model, error)) return usageError(error);
      proofs->keep();
    }
    if (arguments_.html && !reporters::html::write(models_, *arguments_.html, error)) return usageError(error);
    if (json_.isWanted()) json_.add(reporters::versionsJson(models_));
    if (!json_.write()) return usageOrModelError;
    if (!outputs_.write("--markdown", [&] { return reporters::versionsMarkdown(models_); })) return usageOrModelError;
    const bool isForPeople = !json_.isAlone() && arguments_.markdown != "-";
    if (isForPeople)
      reporters::show(stdout, pairs_.empty() ? "no model has changed\n" : reporters::versionsText(models_, color_),
                      reporters::Style(color_));
    if (arguments_.html && isForPeople)
      reporters::show(stdout, fmt::format("report: {}/index.html\n", support::oneLine(*arguments_.html)));
    if (unread_ > 0) return usageOrModelError;
    return std::ranges::any_of(models_, [](const auto& model) { return !model.forbidden.empty(); }) ? thresholdMissed : allPassed;
  }

 private:
  static bool isFile(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
  }
  static bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
  }

  bool fail(const std::string& message) { return usageError(message); }

  bool readMatches() {
    for (const std::string& match : arguments_.matches) {
      const std::size_t equals = match.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == match.size())
        return fail(fmt::format("--match {}: expected NEW=OLD, such as Person=People", match));
      matches_.push_back({match.substr(0, equals), match.substr(equals + 1)});
    }
    return true;
  }

  bool findVersions() {
    const std::vector<std::string>& what = arguments_.what;
    const std::string& first = what.front();
    if (isFile(first) || isFolder(first)) {
      if (what.size() != 2)
        return fail("give two models (`aunit diff OLD NEW`), or one commit; aunit compares this commit with the files on disk");
      if (isFolder(first) != isFolder(what[1]) || !(isFile(what[1]) || isFolder(what[1])))
        return fail(fmt::format("`{}` and `{}` must be two files or two folders", first, what[1]));
      if (isFile(first))
        pairs_.push_back({.older = first, .newer = what[1]});
      else
        pairFolders(first, what[1]);
      return true;
    }
    if (first.empty())
      return fail("give two models (`aunit diff OLD NEW`), or one commit; aunit compares this commit with the files on disk");
    std::string error;
    const std::size_t dots = first.find("..");
    if (dots != std::string::npos && first.compare(dots, 3, "...") == 0)
      return fail(fmt::format("{}: write two dots between two commits, not three", first));
    const std::string from = first.substr(0, dots), to = dots == std::string::npos ? "" : first.substr(dots + 2);
    older_ = runner::Revision::find(from.empty() ? "HEAD" : from, error);
    if (older_ && !to.empty()) newer_ = runner::Revision::find(to, error);
    if (!older_ || (!to.empty() && !newer_)) return fail(fmt::format("{}: no such file, and {}", first, error));
    std::vector<std::string> paths(what.begin() + 1, what.end());
    const bool named = !paths.empty();
    if (!named) {
      std::set<std::string> all;
      for (std::string& path : older_->filesEndingIn(".als")) all.insert(std::move(path));
      if (newer_)
        for (std::string& path : newer_->filesEndingIn(".als")) all.insert(std::move(path));
      for (const runner::FileRename& renamed : older_->renames(".", newer_ ? &*newer_ : nullptr)) {
        if (!renamed.to.ends_with(".als") || renamed.to.starts_with("..")) continue;  // moved out of the folder, or not a model
        all.erase(renamed.from);
        all.insert(renamed.to);
        former_[renamed.to] = renamed.from;
      }
      paths.assign(all.begin(), all.end());
    }
    for (const std::string& path : paths) {
      const auto renamed = former_.find(path);
      const std::string former = renamed != former_.end() ? renamed->second : named ? older_->nameOf(path) : path;
      const auto before = read(older_, former), after = read(newer_, path);
      if (!before && !after)
        return fail(fmt::format("{}: there is no such file in {}, and none {}", path, from.empty() ? "HEAD" : from,
                                to.empty() ? "on disk" : "in " + to));
      if (named || former != path || before != after || opensWhatChanged(path))
        pairs_.push_back({.older = former,
                          .newer = path,
                          .hasOlder = before.has_value(),
                          .hasNewer = after.has_value() || (!newer_ && isFile(path))});
    }
    return true;
  }

  /// Looks at the files that the new version of the model opens. Returns whether one of them differs in the old version, or does
  /// not exist there.
  bool opensWhatChanged(const std::string& path) const {
    bool changed = false;
    LanguageOptions language = arguments_.language;
    auto options = loadOptions(path, language);
    const auto text = read(newer_, path);
    if (!options || !text) return false;
    options->readFile = [&](const std::string& wanted) {
      auto opened = read(newer_, wanted);
      changed = changed || opened != read(older_, wanted);
      return opened;
    };
    parser::loadText(path, *text, options->within({.stop = &runner::interruptRequested}));
    return changed;
  }

  /// Adds to `models` the models in the subfolder `inside` of `folder` and below it. Their paths are relative to `folder`.
  static void addModels(const std::string& folder, const std::string& inside, std::set<std::string>& models) {
    std::string error;
    auto reader = support::FolderReader::open(inside.empty() ? folder : folder + "/" + inside, error);
    if (!reader) return;
    while (const auto name = reader->next()) {
      const std::string path = inside.empty() ? *name : inside + "/" + *name;
      std::error_code ignored;
      if (isFile(folder + "/" + path) && path.ends_with(".als"))
        models.insert(path);
      else if (isFolder(folder + "/" + path) && !std::filesystem::is_symlink(folder + "/" + path, ignored) &&
               !name->starts_with('.'))
        addModels(folder, path, models);
    }
  }

  void pairFolders(const std::string& older, const std::string& newer) {
    std::set<std::string> names;
    addModels(older, "", names);
    addModels(newer, "", names);
    for (const std::string& name : names) {
      const std::string before = (std::filesystem::path(older) / name).generic_string();
      const std::string after = (std::filesystem::path(newer) / name).generic_string();
      pairs_.push_back({.older = before, .newer = after, .hasOlder = isFile(before), .hasNewer = isFile(after)});
    }
  }

  static std::optional<std::string> read(const Place& place, const std::string& path) {
    std::string error;
    return place ? place->read(path) : support::readFile(path, error);
  }

  /// Loads a version of a model. If `isThere` is false, the version lacks the model, which then counts as empty.
  std::unique_ptr<parser::Loaded> load(const Place& place, const std::string& path, bool isThere) {
    LanguageOptions language = arguments_.language;
    auto options = loadOptions(path, language);
    if (!options) return nullptr;
    semantics_ = language.semantics;
    options->readFile = [&](const std::string& wanted) { return read(place, wanted); };
    const auto text = isThere ? read(place, path) : std::optional<std::string>("");
    if (!text) return usageError(fmt::format("cannot read {}", path));
    auto loaded = parser::loadText(path, *text, options->within({.stop = &runner::interruptRequested}));
    if (loaded->ok()) return loaded;
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments_.color));
    return nullptr;
  }

  bool compare(const Versions& versions) {
    const std::string &older = versions.older, &newer = versions.newer;
    if (parser::languageOf(older) != parser::Language::alloy || parser::languageOf(newer) != parser::Language::alloy)
      return fail(fmt::format("{}: only Alloy models can be compared", newer));
    auto before = load(older_, older, versions.hasOlder), after = load(newer_, newer, versions.hasNewer);
    if (!before || !after) {
      // load() has shown the errors. The comparison continues with the other models.
      reporters::complain(fmt::format("{}: {}", support::oneLine(newer),
                                      before  ? "the new version cannot be read"
                                      : after ? "the old version cannot be read"
                                              : "neither version can be read"));
      ++unread_;
      return true;
    }
    reporters::ComparedModel compared;
    compared.path = newer;
    compared.older = before.get();
    compared.newer = after.get();
    loaded_.push_back(std::move(before));
    loaded_.push_back(std::move(after));
    strength::versions::CompareOptions options;
    compared.suggest = arguments_.suggest;
    options.proofs = !arguments_.proofs.empty();
    options.scope = arguments_.scope;
    options.agreement = true;
    std::string error;
    auto matches = strength::versions::givenPairs(*compared.older->model, *compared.newer->model, matches_, error);
    if (!matches) return fail(fmt::format("--match: {}", error));
    options.matches = std::move(*matches);
    options.proof.semantics = semantics_;
    options.proof.allScopes = arguments_.allScopes.value_or(0);
    options.proof.limits = limits_;
    compared.comparison = strength::versions::compare(*compared.older, *compared.newer, options);
    if (!findPins(compared, older, options.proof)) return false;
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const auto& change = compared.comparison.changes[i];
      if (std::ranges::any_of(arguments_.failOn, [&](const std::string& gate) {
            return strength::versions::isOf(change, gate) && !(change.allowed && change.allows == gate);
          }))
        compared.forbidden.push_back(i);
    }
    models_.push_back(std::move(compared));
    return true;
  }

  /// Writes a refutation (DIMACS, DRAT) for each question whose answer is that no witness exists.
  bool writeProofs(const reporters::ComparedModel& compared, std::string& error) const {
    const std::string stem = std::filesystem::path(compared.path).replace_extension().generic_string();
    for (const auto& change : compared.comparison.changes)
      for (const auto& proof : change.proofs) {
        const bool older = proof.by == strength::versions::Witness::AcceptedBy::older;
        std::string name =
            fmt::format("{}-{}-{}-{}", stem, strength::versions::name(change.kind), change.name, older ? "old" : "new");
        std::ranges::replace(name, '/', '-');
        const std::string path = (std::filesystem::path(arguments_.proofs) / name).generic_string();
        for (const auto& [ending, text] : {std::pair(".cnf", &proof.refutation.cnf), std::pair(".drat", &proof.refutation.steps)})
          if (!support::writeFile(path + ending, *text, error)) return support::failure(error, path + ending + ": " + error);
      }
    return true;
  }

  /// Loads the test file `file`. Wherever `file` opens `model`, the text of `version` takes the place of `model`. All other
  /// opened files are read from `others`.
  std::unique_ptr<parser::Loaded> loadTests(const std::string& file, const std::string& model, const parser::Loaded& version,
                                            const Place& others) {
    LanguageOptions language = arguments_.language;
    auto options = loadOptions(file, language);
    const auto text = read(newer_, file);
    if (!options || !text) {
      if (options) usageError(fmt::format("cannot read {}", file));
      return nullptr;
    }
    const std::string wanted = support::canonicalPath(model);
    options->readFile = [&](const std::string& path) -> std::optional<std::string> {
      if (support::canonicalPath(path) == wanted) return version.sources.file(version.model->modules()[0].file).document();
      return read(others, path);
    };
    auto loaded = parser::loadText(file, *text, options->within({.stop = &runner::interruptRequested}));
    if (loaded->model) return loaded;  // errors in single tests do not matter
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments_.color));
    return nullptr;
  }

  /// Searches the given test files for tests that distinguish the two versions. A test file may open the model by its old or its
  /// new name.
  bool findPins(reporters::ComparedModel& compared, const std::string& older, const strength::ProofOptions& options) {
    for (const std::string& file : arguments_.tests) {
      const std::string opened = !older_ && opensFile(file, older) ? older : compared.path;
      const auto before = loadTests(file, opened, *compared.older, older_);
      const auto after = before ? loadTests(file, opened, *compared.newer, newer_) : nullptr;
      if (!after) return false;
      if (!std::ranges::any_of(after->model->modules(),
                               [&](const model::Module& module) { return isFileOf(*after, module, opened); }))
        continue;  // the tests are about another model
      compared.testsRead = true;
      for (auto& pin : strength::versions::pinningTests(*before, *after, options)) compared.pins.push_back(std::move(pin));
    }
    return true;
  }

  static bool isFileOf(const parser::Loaded& loaded, const model::Module& module, const std::string& path) {
    return module.file != model::noFile &&
           support::canonicalPath(loaded.sources.file(module.file).path()) == support::canonicalPath(path);
  }

  /// Whether the test file `tests` (a path on disk) opens the file `model`.
  bool opensFile(const std::string& tests, const std::string& model) const {
    LanguageOptions language = arguments_.language;
    const auto options = loadOptions(tests, language);
    if (!options) return false;
    const auto loaded = parser::load(tests, options->within({.stop = &runner::interruptRequested}));
    return loaded->model && std::ranges::any_of(loaded->model->modules(),
                                                [&](const model::Module& module) { return isFileOf(*loaded, module, model); });
  }

  const DiffArguments& arguments_;
  const bool color_;
  Outputs outputs_;
  JsonOutput json_{outputs_, arguments_.json};
  model::Semantics semantics_{};
  const support::Limits limits_ = limitsOf(arguments_.timeout, arguments_.time);  // limits for each question to the solver
  std::vector<strength::versions::GivenMatch> matches_;
  Place older_, newer_;
  std::vector<Versions> pairs_;
  std::map<std::string, std::string> former_;  // old name of each renamed file, by new name
  std::vector<std::unique_ptr<parser::Loaded>> loaded_;
  std::size_t unread_ = 0;  // models with an unreadable version
  std::vector<reporters::ComparedModel> models_;
};

}  // namespace

int diff(const DiffArguments& arguments) {
  return DiffCommand(arguments).run();
}

}  // namespace aunit::cli
