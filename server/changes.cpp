// The server's reaction to changes of texts: it analyses them again, judges tests and publishes the results.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "server/background_hints.h"
#include "server/diagnostics.h"
#include "server/server.h"

namespace aunit::server {

namespace {

constexpr double shortestWait = 30, longestWait = 300;  // milliseconds until new diagnostics are shown

// Kinds of hints.
constexpr const char *suspects = "suspects", *redundancy = "redundant constraints";

}  // namespace

void Server::didOpen(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string path = pathOf(document.at("uri").get<std::string>());
  workspace_.open(path, {document.at("text").get<std::string>(), document.value("version", std::int64_t{0})});
  published_.erase(path);  // what was said of the file is said of the text, too
  changed(path);
}

void Server::didChange(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  const Document* known = workspace_.document(path);
  if (!known) throw RequestError{ErrorCode::invalidParams, "a document that is not open"};
  Document document = *known;
  document.version = params["textDocument"].value("version", document.version + 1);
  for (const Json& change : params.at("contentChanges")) {
    const std::string text = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      document.text = text;
      continue;
    }
    const std::size_t begin = offsetOf(document.text, positionFrom(change["range"].at("start")), encoding_);
    const std::size_t end = offsetOf(document.text, positionFrom(change["range"].at("end")), encoding_);
    document.text.replace(begin, std::max(begin, end) - begin, text);
  }
  workspace_.change(path, std::move(document));
  changed(path);
}

void Server::didClose(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  workspace_.close(path);
  lastGood_.erase(path);
  warnings_.erase(path);
  changed(path);
}

void Server::didSave(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  saved_.insert(path);
  changed(path);
  for (const std::string& reader : workspace_.readersOf(path)) {
    const auto tests = tests_.find(reader);
    if (tests == tests_.end()) continue;
    if (std::ranges::any_of(tests->second.tests, &TestResults::One::solved)) judgeInBackground(reader, {}, {});
  }
}

/// The file, and those that open it, are to be looked at: itself first, then what is open.
void Server::changed(const std::string& path) {
  lastChange_ = Clock::now();
  workspace_.invalidate(path);
  std::vector<std::string> readers = workspace_.readersOf(path);
  if (std::ranges::find(readers, path) == readers.end()) readers.push_back(path);
  std::ranges::stable_sort(readers, {}, [&](const std::string& reader) {
    return reader == path ? 0 : workspace_.document(reader) ? 1 : 2;
  });
  for (const std::string& reader : readers) {
    std::erase(changed_, reader);
    if (const auto tests = tests_.find(reader); tests != tests_.end()) tests->second.markStale();
  }
  changed_.insert(changed_.begin(), readers.begin(), readers.end());
}

/// One of the files that changed.
void Server::workALittle() {
  const std::string path = changed_.front();
  changed_.pop_front();
  lookedSince_ = Clock::now();
  try {
    guarded(path, [&] { lookAt(path); });
  } catch (const Superseded&) {
  }
  lookedSince_.reset();
  // Not judged to the end: once more, when there is time.
  if (interrupt_ && std::ranges::find(changed_, path) == changed_.end()) changed_.push_back(path);
}

void Server::lookAt(const std::string& path) {
  const bool isOpen = workspace_.document(path) != nullptr;
  std::error_code unreadable;  // a name may be too long for a file
  if (!isOpen && !std::filesystem::exists(path, unreadable)) return forget(path);
  const auto analysis = workspace_.analysis(path);
  symbols_.take(*analysis, encoding_);
  if (isOpen) lastBuild_ = analysis->milliseconds;
  if (isOpen && analysis->loaded->model) lastGood_[path] = analysis;
  TestResults& tests = tests_[path];
  const std::vector<std::string> before = [&] {
    std::vector<std::string> texts;
    for (const TestResults::One& test : tests.tests) texts.push_back(test.result.name + outcomeText(test));
    return texts;
  }();
  tests = judgeTests(*analysis, tests, Judged::evaluated, interrupt_);
  std::vector<std::string> after;
  for (const TestResults::One& test : tests.tests) after.push_back(test.result.name + outcomeText(test));
  if (isOpen && before != after) refreshOutcomes();
  if (std::ranges::any_of(tests.tests, [](const TestResults::One& test) {
        return test.known && !test.stale && test.result.outcome == suite::Outcome::failed;
      }))
    lookForHints(path, suspects, suspectHints);
  else
    setHints(path, suspects, {});
  setHints(path, redundancy, {});
  if (saved_.erase(path) != 0) lookForHints(path, redundancy, redundancyHints);
  show(path, *analysis);
}

/// Of a text that is no more: what is shown of it disappears.
void Server::forget(const std::string& path) {
  tests_.erase(path);
  symbols_.forget(path);
  warnings_.erase(path);
  for (const char* kind : {suspects, redundancy}) setHints(path, kind, {});
  due_.erase(path);
  if (const auto shown = published_.find(path); shown != published_.end() && !shown->second.empty()) publish(path, {});
  published_.erase(path);
}

/// The diagnostics of a file as it is now, sooner or later: what is mended disappears at once, what is new waits until the typing
/// pauses.
void Server::show(const std::string& path, const Analysis& analysis) {
  Diagnostics now;
  const auto add = [&now](const Json& diagnostics) {
    for (const Json& diagnostic : diagnostics) now.push_back(textOf(diagnostic));
  };
  add(diagnosticsOf(analysis, testsOf(path), encoding_));
  if (const auto found = warnings_.find(path); found != warnings_.end() && found->second.of.get() == &analysis)
    for (const auto& [command, warning] : found->second.byCommand) now.push_back(textOf(warning));
  for (const auto& [searched, hints] : hints_)
    if (const auto found = hints.find(path); found != hints.end()) add(found->second);
  const auto known = published_.find(path);
  const bool isNew = known == published_.end();
  Diagnostics still;
  if (!isNew) {
    const std::unordered_set<std::string_view> current(now.begin(), now.end());
    std::ranges::copy_if(known->second, std::back_inserter(still),
                         [&](const std::string& each) { return current.contains(each); });
    if (still.size() < known->second.size()) publish(path, still);
  }
  if (still == now) {
    due_.erase(path);
    if (isNew && workspace_.document(path)) publish(path, std::move(now));  // people see that it was looked at
    return;
  }
  const double wait = std::clamp(2 * lastBuild_, shortestWait, longestWait);
  due_[path] = {lastChange_ + std::chrono::microseconds(static_cast<std::int64_t>(1000 * wait)), std::move(now)};
}

void Server::publish(const std::string& path, Diagnostics diagnostics) {
  Json params = {{"uri", uriOf(path)}};
  if (const Document* document = workspace_.document(path)) params["version"] = document->version;
  // Put together as text: there may be hundreds of diagnostics, and each is text already.
  std::string text = textOf({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}});
  text.pop_back();
  text += ",\"params\":" + textOf(params);
  text.pop_back();
  text += fmt::format(",\"diagnostics\":[{}]}}}}", fmt::join(diagnostics, ","));
  published_[path] = std::move(diagnostics);
  sendText(text);
}

void Server::publishWhatIsDue() {
  for (auto each = due_.begin(); each != due_.end();) {
    const auto next = std::next(each);
    if (each->second.first <= Clock::now()) {
      auto due = due_.extract(each);
      publish(due.key(), std::move(due.mapped().second));
    }
    each = next;
  }
}

/// Outcomes of tests have changed: editors that can ask again.
void Server::refreshOutcomes() {
  for (const auto& [can, method] :
       {std::pair(refreshesHints_, "workspace/inlayHint/refresh"), std::pair(refreshesLenses_, "workspace/codeLens/refresh")})
    if (can) send({{"jsonrpc", "2.0"}, {"id", fmt::format("aunit-{}", ++nextId_)}, {"method", method}});
}

void Server::lookForHints(const std::string& path, const std::string& kind, HintSearch search) {
  const std::string name = kind + " of " + path;
  tasks_.cancel(name);
  const std::shared_ptr<const Analysis> analysis = workspace_.analysis(path);
  if (!analysis->loaded->model) return;
  tasks_.start({name}, [this, path, kind, search, name, analysis, encoding = encoding_](const std::atomic<bool>& stop) {
    guarded(name, [&] {
      const auto loaded = loadedAgain(*analysis, stop);
      if (stop) return;
      const Hints hints = search(*loaded, encoding, stop);
      if (stop) return;
      post([this, path, kind, analysis, hints] {
        if (workspace_.analysis(path) == analysis) setHints(path, kind, hints);
      });
    });
  });
}

void Server::setHints(const std::string& root, const std::string& kind, Hints hints) {
  std::set<std::string> files;
  Hints& known = hints_[{root, kind}];
  for (const Hints* each : {&known, &hints})
    for (const auto& [file, list] : *each) files.insert(file);
  known = std::move(hints);
  if (known.empty()) hints_.erase({root, kind});
  for (const std::string& file : files) show(file, *workspace_.analysis(file));
}

}  // namespace aunit::server
