#include "server/texts/workspace.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "parser/alloy/tokens/tokens.h"
#include "runner/files/discovery.h"
#include "runner/files/settings.h"
#include "support/cpu_time.h"
#include "support/files.h"
#include "support/system/system_files.h"

namespace aunit::server {

namespace {

// limit for cached analyses of files that are not open; an analysis takes about 100 times as much memory as its text
constexpr std::size_t keptClosed = 16;

/// A hash of all texts except the library's. It does not depend on layout and comments of Alloy texts.
std::size_t meaningOf(const model::SourceMap& sources) {
  std::string words;
  for (model::FileId file = 0; file < sources.size(); ++file) {
    const model::SourceFile& source = sources.file(file);
    if (parser::languageOf(source.path()) == parser::Language::alloy) {
      for (const model::Range& token : parser::alloy::tokensOf(source.text()))
        words.append(source.text(), token.begin, token.end - token.begin) += ' ';
    } else {
      words += source.text();
    }
    words += '\n';
  }
  return std::hash<std::string>()(words);
}

/// Returns the normalised path. If `path` is not absolute, it is the URI of a text that is not a file, and is returned unchanged.
std::string normal(const std::string& path) {
  if (!support::isAbsolutePath(path)) return path;
  return std::filesystem::path(path).lexically_normal().generic_string();
}

}  // namespace

model::FileId Analysis::fileOf(const std::string& wanted) const {
  for (model::FileId file = 0; file < loaded->sources.size(); ++file)
    if (normal(loaded->sources.file(file).path()) == wanted) return file;
  return model::noFile;
}

parser::LoadOptions optionsAgain(const Analysis& analysis) {
  parser::LoadOptions options = analysis.options;
  options.readFile = [&analysis](const std::string& wanted) -> std::optional<std::string> {
    const model::FileId file = analysis.fileOf(normal(wanted));
    if (file == model::noFile) return std::nullopt;
    return analysis.loaded->sources.file(file).document();
  };
  return options;
}

Workspace::Files Workspace::files() {
  runner::Search search;
  search.entries = searchedEntries_;
  search.takes = [this](const std::filesystem::path& file) { return isOurs(file.generic_string()); };
  const runner::Discovery found = runner::discover(folders_, search);
  std::set<std::string> all(found.files.begin(), found.files.end());
  for (const auto& [path, document] : documents_) all.insert(path);
  return {{all.begin(), all.end()}, found.complete};
}

/// Whether a file has models or tests. A Markdown file is read to find this out, and is read again only after it changed.
bool Workspace::isOurs(const std::string& path) {
  if (!path.ends_with(".md")) return runner::mayHoldTests(path);
  const FileStamp stamp = stampOf(path);
  const auto [known, isNew] = prose_.try_emplace(path);
  if (isNew || known->second.stamp != stamp) known->second = {stamp, runner::mayHoldTests(path)};
  return known->second.holdsTests;
}

void Workspace::open(const std::string& path, Document document) {
  documents_[path] = std::move(document);
  invalidate(path);
}

const Document* Workspace::document(const std::string& path) const {
  const auto found = documents_.find(path);
  return found == documents_.end() ? nullptr : &found->second;
}

void Workspace::change(const std::string& path, Document document) {
  open(path, std::move(document));
}

void Workspace::close(const std::string& path) {
  documents_.erase(path);
  invalidate(path);
}

bool Workspace::mentions(const std::string& path, const std::string& word) const {
  if (const Document* open = document(path)) return open->text.find(word) != std::string::npos;
  std::string reason;
  const auto text = support::readFile(path, reason);
  return text && text->find(word) != std::string::npos;
}

parser::LoadOptions Workspace::optionsFor(const std::string& path, const std::shared_ptr<Stamps>& read) const {
  parser::LoadOptions options;
  runner::Settings settings;
  std::string ignored;
  if (support::isAbsolutePath(path) && runner::findSettings(path, settings, ignored)) {
    options.alloy5 = settings.alloy5.value_or(false);
    options.allowed = settings.allowed;
    if (settings.model) options.modelPath = normal(std::filesystem::absolute(*settings.model).generic_string());
  }
  options.readFile = [this, read](const std::string& wanted) -> std::optional<std::string> {
    const std::string file = normal(wanted);
    read->emplace(file, stampOf(file));  // a missing file has a stamp, too: it may be created later
    if (const Document* open = document(file)) return open->text;
    std::string reason;
    return support::readFile(file, reason);
  };
  return options;
}

std::shared_ptr<const Analysis> Workspace::analysis(const std::string& path) {
  CachedAnalysis& known = known_[path];
  known.usedAt = ++clock_;
  if (known.analysis) return known.analysis;
  const double start = support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID);
  const auto read = std::make_shared<Stamps>();
  read->emplace(path, stampOf(path));
  parser::LoadOptions options = optionsFor(path, read);
  options.uses = true;
  auto loaded = parser::load(path, options);
  options.uses = false;
  options.readFile = nullptr;
  parser::UseIndex uses(std::move(loaded->uses));
  std::vector<suite::TestCase> tests = loaded->model ? suite::collectTests(*loaded) : std::vector<suite::TestCase>();
  const std::size_t meaning = meaningOf(loaded->sources);
  known.analysis = std::make_shared<const Analysis>(Analysis{path, std::move(loaded), std::move(uses), *read, std::move(options),
                                                             std::move(tests), meaning,
                                                             1e3 * (support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID) - start)});
  known.sources.clear();
  for (const auto& [source, stamp] : *read) known.sources.insert(source);
  const auto result = known.analysis;
  forgetFarFiles();
  return result;
}

/// If there are too many analyses of files that are not open, drops the least recently used analysis.
void Workspace::forgetFarFiles() {
  std::vector<CachedAnalysis*> closed;
  for (auto& [path, known] : known_)
    if (known.analysis && !documents_.contains(path)) closed.push_back(&known);
  if (closed.size() <= keptClosed) return;
  const auto oldest = std::ranges::min_element(closed, {}, &CachedAnalysis::usedAt);
  (*oldest)->analysis = nullptr;
}

void Workspace::invalidate(const std::string& path) {
  for (auto& [other, known] : known_)
    if (known.sources.contains(path) || other == path) known.analysis = nullptr;
}

}  // namespace aunit::server
