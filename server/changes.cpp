// The server's reaction to changes of texts: it reads and judges them again, and shows the results.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "server/answers/background_hints.h"
#include "server/answers/diagnostics.h"
#include "server/answers/lenses.h"
#include "server/server.h"

namespace aunit::server {

namespace {

constexpr double shortestWait = 30, longestWait = 300;  // milliseconds until new diagnostics are shown
constexpr std::chrono::milliseconds toldEvery{300};     // interval between updates if a file has many or slow tests
constexpr std::chrono::milliseconds judgedAtOnce{20};   // time for tests of one file before the next file has its turn

// Kinds of hints.
constexpr const char *suspects = "suspects", *redundancy = "redundant constraints", *faultsOfLogs = "faults of logs";

}  // namespace

void Server::didOpen(const Json& params) {
  const Json& item = params.at("textDocument");
  const std::string path = pathOf(item.at("uri").get<std::string>());
  Document text = {item.at("text").get<std::string>(), item.value("version", std::int64_t{0})};
  KnownFile& file = files_[path];
  file.published.reset();  // an opened file gets its diagnostics even if they were sent before
  file.kept = file.good = {};
  file.document = std::move(text);
  changed(path);
}

void Server::didChange(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  if (!document(path)) throw RequestError{ErrorCode::invalidParams, "the document is not open"};
  KnownFile& file = files_[path];
  Document text = *file.document;
  text.version = params["textDocument"].value("version", text.version + 1);
  std::vector<TextEdit> edits;
  for (const Json& change : params.at("contentChanges")) {
    std::string replacement = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      edits.push_back(editBetween(text.text, replacement, encoding_));
      text.text = std::move(replacement);
      continue;
    }
    const std::size_t begin = offsetOf(text.text, positionFrom(change["range"].at("start")), encoding_);
    const std::size_t end = std::max(begin, offsetOf(text.text, positionFrom(change["range"].at("end")), encoding_));
    edits.push_back(editOf(text.text, begin, end, replacement, encoding_));
    text.text.replace(begin, end - begin, replacement);
  }
  file.document = std::move(text);
  changed(path);
  for (const TextEdit& edit : edits) file.moves.add(revision_, edit);
}

void Server::didClose(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  KnownFile& file = files_[path];
  file.document.reset();
  file.kept = file.good = {};
  file.moves = {};
  file.warnings = {};
  file.commands.clear();
  changed(path);
}

void Server::didSave(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  files_[path].saved = true;
  changed(path);
  for (const auto& [reader, file] : files_)
    if (file.sources.contains(path) && std::ranges::any_of(file.tests.tests, &TestResults::LiveTest::solved))
      withAnalysis(reader, nullptr, false,
                   [this, reader = reader](const View& view) { judgeInBackground(reader, view.analysis, {}, {}); });
}

/// Schedules the reading of the changed file, then of the files that import it with `open`. Among the importing files, those
/// that the editor shows come first.
void Server::changed(const std::string& path) {
  lastChange_ = Clock::now();
  const std::uint64_t revision = changedAt_[path] = ++revision_;
  const Document* text = document(path);
  tell([path, revision, text = text ? std::optional(*text) : std::nullopt](Texts& texts) mutable {
    texts.revision = revision;
    if (text)
      texts.workspace.open(path, std::move(*text));
    else
      texts.workspace.close(path);
  });
  std::vector<std::string> readers = {path};
  for (const auto& [reader, file] : files_)
    if (reader != path && file.sources.contains(path)) readers.push_back(reader);
  for (const std::string& reader : readers) {
    KnownFile& file = files_[reader];
    file.current = false;
    file.judging = KnownFile::JudgingState::none;
    file.tests.markStale();
    judging_.cancel(reader);
  }
  forgetHints(path);
  std::ranges::stable_sort(readers, {}, [&](const std::string& reader) { return reader == path ? 0 : document(reader) ? 1 : 2; });
  for (const std::string& reader : readers) look(reader, document(reader) ? Urgency::open : Urgency::closed);
}

/// Drops requested hints that are about the changed text at `path`. But hints that propose tests for this file itself are
/// dropped only if the proposed test is now in the text.
void Server::forgetHints(const std::string& path) {
  for (auto& [root, file] : files_)
    for (const char* kind : {command::survivors, command::proposals, command::repairs}) {
      const auto known = file.hints.find(kind);
      if (known == file.hints.end()) continue;
      const bool isTests = root == path && kind != command::repairs;
      if (!isTests && (known->second.contains(path) || file.sources.contains(path))) {
        setHints(root, kind, {});
      } else if (isTests && file.document) {
        Hints left = known->second;
        for (auto& [about, hints] : left)
          std::erase_if(hints, [&text = file.document->text](const Hint& hint) {
            return !hint.fixes.empty() && text.find(hint.fixes[0].edits[0].text) != std::string::npos;
          });
        std::erase_if(left, [](const auto& each) { return each.second.empty(); });
        setHints(root, kind, std::move(left));
      }
    }
}

/// Passes a change to the thread that reads texts.
void Server::tell(std::function<void(Texts&)> change) {
  reading_.post(Urgency::text, "", [this, change = std::move(change)](const Worker::Stop&) {
    change(texts_);
    return false;
  });
}

/// Schedules the reading of a text. When it is read, its tests are judged and its diagnostics are shown.
void Server::look(const std::string& path, Urgency urgency) {
  files_[path].isDue = true;
  read(path, urgency);
}

/// Schedules the reading of a text. wasRead() gets the result.
void Server::read(const std::string& path, Urgency urgency) {
  KnownFile& file = files_[path];
  if (std::exchange(file.asked, true) && urgency != Urgency::asked) return;
  reading_.post(urgency, path, [this, path, encoding = encoding_](const Worker::Stop&) {
    VersionedAnalysis read{nullptr, texts_.revision};
    std::error_code unreadable;  // ignored: if the name is invalid (too long, for example), the file does not exist
    const bool exists = texts_.workspace.document(path) || std::filesystem::exists(path, unreadable);
    texts_.since = Clock::now();
    try {
      guarded(path, [&] {
        read.analysis = texts_.workspace.analysis(path);
        exists ? static_cast<void>(texts_.symbols.take(*read.analysis, encoding)) : texts_.symbols.forget(path);
      });
    } catch (const StaleText&) {  // some text has changed: read this text again, after more urgent work
      post([this, path] {
        files_[path].asked = false;
        this->read(path, Urgency::closed);
      });
      texts_.since.reset();
      return false;
    }
    texts_.since.reset();
    post([this, path, read, exists] { wasRead(path, read, exists); });
    return false;
  });
}

void Server::wasRead(const std::string& path, const VersionedAnalysis& read, bool exists) {
  KnownFile& file = files_[path];
  file.asked = false;
  if (!read)
    return answerWaiting(path, [](const PendingUse&) {
      throw RequestError{ErrorCode::internalError, "the text could not be read"};
    });
  const auto unchanged = [&](const std::string& source) {
    const auto change = changedAt_.find(source);
    return change == changedAt_.end() || change->second <= read.at;
  };
  file.sources.clear();
  for (const auto& [source, stamp] : read.analysis->sources) file.sources.insert(source);
  file.current = unchanged(path) && std::ranges::all_of(file.sources, unchanged);
  file.latest = read.analysis;
  file.readAt = read.at;
  if (file.document) {
    lastBuild_ = read.analysis->milliseconds;
    file.kept = read;
    if (read.analysis->loaded->model) file.good = read;
    file.moves.forgetUpTo(file.good ? std::min(file.good.at, read.at) : read.at);
  }
  if (!file.current) {
    for (PendingUse& each : waiting_)
      if (each.path == path && each.staleWillDo && !each.until) each.until = Clock::now();
    return this->read(path, file.document ? Urgency::open : Urgency::closed);
  }
  if (std::exchange(file.isDue, false)) exists || document(path) ? lookAt(path, read.analysis) : forget(path);
  answerWaiting(path, [view = View{read.analysis, read.at, false}](const PendingUse& each) { each.use(view); });
}

/// Judges the tests of a file, and shows its diagnostics.
void Server::lookAt(const std::string& path, const std::shared_ptr<const Analysis>& analysis) {
  KnownFile& file = files_[path];
  judging_.cancel(path);
  if (!analysis->loaded->model) {
    file.tests.markStale();
    return wereJudged(path, analysis);
  }
  file.tests = carriedOver(*analysis, file.tests);
  file.judging = KnownFile::JudgingState::underWay;
  const auto judging = std::make_shared<LiveTestJudge>(analysis, JudgedTests::evaluated);
  if (judging->next() == analysis->tests.size()) return wereJudged(path, analysis);
  judging_.post(
      file.document ? Urgency::open : Urgency::closed, path,
      [this, path, analysis, judging, found = std::vector<Judgement>(), told = Clock::now()](const Worker::Stop& stop) mutable {
        const Clock::time_point begin = Clock::now();
        bool complete = false;
        while (!stop && !complete && Clock::now() - begin < judgedAtOnce) {
          const std::size_t index = judging->next();
          if (auto one = judging->judge(stop)) found.push_back({index, std::move(*one)});
          complete = judging->next() == analysis->tests.size();
        }
        if (stop) return false;
        if (!complete && Clock::now() - told < toldEvery) return true;
        told = Clock::now();
        post([this, path, analysis, complete, judged = std::exchange(found, {})]() mutable {
          if (!isLatest(path, analysis)) return;
          take(files_[path], *analysis, std::move(judged));
          if (complete) return wereJudged(path, analysis);
          refreshOutcomes(files_[path]);
          show(path, *analysis);
        });
        return !complete;
      });
}

void Server::take(KnownFile& file, const Analysis& analysis, std::vector<Judgement> judged) {
  if (file.tests.tests.size() != analysis.tests.size()) file.tests = carriedOver(analysis, file.tests);
  for (Judgement& each : judged) file.tests.tests[each.index] = std::move(each.test);
}

/// Called when all tests that need no solver are judged.
void Server::wereJudged(const std::string& path, const std::shared_ptr<const Analysis>& analysis) {
  KnownFile& file = files_[path];
  file.judging = KnownFile::JudgingState::complete;
  refreshOutcomes(file);
  if (std::ranges::any_of(file.tests.tests, [](const TestResults::LiveTest& test) {
        return test.known && !test.stale && test.result.outcome == suite::Outcome::failed;
      }))
    lookForHints(path, analysis, suspects, suspectHints);
  else
    setHints(path, suspects, {});
  for (const char* kind : {redundancy, sinceCommit}) setHints(path, kind, {});
  if (std::exchange(file.saved, false)) {
    lookForHints(path, analysis, redundancy, redundancyHints);
    lookForHints(path, analysis, sinceCommit, versionHints);
  }
  show(path, *analysis);
  for (const Work& work : std::exchange(file.waiting, {})) work();
}

/// Forgets a text that is neither open nor on disk, and removes its diagnostics.
void Server::forget(const std::string& path) {
  for (const char* kind : {suspects, redundancy, faultsOfLogs, sinceCommit}) setHints(path, kind, {});
  KnownFile& file = files_[path];
  for (const auto& [log, shown] : file.logFaults) publish(log, {});
  file.due.reset();
  due_.erase(path);
  if (file.published && !file.published->empty()) publish(path, {});
  const std::vector<Work> waiting = std::move(file.waiting);
  file = {};
  for (const Work& work : waiting) work();
}

/// Updates the diagnostics of a file in the editor. If a problem is fixed, its diagnostic disappears at once. New diagnostics
/// appear when the user stops typing.
void Server::show(const std::string& path, const Analysis& analysis) {
  KnownFile& file = files_[path];
  JsonDiagnostics now;
  const auto add = [&now](const Json& diagnostics) {
    for (const Json& diagnostic : diagnostics) now.push_back(textOf(diagnostic));
  };
  add(diagnosticsOf(analysis, testsOf(path), encoding_));
  if (file.warnings.of.get() == &analysis)
    for (const auto& [command, warning] : file.warnings.byCommand) now.push_back(textOf(warning));
  for (const auto& [root, other] : files_)
    for (const auto& [kind, hints] : other.hints)
      if (const auto found = hints.find(path); found != hints.end() && kind != sinceCommit)
        for (const Hint& hint : found->second) now.push_back(textOf(hint.diagnostic));
  showLogFaults(path);
  const bool isNew = !file.published;
  JsonDiagnostics still;
  if (!isNew) {
    const std::unordered_set<std::string_view> current(now.begin(), now.end());
    std::ranges::copy_if(*file.published, std::back_inserter(still),
                         [&](const std::string& each) { return current.contains(each); });
    if (still.size() < file.published->size()) publish(path, still);
  }
  file.due.reset();
  due_.erase(path);
  if (still == now) {
    if (isNew && file.document) publish(path, std::move(now));  // an empty list tells the editor that there are no problems
    return;
  }
  const double wait = std::clamp(2 * lastBuild_, shortestWait, longestWait);
  file.due = {lastChange_ + std::chrono::microseconds(static_cast<std::int64_t>(1000 * wait)), std::move(now)};
  due_.insert(path);
}

/// Shows where logs do not fit the model, according to the current test results: as diagnostics in the logs, and as hints in
/// the files of the model.
void Server::showLogFaults(const std::string& path) {
  LogFaults faults = logFaultsOf(files_[path].tests, encoding_);
  std::map<std::string, JsonDiagnostics> now;
  for (const auto& [log, diagnostics] : faults.logs)
    for (const Json& diagnostic : diagnostics) now[log].push_back(textOf(diagnostic));
  std::map<std::string, JsonDiagnostics> before = std::exchange(files_[path].logFaults, now);
  if (before == now) return;
  for (const auto& [log, shown] : now)
    if (before[log] != shown) publish(log, shown);
  for (const auto& [log, shown] : before)
    if (!now.contains(log) && !shown.empty()) publish(log, {});
  setHints(path, faultsOfLogs, std::move(faults.model));
}

void Server::publish(const std::string& path, JsonDiagnostics diagnostics) {
  Json params = {{"uri", uriOf(path)}};
  if (const Document* text = document(path)) params["version"] = text->version;
  // Joins texts instead of building one JSON value: there may be hundreds of diagnostics, which are JSON texts already.
  std::string text = textOf({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}});
  text.pop_back();
  text += ",\"params\":" + textOf(params);
  text.pop_back();
  text += fmt::format(",\"diagnostics\":[{}]}}}}", fmt::join(diagnostics, ","));
  files_[path].published = std::move(diagnostics);
  sendText(text);
}

/// Shows diagnostics whose delay is over. Answers requests that have waited too long; these answers use an earlier analysis.
void Server::doWhatIsDue() {
  const Clock::time_point now = Clock::now();
  const std::set<std::string> due = due_;
  for (const std::string& path : due) {
    KnownFile& file = files_[path];
    if (file.due->at > now) continue;
    due_.erase(path);
    publish(path, std::exchange(file.due, std::nullopt)->diagnostics);
  }
  std::set<std::string> overdue;
  for (PendingUse& each : waiting_)
    if (each.until && *each.until <= now) {
      overdue.insert(each.path);
      if (!viewOf(each.path)) each.until.reset();  // keep waiting: there is no earlier analysis
    }
  for (const std::string& path : overdue)
    if (const auto view = viewOf(path))
      answerWaiting(
          path, [&](const PendingUse& each) { each.use(*view); }, true);
}

/// Asks editors to refresh hints and lenses if outcomes of tests have changed.
void Server::refreshOutcomes(KnownFile& file) {
  std::vector<std::string> outcomes;
  for (const TestResults::LiveTest& test : file.tests.tests) outcomes.push_back(test.result.name + outcomeText(test));
  if (outcomes != std::exchange(file.outcomes, outcomes) && file.document) askToRefresh();
}

void Server::askToRefresh() {
  for (const auto& [can, method] :
       {std::pair(refreshesHints_, "workspace/inlayHint/refresh"), std::pair(refreshesLenses_, "workspace/codeLens/refresh")})
    if (can) askEditor(method);
}

void Server::lookForHints(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const std::string& kind,
                          HintSearch search) {
  const std::string name = kind + " of " + path;
  tasks_.cancel(name);
  if (!analysis->loaded->model) return;
  tasks_.start({name}, [this, path, kind, search, name, analysis, encoding = encoding_](const std::atomic<bool>& stop) {
    guarded(name, [&] {
      const Hints hints = search(*analysis, encoding, stop);
      if (stop) return;
      post([this, path, kind, analysis, hints] {
        if (isLatest(path, analysis)) setHints(path, kind, hints);
      });
    });
  });
}

void Server::setHints(const std::string& root, const std::string& kind, Hints hints) {
  std::set<std::string> files;
  Hints& known = files_[root].hints[kind];
  for (const Hints* each : {&known, &hints})
    for (const auto& [file, list] : *each) files.insert(file);
  const bool refresh = kind == sinceCommit && !files.empty();
  known = std::move(hints);
  if (known.empty()) files_[root].hints.erase(kind);
  if (refresh) askToRefresh();
  for (const std::string& file : files)
    withAnalysis(file, nullptr, false, [this, file](const View& view) {
      const KnownFile& about = files_[file];
      if (!about.isDue && about.judging != KnownFile::JudgingState::underWay)
        show(file, *view.analysis);  // otherwise the diagnostics are shown after judging
    });
}

}  // namespace aunit::server
