// The language server: answers an editor about Alloy models and their tests (Language Server Protocol 3.17).
//
// The server has several threads. One reads messages. The loop owns all state and does only quick work: it applies changes,
// looks up the answers to requests in analyses, which are immutable, and starts work in other threads. `reading_` reads texts and
// owns the workspace; `judging_` judges the tests that evaluation decides; solving and searches for hints have threads of their
// own (tasks.h). Threads post their results to the loop, which drops results about outdated texts.
//
// A request about a text waits until the text is read. If that takes long, a request that changes nothing is answered from an
// earlier analysis. An invalid message is answered with an error. Only `exit` and the end of the stream end the server, which
// then ends soon, even during long work (support/cancellation.h).
//
// Without threads, the caller passes bytes of messages to hear(), and calls work() repeatedly. Each call first handles what
// waits for the loop. It then does one step of reading texts, of judging tests, or of a task. Messages that arrive during a long
// step are handled in the middle of this step.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/answers/background_hints.h"
#include "server/answers/names.h"
#include "server/answers/symbol_index.h"
#include "server/answers/values.h"
#include "server/known_file.h"
#include "server/live_tests.h"
#include "server/messages.h"
#include "server/progress.h"
#include "server/tasks.h"
#include "server/texts/workspace.h"
#include "server/worker.h"

namespace aunit::server {

struct CommandResult;

/// Thrown to end work that was cancelled.
struct StopSignal {};

/// Whether a request with this method is about one text, and is answered from an analysis of the text.
bool isAboutText(const std::string& method);
/// Whether a request with this method can be answered from an earlier analysis, if reading the current text takes long.
bool staleWillDo(const std::string& method);

/// The server is one class, because a change of a text can affect every member: results become outdated, work is cancelled, and
/// requests that wait for the text are answered. Most members are used only by the loop, so no lock guards these members.
class Server {
 public:
  /// Reads from one file descriptor and writes to another; `version` is reported to the client.
  Server(int input, int output, std::string version) : Server(input, output, std::move(version), true) {}
  /// Without threads: the caller uses hear() and work().
  Server(int output, std::string version) : Server(-1, output, std::move(version), false) {}

  /// With threads: serves until `exit` or the end of the input. Returns the exit code: 0 after `shutdown`, else 1.
  int run();

  /// Without threads: takes bytes of the stream, and handles the messages that are complete. An empty `bytes` ends the stream.
  void hear(std::string_view bytes);
  /// Without threads: does one piece of work. Returns the milliseconds until the next piece is due; nothing if the server has no
  /// work until new input arrives.
  std::optional<double> work();
  /// The exit code; nothing while the server is running.
  std::optional<int> exitCode() const;

 private:
  Server(int input, int output, std::string version, bool threaded);

  using Clock = std::chrono::steady_clock;
  using Work = std::function<void()>;
  using Item = std::variant<Json, Work>;  // a message, or the result of a task
  using Urgency = Worker::Urgency;

  /// Owned by the thread `reading_`.
  struct Texts {
    Workspace workspace;
    SymbolIndex symbols;
    std::uint64_t revision = 0;              // Server::revision_ after the last change that `workspace` contains
    std::optional<Clock::time_point> since;  // start of reading the current text
  };

  // The loop.
  void readMessages();
  void handleAll();
  bool readOn();
  void attend(const Item& item);
  void endWithin(std::chrono::seconds time);
  bool isOver() const;
  bool isGone();
  void endIfOver() const;
  std::optional<Item> next();
  Clock::time_point nextMoment() const;
  void doWhatIsDue();
  void post(Work work);
  void guarded(const std::string& what, const Work& work);
  void log(const std::string& message);
  void handle(const Json& message);
  void answering(const Json& id, const Work& work);
  void answer(const std::string& method, const Json& params, const Json& id);
  void notice(const std::string& method, const Json& params);
  void cancel(const Json& id);
  void send(const Json& message) { sendText(textOf(message)); }
  void notify(const char* method, Json params);
  std::string askEditor(const char* method, Json params = Json::object());
  void sendText(const std::string& body);
  void respond(const Json& id, Json result);
  void fail(const Json& id, const RequestError& error);

  // The start of the session.
  Json initialize(const Json& params);
  void configure(const Json& settings);
  void initialized();
  Workspace::Files filesOfWorkspace(Texts& texts);
  void sayIncomplete(std::size_t entries);

  // Texts.
  void didOpen(const Json& params);
  void didChange(const Json& params);
  void didClose(const Json& params);
  void didSave(const Json& params);
  void changed(const std::string& path);
  void look(const std::string& path, Urgency urgency);
  void tell(std::function<void(Texts&)> change);
  struct StaleText {};  // thrown if some text has changed and reading takes too long
  void leaveReading(const Worker::Stop& stop) const;
  void read(const std::string& path, Urgency urgency);
  void wasRead(const std::string& path, const VersionedAnalysis& read, bool exists);
  void lookAt(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  void judge(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  struct Judgement {
    std::size_t index;
    TestResults::LiveTest test;
  };
  void take(KnownFile& file, const Analysis& analysis, std::vector<Judgement> judged);
  void wereJudged(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  void forget(const std::string& path);
  void publish(const std::string& path, JsonDiagnostics diagnostics);
  void refreshOutcomes(KnownFile& file);
  void askToRefresh();
  void show(const std::string& path, const Analysis& analysis);
  void showLogFaults(const std::string& path);
  void lookForHints(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const std::string& kind,
                    HintSearch search);
  void forgetHints(const std::string& path);
  void setHints(const std::string& root, const std::string& kind, Hints hints);

  // Requests about a place or a file.
  struct View {
    std::shared_ptr<const Analysis> analysis;
    std::uint64_t at = 0;  // the revision of the texts from which `analysis` was made
    bool stale = false;    // whether the text has changed since `at`
  };
  using Use = std::function<void(const View&)>;
  struct PendingUse {  // `use` is called when the text at `path` is read
    std::string path;
    Json id;                                 // id of the request; null if `use` answers no request
    bool staleWillDo = false;                // whether `use` accepts an earlier analysis
    std::optional<Clock::time_point> until;  // from this time on, an earlier analysis may be used
    Use use;
  };
  void withAnalysis(const std::string& path, const Json& id, bool staleWillDo, const Use& use);
  void answerWaiting(const std::string& path, const std::function<void(const PendingUse&)>& answer, bool staleWillDo = false);
  std::optional<View> viewOf(const std::string& path) const;
  bool isLatest(const std::string& path, const std::shared_ptr<const Analysis>& analysis) const;
  Json answerAbout(const std::string& method, const Json& params, const View& view);
  Json lenses(const std::string& path, const View& view);
  Json inlayHints(const std::string& path, const View& view, const Json& range);
  View resolved(const std::string& path, const View& view) const;
  Cursor cursorAt(const Json& params, const View& view) const;
  const TestResults* testsOf(const std::string& path) const;
  const Document* document(const std::string& path) const;
  using Places = std::vector<std::pair<std::string, Json>>;
  void placesEverywhere(const Json& id, const Cursor& cursor, std::function<Json(const Places&)> use);
  void references(const Json& params, const Json& id);
  Json hintFixes(const std::string& path, const Json& range) const;
  Json prepareRename(const Json& params, const View& view) const;
  void rename(const Json& params, const Json& id);
  void workspaceSymbols(const std::string& query, const Json& id);
  void inBackground(const Json& id, std::function<std::optional<Json>(Texts&)> step);

  // Commands.
  struct Request {
    Json id, token;  // id of the request and token for its progress; null if there is none

    std::set<std::string> names() const;
  };
  void execute(const Json& params, const Json& id);
  void run(const std::string& path, const Json& which, bool allScopes, const Request& request);
  void ended(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const CommandResult& solved);
  void test(const std::string& path, const std::string& test, bool why, const Request& request);
  void searchHints(const std::string& path, const std::string& kind, const Request& request);
  void judgeInBackground(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const Request& request,
                         Work then);
  std::shared_ptr<Progress> progressOf(const Request& request, const std::string& task, const std::string& title);
  void answered(const Json& message);
  void showMessage(const std::string& message);
  const std::vector<Hint>* versionsOf(const std::string& path) const;
  void showInstance(const Json& answer);

  int input_, output_;
  std::string version_;
  std::mutex outputMutex_;

  std::mutex mutex_;  // guards the queue
  std::condition_variable arrived_;
  std::deque<Item> queue_;
  bool ended_ = false;                                                           // no more messages will come
  std::atomic<Clock::rep> lastMoment_ = std::numeric_limits<Clock::rep>::max();  // time by which the server must end
  std::atomic<bool> stop_ = false;                                               // stops reading messages
  MessageReader heard_;                    // splits the bytes that hear() takes; only without threads
  bool handling_ = false, reads_ = false;  // whether handleAll() is running, and whether readOn() is; only without threads

  // Only the loop uses the following members, unless their comments say otherwise.
  bool initialized_ = false, shutDown_ = false, exit_ = false;
  Encoding encoding_ = Encoding::utf16;  // does not change after texts are read
  bool refreshesHints_ = false, refreshesLenses_ = false, watchesFiles_ = false;
  bool showsProgress_ = false, showsDocuments_ = false;
  bool showsResults_ = false;  // the editor itself shows the results of commands
  bool typeHints_ = false;
  bool saidIncomplete_ = false;  // whether the message that the workspace is too large was shown
  int nextId_ = 0;

  std::map<std::string, KnownFile> files_;
  std::map<std::string, std::uint64_t> changedAt_;  // by path: revision of the last change
  std::atomic<std::uint64_t> revision_ = 0;         // number of changes of texts so far; other threads read it, too
  std::list<PendingUse> waiting_;
  std::set<std::string> due_;   // paths of files with KnownFile::due
  std::set<std::string> owed_;  // ids, as JSON, of requests that wait for the thread `reading_`
  /// Progress whose token the editor has not accepted yet, by id of the request that creates the token.
  std::map<std::string, std::weak_ptr<Progress>> announced_;
  ShownInstance shown_;
  Clock::time_point lastChange_;
  double lastBuild_ = 0;  // CPU time of the last analysis, in milliseconds

  Texts texts_;
  // These members are declared last, so they are destroyed first: their threads use the members above.
  Worker reading_, judging_;
  Tasks tasks_;
};

}  // namespace aunit::server
