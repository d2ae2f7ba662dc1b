// The server's commands (workspace/executeCommand): solving, judging, explaining; their progress, and the display of their
// results.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "server/answers/lenses.h"
#include "server/server.h"
#include "server/texts/cache.h"
#include "suite/trouble.h"
#include "support/utf8.h"

namespace aunit::server {

namespace {

constexpr int infoType = 3;  // MessageType of the protocol

/// Replaces characters that file names cannot have.
std::string fileName(std::string name) {
  for (char& c : name)
    if (!support::isWordPart(c)) c = '_';
  return name;
}

}  // namespace

/// The names under which a task for this request can be cancelled.
std::set<std::string> Server::Request::names() const {
  std::set<std::string> names;
  for (const Json& name : {id, token})
    if (!name.is_null()) names.insert(name.dump());
  return names;
}

void Server::execute(const Json& params, const Json& id) {
  const std::string name = params.at("command").get<std::string>();
  static const Json none = Json::array();
  const Json& arguments = params.contains("arguments") ? params["arguments"] : none;
  const auto isOneOf = [&](std::initializer_list<const char*> names) { return std::ranges::find(names, name) != names.end(); };
  const bool searches = isOneOf({command::survivors, command::proposals, command::repairs});
  if (!searches && !isOneOf({command::run, command::allScopes, command::test, command::testFile, command::why, command::change}))
    throw RequestError{ErrorCode::invalidParams, fmt::format("there is no command {}", name)};
  const std::string path = pathOf(arguments.at(0).get<std::string>());
  const Json& token = at(params, {"workDoneToken"});
  const Request request{id, isId(token) ? token : Json()};
  if (searches) return searchHints(path, name, request);
  if (name == command::change) {
    const std::vector<Hint>* changed = versionsOf(path);
    const std::size_t number = arguments.at(1).get<std::size_t>();
    if (!changed || number >= changed->size())
      throw RequestError{ErrorCode::requestFailed, "there is no such change: the text or the commit has changed meanwhile"};
    const Json& change = (*changed)[number].diagnostic;
    const std::string message = fmt::format("{}: {}", change["name"].get<std::string>(), change["message"].get<std::string>());
    if (!showsResults_) showInstance({{"command", change["name"]}, {"message", message}, {"instance", change["text"]}});
    return respond(id, {{"message", message}, {"text", change["text"]}});
  }
  if (name == command::run || name == command::allScopes) {
    const Json& which = arguments.at(1);
    if (!isId(which)) throw RequestError{ErrorCode::invalidParams, "the command must be a number or a label"};
    run(path, which, name == command::allScopes, request);
  } else if (name == command::testFile) {
    withAnalysis(path, id, false, [this, path, request](const View& view) {
      judgeInBackground(path, view.analysis, request, [this, path, id = request.id] {
        Json all = Json::array();
        const TestResults& tests = files_[path].tests;
        for (const TestResults::LiveTest& test : tests.tests) {
          Json one = describeTest(tests, test.result.name);
          one["name"] = test.result.name;
          all.push_back(std::move(one));
        }
        respond(id, std::move(all));
      });
    });
  } else {
    test(path, arguments.at(1).get<std::string>(), name == command::why, request);
  }
}

/// Solves a command; if `allScopes`, also beyond its scope.
void Server::run(const std::string& path, const Json& which, bool allScopes, const Request& request) {
  withAnalysis(path, request.id, false, [this, path, which, allScopes, request](const View& view) {
    const std::string title = fmt::format("solving {}", which.is_string() ? which.get<std::string>() : "a command");
    const auto progress = progressOf(request, request.id.dump(), title);
    const auto solve = [this, path, analysis = view.analysis, which, allScopes, request, progress,
                        encoding = encoding_](const std::atomic<bool>& stop) {
      const auto refuse = [&](const RequestError& error) { post([this, error, id = request.id] { fail(id, error); }); };
      try {
        post([this, path, analysis, id = request.id, solved = runCommand(*analysis, which, allScopes, encoding, stop)] {
          ended(path, analysis, solved);
          respond(id, solved.answer);
        });
      } catch (const RequestError& error) {
        refuse(error);
      } catch (const std::exception&) {
        refuse({ErrorCode::internalError, suite::troubleAtHand({}).message});
      }
    };
    tasks_.start(request.names(), solve);
  });
}

/// Shows the answer to a command. The answer stays beside the command until the model's meaning (Analysis::meaning) changes.
/// The warning that the answer is vacuous stays until the text or an opened file changes.
void Server::ended(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const CommandResult& solved) {
  if (solved.instance) shown_ = {analysis, solved.instance, solved.answer["command"].get<std::string>()};
  showInstance(solved.answer);
  KnownFile& file = files_[path];
  file.commands[solved.answer["command"].get<std::string>()] = {analysis->meaning, solved.outcome};
  if (file.document) askToRefresh();
  if (!isLatest(path, analysis)) return;
  if (file.warnings.of != analysis) file.warnings = {analysis, {}};
  file.warnings.byCommand.erase(solved.command);
  if (!solved.warning.is_null()) file.warnings.byCommand.emplace(solved.command, solved.warning);
  show(path, *analysis);
}

/// Searches for hints of the kind `kind` about the file `path`. The response has the number of hints: {"found": 3, "message"}.
void Server::searchHints(const std::string& path, const std::string& kind, const Request& request) {
  const HintSearch search = kind == command::survivors ? survivorHints : kind == command::proposals ? proposalHints : repairHints;
  const char* const what = kind == command::survivors   ? "changes of the model that no test notices"
                           : kind == command::proposals ? "proposed tests"
                                                        : "repairs of the model";
  withAnalysis(path, request.id, false, [this, path, kind, search, what, request](const View& view) {
    if (!view.analysis->loaded->model) throw RequestError{ErrorCode::requestFailed, "the model has errors"};
    const auto progress = progressOf(request, request.id.dump(), std::string("looking for ") + what);
    tasks_.start(request.names(), [this, path, kind, search, what, request, progress, analysis = view.analysis,
                                   encoding = encoding_](const std::atomic<bool>& stop) {
      Hints hints;
      std::optional<RequestError> trouble;
      try {
        hints = search(*analysis, encoding, stop);
      } catch (const std::exception&) {
        trouble = {ErrorCode::internalError, suite::troubleAtHand({}).message};
      }
      if (stop) trouble = {ErrorCode::requestCancelled, "cancelled"};
      post([this, path, kind, what, analysis, hints, trouble, id = request.id] {
        if (trouble) return fail(id, *trouble);
        if (!isLatest(path, analysis)) return fail(id, {ErrorCode::requestFailed, "the text has changed meanwhile"});
        std::size_t found = 0;
        for (const auto& [file, some] : hints) found += some.size();
        setHints(path, kind, hints);
        const std::string message = found == 0 ? std::string("no ") + what : fmt::format("{} {}", found, what);
        showMessage(message);
        respond(id, {{"found", found}, {"message", message}});
      });
    });
  });
}

/// Judges one test; `why` asks for the explanation of its outcome.
void Server::test(const std::string& path, const std::string& test, bool why, const Request& request) {
  const auto answer = [this, path, test, why, id = request.id] {
    answering(id, [&] {
      const Json result = describeTest(files_[path].tests, test);
      const auto view = viewOf(path);
      if (why) {
        if (const ShownInstance stated = view ? statedBy(view->analysis, test) : ShownInstance(); stated.instance)
          shown_ = stated;
        showMessage(result["text"].get<std::string>());
      }
      respond(id, result);
    });
  };
  const auto judge = [this, path, test, request, answer](const View& view) {
    const std::vector<TestResults::LiveTest>& tests = files_[path].tests.tests;
    const auto known = std::ranges::find(tests, test, [](const TestResults::LiveTest& one) { return one.result.name; });
    if (known != tests.end() && (!known->known || known->stale))
      judgeInBackground(path, view.analysis, request, answer);
    else
      answer();
  };
  withAnalysis(path, request.id, false, [this, path, request, judge](const View& view) {
    KnownFile& file = files_[path];
    if (file.judging == KnownFile::JudgingState::complete) return judge(view);
    file.waiting.push_back([this, path, request, judge] { withAnalysis(path, request.id, false, judge); });
    if (file.judging == KnownFile::JudgingState::none && !file.isDue) lookAt(path, view.analysis);
  });
}

/// Judges all tests of a file, including those that need the solver.
void Server::judgeInBackground(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const Request& request,
                               Work then) {
  const std::string name = "tests of " + path;
  tasks_.cancel(name);
  const auto progress = progressOf(request, name, "judging " + path.substr(path.rfind('/') + 1));
  std::set<std::string> names = request.names();
  names.insert(name);
  tasks_.start(std::move(names), [this, analysis, path, progress, then = std::move(then)](const std::atomic<bool>& stop) {
    std::vector<Judgement> judged;
    guarded("tests of " + path, [&] {
      LiveTestJudge judging(analysis, JudgedTests::all);
      for (std::size_t i = 0; !stop && (i = judging.next()) < analysis->tests.size();) {
        if (progress) progress->report(analysis->tests[i].name, i, analysis->tests.size());
        if (auto one = judging.judge(stop)) judged.push_back({i, std::move(*one)});
      }
    });
    if (stop && !then) return;
    post([this, analysis, path, then, whole = !stop, judged = std::move(judged)]() mutable {
      if (whole && isLatest(path, analysis)) {
        KnownFile& file = files_[path];
        take(file, *analysis, std::move(judged));
        refreshOutcomes(file);
        show(path, *analysis);
      }
      if (then) then();
    });
  });
}

/// Returns the progress with the token of the request. If the request has no token, the task's name becomes the token. Returns
/// null if the editor cannot show such progress.
std::shared_ptr<Progress> Server::progressOf(const Request& request, const std::string& task, const std::string& title) {
  const auto say = [this](const Json& message) { send(message); };
  if (!request.token.is_null()) {
    auto progress = std::make_shared<Progress>(say, request.token, title);
    progress->begin();
    return progress;
  }
  if (!showsProgress_) return nullptr;
  auto progress = std::make_shared<Progress>(say, Json(task), title);
  announced_[askEditor("window/workDoneProgress/create", {{"token", task}})] = progress;
  return progress;
}

/// Handles the editor's answer to a request from this server.
void Server::answered(const Json& message) {
  const Json& id = at(message, {"id"});
  if (!id.is_string()) return;
  const auto announced = announced_.extract(id.get<std::string>());
  if (announced.empty() || message.contains("error")) return;
  if (const auto progress = announced.mapped().lock()) progress->begin();
}

void Server::showMessage(const std::string& message) {
  if (showsResults_) return;
  notify("window/showMessage", {{"type", infoType}, {"message", message}});
}

/// Shows the result of a command: an instance as a document if the editor can open documents, everything else as a message.
void Server::showInstance(const Json& answer) {
  const std::string message = answer["message"].get<std::string>();
  if (!answer.contains("instance")) return showMessage(message);
  const std::string text = answer["instance"].get<std::string>();
  const std::string file =
      showsResults_ || !showsDocuments_
          ? ""
          : cachedFile("instances/" + fileName(answer["command"].get<std::string>()) + ".txt", message + "\n\n" + text);
  if (file.empty()) return showMessage(message + "\n" + text);
  showMessage(message);
  askEditor("window/showDocument", {{"uri", uriOf(file)}, {"takeFocus", false}});
}

}  // namespace aunit::server
