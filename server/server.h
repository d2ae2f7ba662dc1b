// The language server: answers an editor about Alloy models and their tests (Language Server Protocol 3.17).
//
// One thread reads messages; one answers them in their order, and when none is waiting looks at what has changed and judges its
// tests; solving has threads of its own (tasks.h). A message that nobody can answer is answered with an error: nothing that is
// sent ends the server but `exit` and the end of the stream. These end it soon, whatever it is at: what takes long asks for
// leave now and then (support/cancellation.h). So do requests that are cancelled, and looks at texts that change meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/background_hints.h"
#include "server/live_tests.h"
#include "server/messages.h"
#include "server/names.h"
#include "server/progress.h"
#include "server/symbol_index.h"
#include "server/tasks.h"
#include "server/values.h"
#include "server/workspace.h"

namespace aunit::server {

struct Solved;

class Server {
 public:
  /// Reads from one file descriptor and writes to another; `version` is what it says of itself.
  Server(int input, int output, std::string version);

  /// Until `exit` or the end of the input. The exit code: 0 after `shutdown`, else 1.
  int run();

 private:
  using Clock = std::chrono::steady_clock;
  using Work = std::function<void()>;
  using Diagnostics = std::vector<std::string>;  // each as JSON

  // The loop.
  void readMessages();
  void endWithin(std::chrono::seconds time);
  bool isOver() const;
  struct Superseded {};  // thrown out of a look at a text that is another one now
  void askForLeave();
  std::optional<std::variant<std::string, Work>> next();
  void post(Work work);
  void guarded(const std::string& what, const Work& work);
  void log(const std::string& message);
  bool isCancelled(const Json& id);
  void handle(const std::string& body);
  Json answer(const std::string& method, const Json& params);
  void notice(const std::string& method, const Json& params);
  void send(const Json& message) { sendText(textOf(message)); }
  void sendText(const std::string& body);
  void respond(const Json& id, Json result);
  void fail(const Json& id, const RequestError& error);

  // Beginning.
  Json initialize(const Json& params);
  void configure(const Json& settings);
  void initialized();

  // Texts.
  void didOpen(const Json& params);
  void didChange(const Json& params);
  void didClose(const Json& params);
  void didSave(const Json& params);
  void changed(const std::string& path);
  void workALittle();
  void lookAt(const std::string& path);
  void forget(const std::string& path);
  void publish(const std::string& path, Diagnostics diagnostics);
  void publishWhatIsDue();
  void refreshOutcomes();
  void show(const std::string& path, const Analysis& analysis);
  using HintSearch = Hints (*)(parser::Loaded&, Encoding, const std::atomic<bool>&);
  void lookForHints(const std::string& path, const std::string& kind, HintSearch search);
  void setHints(const std::string& root, const std::string& kind, Hints hints);

  // Requests about a place or a file.
  Cursor cursorAt(const Json& params, std::shared_ptr<const Analysis>& holder);
  std::shared_ptr<const Analysis> analysisOf(const Json& params);
  const TestResults* testsOf(const std::string& path) const;
  Json references(const Json& params);
  Json prepareRename(const Json& params);
  Json rename(const Json& params);
  std::vector<std::pair<std::string, Json>> placesEverywhere(const Cursor& cursor);
  Json workspaceSymbols(const std::string& query);
  Workspace::Files filesOfWorkspace();

  // Commands.
  struct Request {
    Json id, token;  // null: none, and none that progress is told by

    std::set<std::string> names() const;
  };
  /// Nothing when the answer comes later.
  std::optional<Json> execute(const Json& params, const Json& id);
  void run(const std::string& path, const Json& which, const Request& request);
  void warn(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const Solved& solved);
  void test(const std::string& path, const std::string& test, bool why, const Request& request);
  void judgeInBackground(const std::string& path, const Request& request, Work then);
  std::shared_ptr<Progress> progressOf(const Request& request, const std::string& task, const std::string& title);
  void answered(const Json& message);
  void showMessage(const std::string& message);
  void showInstance(const Json& answer);

  int input_, output_;
  std::string version_;
  std::mutex outputMutex_;

  std::mutex mutex_;  // of the queue
  std::condition_variable arrived_;
  std::deque<std::variant<std::string, Work>> queue_;
  std::set<std::string> cancelled_;  // ids of requests, as JSON
  std::string atHand_;               // id of the request that is answered now, as JSON; empty: none. Of the loop alone
  bool ended_ = false;
  std::atomic<Clock::rep> lastMoment_ = std::numeric_limits<Clock::rep>::max();  // by then all is over
  std::optional<Clock::time_point> lookedSince_;                                 // while a text is looked at
  std::atomic<bool> stop_ = false;                                               // nothing more is read
  std::atomic<bool> interrupt_ = false;  // something changed: what is judged now is out of date

  bool initialized_ = false, shutDown_ = false, exit_ = false;
  Encoding encoding_ = Encoding::utf16;
  bool refreshesHints_ = false, refreshesLenses_ = false, watchesFiles_ = false;
  bool showsProgress_ = false, showsDocuments_ = false;
  bool showsResults_ = false;  // the editor itself, of commands
  bool typeHints_ = false;
  std::atomic<int> nextId_ = 0;

  Workspace workspace_;
  bool saidIncomplete_ = false;  // that the workspace is too large to be searched
  SymbolIndex symbols_;
  std::map<std::string, std::shared_ptr<const Analysis>> lastGood_;  // of open files, the last that resolved
  std::map<std::string, TestResults> tests_;
  std::map<std::pair<std::string, std::string>, Hints> hints_;  // by the file that they are found for, and their kind
  std::set<std::string> saved_;                                 // files to be looked at after they were saved
  struct Warnings {
    std::shared_ptr<const Analysis> of;
    std::map<model::CommandId, Json> byCommand;
  };
  std::map<std::string, Warnings> warnings_;  // about commands that were solved
  std::map<std::string, Diagnostics> published_;
  std::map<std::string, std::weak_ptr<Progress>> announced_;  // by the id of the request that announces it
  ShownInstance shown_;
  std::deque<std::string> changed_;  // to be looked at, what is open first
  std::map<std::string, std::pair<Clock::time_point, Diagnostics>> due_;
  Clock::time_point lastChange_;
  double lastBuild_ = 0;  // milliseconds of a processor
  Tasks tasks_;           // last: its threads speak of what stands above
};

}  // namespace aunit::server
