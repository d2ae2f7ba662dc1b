#include "runner/watch.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

/// Adds a folder, and the folders below it that may have tests.
void addFolders(const fs::path& folder, std::set<std::string>& folders) {
  folders.insert(support::canonicalPath(folder.generic_string()));
  std::string unread;
  auto reader = support::FolderReader::open(folder.generic_string(), unread);
  while (const auto name = reader ? reader->next() : std::nullopt)
    if (const fs::path entry = folder / *name; isSearched(entry)) addFolders(entry, folders);
}

bool intersect(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& path) { return b.contains(path); });
}

}  // namespace

Watch::Watch(std::vector<std::string> arguments, RunOptions options, Selection selection, WatchEvents& events, WatchView& view)
    : picks_(arguments), options_(std::move(options)), selection_(std::move(selection)), events_(events), view_(view) {
  options_.keepSources = true;
}

void Watch::run() {
  watchFolders();
  judgeAll();
  for (;;) {
    const WatchEvent event = events_.next();
    if (event.ended) return;
    if (event.key && !(prompt_ ? type(*event.key) : press(*event.key))) return;
    if (event.changed.empty() && (unfinished_.empty() || prompt_)) continue;
    watchFolders();  // before the files are read, so that no change is missed
    const std::vector<std::string> files = affectedBy(event.changed);
    if (!files.empty()) judge(files);
  }
}

std::vector<std::string> Watch::discoverFiles() {
  Discovery discovery = discover(picks_.paths());
  messages_ = std::move(discovery.errors);
  for (auto file = known_.begin(); file != known_.end();)
    file = std::ranges::find(discovery.files, file->first) == discovery.files.end() ? known_.erase(file) : std::next(file);
  return discovery.files;
}

void Watch::watchFolders() {
  std::set<std::string> folders;
  for (const std::string& path : picks_.paths()) {
    std::error_code error;
    if (fs::is_directory(path, error))
      addFolders(path, folders);
    else
      folders.insert(fs::path(support::canonicalPath(path)).parent_path().generic_string());
  }
  for (const auto& [path, file] : known_)
    for (const std::string& source : file.sources) folders.insert(fs::path(source).parent_path().generic_string());
  if (std::string trouble = events_.watch(folders); !trouble.empty()) messages_.push_back(std::move(trouble));
}

std::vector<std::string> Watch::affectedBy(const std::set<std::string>& changed) {
  const std::set<std::string> before = std::exchange(unfinished_, {});
  const std::size_t knownBefore = known_.size();
  std::vector<std::string> files = discoverFiles();
  const bool isGone = known_.size() < knownBefore;
  std::erase_if(files, [&](const std::string& path) {
    const auto known = known_.find(path);
    return !(changed.contains("") || known == known_.end() || !known->second.loads || before.contains(path) ||
             changed.contains(support::canonicalPath(path)) || intersect(known->second.sources, changed));
  });
  if (files.empty() && isGone) view_.idle(status({}));
  return files;
}

Selection Watch::selectionFor(const Run& run) const {
  Selection selection = selection_;
  std::vector<std::string> ignored;  // not shown: a later change may add the missing test of an argument FILE::TEST
  selection.admitted = picks_.admit(run.candidates(), ignored);
  for (std::size_t i = 0; i < run.candidates().size(); ++i)
    if (!fileFilter_.empty() && run.candidates()[i].file.find(fileFilter_) == std::string::npos) selection.admitted[i] = false;
  std::string error;
  // cannot fail, because type() has parsed the text
  if (!nameFilter_.empty()) selection.names = *NameExpression::parse(nameFilter_, error);
  if (onlyFailed_) {
    selection.onlyIds.emplace();
    for (const auto& [path, file] : known_) selection.onlyIds->insert(file.failing.begin(), file.failing.end());
  }
  return selection;
}

void Watch::judge(const std::vector<std::string>& files) {
  std::atomic<bool> stop = false;
  options_.limits.stop = &stop;
  events_.interruptOnEvent(&stop);
  Discovery discovery;
  discovery.files = files;
  discovery.fromFolder.assign(files.size(), true);
  Run run(options_);
  run.load(discovery);
  const std::vector<std::size_t> chosen = select(run.candidates(), selectionFor(run));
  if (chosen.empty() && !stop) {
    events_.interruptOnEvent(nullptr);
    note(run, {}, chosen, files);
    return view_.idle(status(files));
  }
  const RunResult result = run.judge(chosen, view_.begins());
  events_.interruptOnEvent(nullptr);
  options_.limits.stop = nullptr;
  if (result.interrupted) {
    unfinished_.insert(files.begin(), files.end());
    return;
  }
  for (const std::string& file : files) unfinished_.erase(file);
  note(run, result, chosen, files);
  view_.ends(result, status(files));
}

void Watch::note(const Run& run, const RunResult& result, const std::vector<std::size_t>& chosen,
                 const std::vector<std::string>& files) {
  std::set<std::string> ids;
  for (const Candidate& candidate : run.candidates()) ids.insert(candidate.id);
  for (const std::string& path : files) {
    WatchedFile& known = known_[path];
    known.sources.clear();
    known.loads = true;
    known.isOfUse = false;
    std::erase_if(known.failing, [&](const std::string& id) { return !ids.contains(id); });  // removes renamed and deleted tests
    if (const auto sources = run.sourcesByFile().find(path); sources != run.sourcesByFile().end()) {
      known.isOfUse = true;
      for (const std::string& source : sources->second) known.sources.insert(support::canonicalPath(source));
    }
  }
  for (std::size_t i = 0; i < run.candidates().size(); ++i)
    if (run.loadError(i)) known_[run.candidates()[i].file].loads = false;
  for (const std::size_t i : chosen) known_[run.candidates()[i].file].failing.erase(run.candidates()[i].id);
  for (const suite::TestResult& test : result.tests)
    if (isProblem(test.outcome)) known_[test.file].failing.insert(test.id());
  watchFolders();
}

WatchStatus Watch::status(const std::vector<std::string>& files) const {
  WatchStatus status;
  for (const auto& [path, known] : known_) {
    status.files += known.isOfUse;
    if (std::ranges::find(files, path) == files.end()) status.failing += known.failing.size();
  }
  if (onlyFailed_) status.filters.push_back("tests that failed");
  if (!fileFilter_.empty()) status.filters.push_back(fmt::format("files like \"{}\"", fileFilter_));
  if (!nameFilter_.empty()) status.filters.push_back(fmt::format("tests like \"{}\"", nameFilter_));
  status.messages = messages_;
  return status;
}

/// Handles a key. Returns false if the watch should end.
bool Watch::press(char key) {
  switch (key) {
    case 'q':
    case 3:  // Ctrl-C and Ctrl-D, if the terminal passes them on
    case 4: return false;
    case 'a':
      onlyFailed_ = false;
      fileFilter_.clear();
      nameFilter_.clear();
      judgeAll();
      break;
    case 'f':
      onlyFailed_ = !onlyFailed_;
      judgeAll();
      break;
    case 'p':
    case 't':
      prompt_ = key;
      typed_.clear();
      showTyped();
      break;
    case '\r':
    case '\n': judgeAll(); break;
    default: break;
  }
  return true;
}

/// Adds a character to the typed pattern. Returns false if the watch should end.
bool Watch::type(char key) {
  constexpr char escape = 27, backspace = 8, erase = 127;
  if (key == 3 || key == 4) return false;
  if (key == escape) {
    prompt_.reset();
    judgeAll();
    return true;
  }
  if (key == '\r' || key == '\n') {
    std::string error;
    if (*prompt_ == 't' && !NameExpression::parse(typed_, error)) {
      view_.typing(fmt::format("{} -- {}: ", typed_, error), "");
      typed_.clear();
      return true;
    }
    (*prompt_ == 'p' ? fileFilter_ : nameFilter_) = typed_;
    prompt_.reset();
    judgeAll();
    return true;
  }
  if (key == backspace || key == erase) {
    while (!typed_.empty() && (typed_.back() & 0xC0) == 0x80) typed_.pop_back();
    if (!typed_.empty()) typed_.pop_back();
  } else if (static_cast<unsigned char>(key) >= ' ') {
    typed_ += key;
  }
  showTyped();
  return true;
}

void Watch::showTyped() {
  view_.typing(*prompt_ == 'p' ? "files like: " : "tests like: ", typed_);
}

}  // namespace aunit::runner
