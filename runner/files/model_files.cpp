#include "runner/files/model_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "runner/files/discovery.h"
#include "runner/files/settings.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;
using strength::DemandingFile;

namespace {

/// Limit for the number of folder entries that a search reads, because a model may lie in a large folder such as the home folder.
constexpr std::size_t mostEntries = 20'000;

/// A loaded file, and the model that it is about.
struct RootFile {
  DemandingFile file;
  std::string about;            // canonical path of the model's file
  std::set<std::string> reads;  // canonical paths of all loaded files, without libraries
  std::vector<suite::LoadError> errors;
  bool named = false;
};

class FileGrouper {
 public:
  explicit FileGrouper(const ModelFilesOptions& options) : options_(options) {}

  std::vector<ModelFiles> groups(const std::vector<std::string>& named) {
    std::vector<std::string> order;  // canonical paths of the models
    for (const std::string& path : named) {
      RootFile& one = candidate(path);
      one.named = true;
      if (std::ranges::find(order, one.about) == order.end()) order.push_back(one.about);
    }
    std::vector<ModelFiles> result;
    for (const std::string& about : order) result.push_back(group(about, named));
    return result;
  }

 private:
  RootFile& candidate(const std::string& path) {
    const auto [known, isNew] = candidates_.try_emplace(support::canonicalPath(path));
    if (isNew) known->second = load(path, known->first);
    return known->second;
  }

  RootFile load(const std::string& path, const std::string& canonical) const {
    RootFile result;
    result.file.path = path;
    result.about = canonical;
    result.file.load = optionsFor(path);
    result.file.loaded = parser::load(path, result.file.load.within(options_.limits));
    const parser::Loaded& loaded = *result.file.loaded;
    for (model::FileId f = 0; f < loaded.sources.size(); ++f)
      result.reads.insert(support::canonicalPath(loaded.sources.file(f).path()));
    if (!loaded.model) {
      for (const model::Diagnostic& d : loaded.diagnostics.errorsSince(0))
        result.errors.push_back({path, model::render(d, loaded.sources, false)});
      return result;
    }
    if (parser::languageOf(path) == parser::Language::alloy) result.about = modelOf(result);
    return result;
  }

  parser::LoadOptions optionsFor(const std::string& path) const {
    parser::LoadOptions how;
    Settings settings;
    std::string error;
    findSettings(path, settings, error);  // errors are ignored here: they were reported for the named files
    how.alloy5 = options_.alloy5 || settings.alloy5.value_or(false);
    how.allowed = settings.allowed;
    how.modelPath = options_.modelPath.empty() ? settings.model.value_or("") : options_.modelPath;
    return how;
  }

  /// The file of the first module that is no library and contains more than tests.
  static std::string modelOf(const RootFile& of) {
    const parser::Loaded& loaded = *of.file.loaded;
    const model::Model& model = *loaded.model;
    const coverage::ExtractOptions under = suite::modelUnderTest(loaded, suite::collectTests(loaded));
    const std::string& chosen = of.file.load.modelPath;
    if (under.isWithout(0) && !chosen.empty() && of.reads.contains(support::canonicalPath(chosen)))
      return support::canonicalPath(chosen);
    for (model::ModuleId m = 0; m < model.modules().size(); ++m)
      if (!under.isWithout(m) && !model.modules()[m].library)
        return support::canonicalPath(loaded.sources.file(model.modules()[m].file).path());
    return of.about;
  }

  ModelFiles group(const std::string& about, const std::vector<std::string>& named) {
    ModelFiles result;
    std::set<std::string> taken;
    const auto take = [&](const RootFile& one, bool guard) {
      if (!one.file.loaded->model || !taken.insert(support::canonicalPath(one.file.path)).second) return;
      DemandingFile file = one.file;
      file.guard = guard;
      file.plainCommands = one.named || support::canonicalPath(one.file.path) == about;
      file.loaded = parser::copyOf(*one.file.loaded);  // a copy, because judging changes the model
      result.files.push_back(std::move(file));
    };
    std::vector<std::string> found;
    const bool isFile = fs::exists(about);
    if (isFile && parser::languageOf(about) == parser::Language::alloy) found = mentioning(about);
    for (const std::string& path : named) {
      const RootFile& one = candidate(path);
      if (one.about == about) std::ranges::copy(one.errors, std::back_inserter(result.errors));
      if (support::canonicalPath(path) == about) take(one, false);
    }
    if (isFile && taken.empty()) take(candidate(nameOf(about, found, named)), false);
    const std::vector<std::string>* const paths[] = {&named, &found};
    for (const bool guards : {false, true})
      for (const std::vector<std::string>* some : paths)
        for (const std::string& path : *some) {
          const RootFile& one = candidate(path);
          if (guards && !one.named && one.reads.contains(about)) noteUnread(one, result);
          if (!guards && one.about == about && (one.named || holdsTests(one))) take(one, false);
          if (guards && one.about != about && one.reads.contains(about) && holdsTests(one)) take(one, true);
        }
    return result;
  }

  static void noteUnread(const RootFile& one, ModelFiles& result) {
    const parser::Loaded& loaded = *one.file.loaded;
    const auto errors = loaded.diagnostics.errorsSince(0);
    if (!errors.empty())
      result.unread.push_back(
          {"the tests of " + one.file.path, loaded.sources.describe(errors.front().span), errors.front().message});
  }

  static bool holdsTests(const RootFile& one) { return one.file.loaded->ok() && !suite::collectTests(*one.file.loaded).empty(); }

  /// The path under which the model was named, found or opened.
  std::string nameOf(const std::string& about, const std::vector<std::string>& found, const std::vector<std::string>& named) {
    for (const std::string& path : found)
      if (support::canonicalPath(path) == about) return path;
    for (const std::string& path : named) {
      const model::SourceMap& sources = candidate(path).file.loaded->sources;
      for (model::FileId f = 0; f < sources.size(); ++f)
        if (support::canonicalPath(sources.file(f).path()) == about) return sources.file(f).path();
    }
    return about;
  }

  /// Searches the folders that `aunit run` searches. Returns the files whose text mentions the model's name. If a setting or
  /// option names one model for all tests, returns all `.aunit` files, too.
  std::vector<std::string> mentioning(const std::string& about) {
    if (!options_.search) return {};
    Settings settings;
    std::string error;
    findSettings(about, settings, error);
    std::vector<std::string> folders = settings.paths;
    if (folders.empty() && !settings.root.empty()) folders = {settings.root};
    if (folders.empty()) {
      const std::string here = support::canonicalPath(".");
      const std::string parent = fs::path(about).parent_path().generic_string();
      folders = {support::isWithin(parent, {here}) ? "." : parent};
    }
    std::erase_if(folders, [](const std::string& folder) { return !fs::exists(folder); });
    const auto isAlloy = [](const fs::path& path) {
      return mayHoldTests(path) && parser::languageOf(path.generic_string()) == parser::Language::alloy;
    };
    const auto [known, isNew] = inFolders_.try_emplace(folders);
    if (isNew) known->second = discover(folders, {mostEntries, isAlloy}).files;
    const bool opensAll = settings.model || !options_.modelPath.empty();
    const std::string stem = fs::path(about).stem().generic_string();
    std::vector<std::string> result;
    for (const std::string& path : known->second)
      if ((opensAll && path.ends_with(".aunit")) || textOf(path).find(stem) != std::string::npos) result.push_back(path);
    return result;
  }

  const std::string& textOf(const std::string& path) {
    const auto [known, isNew] = texts_.try_emplace(path);
    std::string unread;
    if (isNew) known->second = support::readFile(path, unread).value_or("");
    return known->second;
  }

  const ModelFilesOptions options_;
  std::map<std::vector<std::string>, std::vector<std::string>> inFolders_;
  std::map<std::string, std::string> texts_;    // by path
  std::map<std::string, RootFile> candidates_;  // by canonical path
};

}  // namespace

std::vector<ModelFiles> modelFiles(const std::vector<std::string>& named, const ModelFilesOptions& options) {
  return FileGrouper(options).groups(named);
}

}  // namespace aunit::runner
