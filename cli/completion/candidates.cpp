#include "cli/completion/candidates.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "runner/files/discovery.h"
#include "runner/files/settings.h"
#include "runner/runner.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::cli {

namespace fs = std::filesystem;

namespace {

bool isHidden(std::string_view name) {
  return name.starts_with('.');
}

/// Replaces a leading `~/` by the home folder, as shells do.
std::string expanded(std::string_view path) {
  const char* home = std::getenv("HOME");
  return path.starts_with("~/") && home ? home + std::string(path.substr(1)) : std::string(path);
}

/// The subfolders, and the files that `wanted` accepts, whose paths begin with `typed`. Searches one folder: the part of `typed`
/// up to its last slash.
template <class Wanted>
std::vector<Candidate> entriesLike(std::string_view typed, Wanted wanted) {
  constexpr std::size_t most = 1000;
  const std::size_t slash = typed.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : typed.substr(0, slash + 1);
  const std::string_view begin = typed.substr(folder.size());
  std::vector<Candidate> found;
  const fs::path place = expanded(folder);
  std::string unread;
  auto reader = support::FolderReader::open(place.generic_string(), unread);
  const auto offer = [&](const std::string& name) {
    const bool likeOption = typed.empty() && name.starts_with('-');
    found.push_back({(likeOption ? "./" : std::string(folder)) + name, ""});
  };
  while (const auto name = reader ? reader->next() : std::nullopt) {
    if (!name->starts_with(begin) || (isHidden(*name) && !isHidden(begin))) continue;
    std::error_code unknown;
    if (fs::is_directory(place / *name, unknown))
      offer(*name + "/");
    else if (wanted(*name))
      offer(*name);
    if (found.size() == most) break;
  }
  std::ranges::sort(found, {}, &Candidate::text);
  return found;
}

bool endsAsOneOf(std::string_view name, const std::vector<std::string_view>& endings) {
  return endings.empty() || std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// A -k expression that matches only the test of this name. Quotes a name with a leading dash, since a shell word with a leading
/// dash would be an option.
std::string asNameExpression(const std::string& name) {
  const bool plain =
      std::ranges::all_of(name, [](unsigned char c) { return c >= 0x80 || std::isalnum(c) || c == '_' || c == '-'; });
  if (plain && !name.starts_with('-') && name != "and" && name != "or" && name != "not") return name;
  return name.find('"') == std::string::npos ? '"' + name + '"' : "";
}

/// Collects candidates without duplicates. If texts are equal, the first candidate is kept.
class Collection {
 public:
  void add(std::string text, std::string description) {
    if (!text.empty() && seen_.insert(text).second) all_.push_back({std::move(text), support::oneLine(description)});
  }
  std::vector<Candidate> take() { return std::move(all_); }

 private:
  std::set<std::string> seen_;
  std::vector<Candidate> all_;
};

}  // namespace

std::vector<Candidate> filesLike(std::string_view typed, const std::vector<std::string_view>& endings) {
  return entriesLike(typed, [&](const std::string& name) { return endsAsOneOf(name, endings); });
}

std::vector<Candidate> foldersLike(std::string_view typed) {
  return entriesLike(typed, [](const std::string&) { return false; });
}

CandidateFinder::CandidateFinder(std::vector<std::string> paths, std::string model, bool alloy5)
    : paths_(std::move(paths)), model_(std::move(model)), alloy5_(alloy5) {
  for (std::string& path : paths_) path = expanded(path);
  runner::Settings settings;
  std::string ignored;
  if (!runner::findSettings(paths_.empty() ? "." : paths_.front(), settings, ignored)) settings = {};
  if (paths_.empty()) paths_ = settings.paths;
  if (paths_.empty()) paths_ = {"."};
  if (model_.empty()) model_ = settings.model.value_or("");
  alloy5_ |= settings.alloy5.value_or(false);
}

/// The named files, and the files in the named folders. Skips files that exceed the limits mostEntries and mostText.
std::vector<std::string> CandidateFinder::files() const {
  std::vector<std::string> found;
  std::size_t text = 0;
  runner::Discovery all = runner::discover(paths_, {.entries = mostEntries});
  // Test files come first, so that a limit on the size of all files omits models and not tests.
  std::ranges::stable_sort(all.files, {}, [](const std::string& file) { return !file.ends_with(".aunit"); });
  for (std::string& file : all.files) {
    std::error_code error;
    const std::uintmax_t size = fs::is_regular_file(file, error) ? fs::file_size(file, error) : mostText;
    if (error || size >= mostText || text + size > mostText) continue;
    text += size;
    found.push_back(std::move(file));
  }
  return found;
}

template <class Visit>
void CandidateFinder::forEachTest(const std::vector<std::string>& files, Visit visit) const {
  runner::RunOptions options;
  options.modelPath = model_;
  options.alloy5 = alloy5_;
  runner::Run run(options);
  run.load(runner::discover(files));
  for (std::size_t i = 0; i < run.candidates().size(); ++i)
    if (!run.loadError(i)) visit(run.candidates()[i]);
}

template <class Visit>
void CandidateFinder::forEachModel(Visit visit) const {
  parser::LoadOptions options;
  options.modelPath = model_;
  options.alloy5 = alloy5_;
  for (const std::string& file : files()) {
    const auto loaded = parser::load(file, options);
    if (loaded->model) visit(*loaded);
  }
}

std::vector<Candidate> CandidateFinder::testIds() const {
  Collection ids;
  forEachTest(files(), [&](const runner::Candidate& test) { ids.add(test.id, fmt::format("line {}", test.place.line)); });
  return ids.take();
}

std::vector<Candidate> CandidateFinder::testNames() const {
  Collection names;
  forEachTest(files(), [&](const runner::Candidate& test) {
    names.add(asNameExpression(test.name), fmt::format("{}:{}", test.file, test.place.line));
  });
  return names.take();
}

std::vector<Candidate> CandidateFinder::testsIn(const std::string& file) const {
  Collection tests;
  const std::string path = expanded(file);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  forEachTest({path}, [&](const runner::Candidate& test) {
    tests.add(file + "::" + test.name, fmt::format("line {}", test.place.line));
  });
  return tests.take();
}

std::vector<Candidate> CandidateFinder::tags() const {
  Collection tags;
  forEachTest(files(), [&](const runner::Candidate& test) {
    for (const std::string& tag : test.tags) tags.add(tag, "");
  });
  return tags.take();
}

std::vector<Candidate> CandidateFinder::commands() const {
  Collection labels;
  forEachModel([&](const parser::Loaded& loaded) {
    for (const model::Command& command : loaded.model->commands())
      if (command.module == 0 && !command.ofTest) labels.add(command.label, command.text);
  });
  return labels.take();
}

std::vector<Candidate> CandidateFinder::valuations() const {
  Collection names;
  forEachModel([&](const parser::Loaded& loaded) {
    for (const model::Valuation& valuation : loaded.tests.valuations) names.add(valuation.name, "");
  });
  return names.take();
}

std::vector<Candidate> CandidateFinder::functions() const {
  Collection names;
  forEachModel([&](const parser::Loaded& loaded) {
    for (const model::Func& function : loaded.model->funcs())
      if (!loaded.model->modules()[function.module].library)
        names.add(function.name, function.isPredicate ? "predicate" : "function");
  });
  return names.take();
}

std::vector<Candidate> CandidateFinder::signatures() const {
  Collection names;
  forEachModel([&](const parser::Loaded& loaded) {
    for (const model::Sig& sig : loaded.model->sigs())
      if (!sig.builtin && !sig.isMeta && !loaded.model->modules()[sig.module].library) names.add(sig.name, "");
  });
  return names.take();
}

}  // namespace aunit::cli
