#include "cli/formatting/converting.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/usage_error.h"
#include "model/changes/same_structure.h"
#include "parser/conversion.h"
#include "parser/front_end.h"
#include "parser/source_text.h"
#include "reporters/mutation/diff.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/notes.h"
#include "runner/files/discovery.h"
#include "runner/solving/report.h"
#include "support/files.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

class Converter {
 public:
  explicit Converter(const FormatArguments& arguments) : arguments_(arguments) {}

  int run() {
    std::vector<std::string> paths = arguments_.paths;
    if (paths.empty()) paths.emplace_back(".");
    const runner::Discovery found = runner::discover(paths);
    for (const std::string& error : found.errors) usageError(error);
    if (!found.errors.empty()) return usageOrModelError;
    for (std::size_t i = 0; i < found.files.size(); ++i)
      if (parser::languageOf(found.files[i]) == parser::Language::alloy && !read(found.files[i], found.fromFolder[i]))
        return usageOrModelError;
    rewrite();
    for (const auto& [path, root] : roots_) prove(path, *root);
    std::vector<support::FileEdit> edits;
    if (arguments_.write) edits = prepared();
    keepTogether();
    for (const auto& [path, text] : converted_) finish(path, text);
    for (support::FileEdit& edit : edits) commit(edit);
    if (roots_.empty() && !broken_) return nothingFor("no Alloy file");
    reporters::show(stderr, fmt::format("{} {}, {} already in Alloy 6{}\n", support::plural(changed_, "file"),
                                        arguments_.write ? "changed" : "would change",
                                        roots_.size() - std::min(roots_.size(), converted_.size()),
                                        refused_ == 0 ? "" : fmt::format(", {} not written", refused_)));
    if (broken_) return usageOrModelError;
    return arguments_.check && changed_ > 0 ? testFailed : allPassed;
  }

 private:
  /// Loads a file. Skips a file found in a folder if it is not Alloy. Returns false if its aunit.toml cannot be used.
  bool read(const std::string& path, bool fromFolder) {
    LanguageOptions language = arguments_.language;
    const auto options = loadOptions(path, language);
    if (!options) return false;
    auto loaded = parser::load(path, *options);
    if (loaded->ok()) {
      roots_.emplace_back(path, std::move(loaded));
    } else if (fromFolder && runner::SolvedFile::isNotAlloy(*loaded)) {
      return true;
    } else if (!fromFolder) {
      broken_ = true;
      reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments_.color));
    } else {
      broken_ = true;
      ++refused_;
      reporters::complain(fmt::format("{}: it cannot be read; `aunit check` says why", support::oneLine(path)));
    }
    return true;
  }

  void rewrite() {
    parser::NewNames names;
    const auto forEachFile = [&](const auto& use) {
      for (const auto& [path, root] : roots_)
        for (model::FileId file = 0; file < root->dialects.size(); ++file)
          if (!root->dialects[file].empty()) use(*root, file);
    };
    forEachFile([&](const parser::Loaded& root, model::FileId file) { names.avoid(root.sources.file(file).text()); });
    std::set<std::string> named;
    for (const auto& [path, root] : roots_) named.insert(support::canonicalPath(path));
    forEachFile([&](const parser::Loaded& root, model::FileId file) {
      const std::string path = support::canonicalPath(root.sources.file(file).path());
      if (!named.contains(path)) return;  // skips files that are only opened by named files
      if (std::string text = parser::inAlloy6(root, file, names); !text.empty()) converted_.try_emplace(path, std::move(text));
    });
  }

  /// The paths of the files that `root` reads and that must be converted.
  std::vector<std::string> convertedOf(const parser::Loaded& root) const {
    std::vector<std::string> read;
    for (model::FileId file = 0; file < root.dialects.size(); ++file)
      if (const std::string path = support::canonicalPath(root.sources.file(file).path());
          !root.dialects[file].empty() && converted_.contains(path))
        read.push_back(path);
    return read;
  }

  /// Compares a model with its converted version. If they are not proved equal, no file that the model reads will be written.
  void prove(const std::string& path, const parser::Loaded& older) {
    const std::vector<std::string> read = convertedOf(older);
    if (read.empty()) return;
    LanguageOptions language = arguments_.language;
    language.alloy5 = false;
    auto options = loadOptions(path, language);
    if (!options) return;
    options->alloy5 = false;
    options->readFile = [&](const std::string& wanted) -> std::optional<std::string> {
      const auto found = converted_.find(support::canonicalPath(wanted));
      if (found != converted_.end()) return found->second;
      std::string ignored;
      return support::readFile(wanted, ignored);
    };
    const auto newer = parser::load(path, *options);
    const std::string why = whyUnproved(older, *newer);
    if (why.empty()) return;
    reporters::complain(fmt::format("{}: it is not proved that the Alloy 6 version means the same as the old version: {}",
                                    support::oneLine(path), why));
    unwritten_.insert(read.begin(), read.end());
  }

  /// Prepares all writes before the first file changes, because preparing may fail and names must change in all files or in none.
  std::vector<support::FileEdit> prepared() {
    std::vector<support::FileEdit> edits;
    for (const auto& [path, text] : converted_) {
      if (unwritten_.contains(path)) continue;
      std::string error;
      const std::string shown = shownPath(path);
      if (const auto onDisk = support::readFile(path, error)) {
        const parser::FileStyle style(*onDisk);
        if (auto edit = support::FileEdit::prepare(shown, *onDisk, std::string(style.mark) + style.inFile(text), error)) {
          edits.push_back(std::move(*edit));
          continue;
        }
      }
      usageError(fmt::format("cannot write `{}`: {}", shown, error));
      unwritten_.insert(path);
    }
    return edits;
  }

  /// If one file of a model cannot be written, no other file of that model is written either.
  void keepTogether() {
    for (bool again = !unwritten_.empty(); again;) {
      again = false;
      for (const auto& [path, root] : roots_) {
        const std::vector<std::string> read = convertedOf(*root);
        const auto isUnwritten = [&](const std::string& file) { return unwritten_.contains(file); };
        const auto why = std::ranges::find_if(read, isUnwritten);
        if (why == read.end() || std::ranges::all_of(read, isUnwritten)) continue;
        reporters::complain(
            fmt::format("{}: not written, because {} is not written", support::oneLine(path), support::oneLine(shownPath(*why))));
        unwritten_.insert(read.begin(), read.end());
        again = true;
      }
    }
  }

  /// The reason why the two versions may differ in more than names; empty if they are proved to differ in names only.
  std::string whyUnproved(const parser::Loaded& older, const parser::Loaded& newer) const {
    if (!newer.ok()) {
      const auto& all = newer.diagnostics.all();
      const auto error = std::ranges::find(all, model::Severity::error, &model::Diagnostic::severity);
      bool allGiven = true;  // whether each file that is not yet Alloy 6 is being converted
      for (model::FileId file = 0; file < older.dialects.size(); ++file)
        allGiven &= older.dialects[file].empty() || older.dialects[file] == "Alloy 6" ||
                    converted_.contains(support::canonicalPath(older.sources.file(file).path()));
      return fmt::format("the Alloy 6 version does not load ({}){}", error == all.end() ? "" : error->message,
                         allGiven ? "" : "; in the call, also name the files that the model opens");
    }
    if (!newer.dialects.empty() && newer.dialects.front() != "Alloy 6")
      return fmt::format("the new text is still {}", newer.dialects.front());
    const std::string different = model::firstDifference(*older.model, *newer.model);
    return different.empty() ? "" : different + " differs";
  }

  /// Shows the changes of a file, if wanted. Counts the file as refused if it must not or cannot be written.
  void finish(const std::string& path, const std::string& text) {
    std::string error;
    const auto onDisk = support::readFile(path, error);
    if (unwritten_.contains(path) || !onDisk) {
      ++refused_;
      broken_ = true;
      return;
    }
    const std::string shown = shownPath(path);
    if (arguments_.diff)
      reporters::show(stdout, differenceOf(shown, parser::uniformText(*onDisk), text));
    else if (arguments_.check)
      reporters::show(stdout, fmt::format("{}\n", support::oneLine(shown)));
    ++changed_;
  }

  void commit(support::FileEdit& edit) {
    std::string error;
    if (unwritten_.contains(support::canonicalPath(edit.path())) || edit.commit(error)) return;
    usageError(fmt::format("cannot write `{}`: {}", edit.path(), error));
    broken_ = true;
    --changed_;
    ++refused_;
  }

  /// The path as the user gave it, or as it was found in a folder.
  std::string shownPath(const std::string& canonical) const {
    for (const auto& [path, root] : roots_)
      if (support::canonicalPath(path) == canonical) return path;
    return canonical;
  }

  /// The lines that differ. Conversion adds and removes no line breaks, so line n is compared with line n.
  static std::string differenceOf(const std::string& path, const std::string& before, const std::string& after) {
    const std::vector<std::string> old = reporters::linesOf(before), now = reporters::linesOf(after);
    std::string out = fmt::format("--- {0}\n+++ {0}\n", support::oneLine(path));
    for (std::size_t i = 0; i < std::min(old.size(), now.size()); ++i)
      if (old[i] != now[i])
        out += fmt::format("@@ -{0} +{0} @@\n-{1}\n+{2}\n", i + 1, support::oneLine(old[i]), support::oneLine(now[i]));
    return out;
  }

  const FormatArguments& arguments_;
  std::vector<std::pair<std::string, std::unique_ptr<parser::Loaded>>> roots_;
  std::map<std::string, std::string> converted_;  // converted texts, by canonical path
  std::set<std::string> unwritten_;               // converted files that must not, or cannot, be written
  std::size_t changed_ = 0, refused_ = 0;
  bool broken_ = false;
};

}  // namespace

int convert(const FormatArguments& arguments) {
  const int code = Converter(arguments).run();
  reporters::leaveNotesUnsaid();  // drops notes on how files were read, since the converter has its own messages
  return code;
}

}  // namespace aunit::cli
