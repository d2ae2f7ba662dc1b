// The language server: answers an editor about Alloy models and their tests (Language Server Protocol 3.17).
//
// One thread reads messages. The loop owns all state and computes nothing that takes long: it applies what is said, answers from
// analyses, which are immutable, and hands out work. Texts are read by `reading_`, the one owner of the workspace; tests that
// evaluation decides are judged by `judging_`; solving and the search for hints have threads of their own (tasks.h). What they
// find is posted to the loop, which keeps it where it is still about the texts as they are.
//
// A request about a text waits until the text is read; where that takes long, one that only looks is answered from what was read
// before. A message that is not understood is answered with an error: only `exit` and the end of the stream end the server.
// They end it soon, also during long work (support/cancellation.h).
//
// Without threads, the caller passes each message to the server, and lets it work piece by piece: the loop comes
// first, then texts, tests and tasks. What is heard while a piece takes long is handled in the middle of it.
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

struct Solved;

/// Ends work that is cancelled.
struct Stopped {};

/// Whether a request is about one text, and is answered from what that means.
bool isAboutText(const std::string& method);
/// Among those: whether what an earlier text meant will do, where the text as it is now takes long to be read.
bool staleWillDo(const std::string& method);

class Server {
 public:
  /// Reads from one file descriptor and writes to another; `version` is reported to the client.
  Server(int input, int output, std::string version) : Server(input, output, std::move(version), true) {}
  /// Without threads.
  Server(int output, std::string version) : Server(-1, output, std::move(version), false) {}

  /// With threads: until `exit` or the end of the input. The exit code: 0 after `shutdown`, else 1.
  int run();

  /// Without threads: takes bytes of the stream, and handles the messages that are whole. None: the stream has ended.
  void hear(std::string_view bytes);
  /// Without threads: does one piece of work. In so many milliseconds there is more to do, if nothing is heard before; nothing:
  /// never.
  std::optional<double> work();
  /// Nothing before all is over.
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
    std::uint64_t revision = 0;              // of what it knows
    std::optional<Clock::time_point> since;  // while a text is looked at
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

  // Beginning.
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
  struct Superseded {};  // thrown out of a look at a text that is another one now
  void leaveReading(const Worker::Stop& stop) const;
  void read(const std::string& path, Urgency urgency);
  void wasRead(const std::string& path, const Read& read, bool exists);
  void lookAt(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  void judge(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  struct Judgement {
    std::size_t index;
    TestResults::One test;
  };
  void take(KnownFile& file, const Analysis& analysis, std::vector<Judgement> judged);
  void wereJudged(const std::string& path, const std::shared_ptr<const Analysis>& analysis);
  void forget(const std::string& path);
  void publish(const std::string& path, Shown diagnostics);
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
    std::uint64_t at = 0;  // the revision that it is of
    bool stale = false;    // its text is an earlier one
  };
  using Use = std::function<void(const View&)>;
  struct Waiting {  // for a text to be read
    std::string path;
    Json id;                                 // of the request; null: of none
    bool staleWillDo = false;                // what was read before,
    std::optional<Clock::time_point> until;  // from then on
    Use use;
  };
  void withAnalysis(const std::string& path, const Json& id, bool staleWillDo, const Use& use);
  void answerWaiting(const std::string& path, const std::function<void(const Waiting&)>& answer, bool staleWillDo = false);
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
    Json id, token;  // null: none, and none that progress is told by

    std::set<std::string> names() const;
  };
  void execute(const Json& params, const Json& id);
  void run(const std::string& path, const Json& which, bool allScopes, const Request& request);
  void ended(const std::string& path, const std::shared_ptr<const Analysis>& analysis, const Solved& solved);
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

  std::mutex mutex_;  // of the queue
  std::condition_variable arrived_;
  std::deque<Item> queue_;
  bool ended_ = false;                                                           // nothing more will be said
  std::atomic<Clock::rep> lastMoment_ = std::numeric_limits<Clock::rep>::max();  // by then all is over
  std::atomic<bool> stop_ = false;                                               // nothing more is read
  MessageReader heard_;                                                          // without threads
  bool handling_ = false, reads_ = false;                                        // what is under way, without threads

  // All below is the loop's alone, but for what others are said to have.
  bool initialized_ = false, shutDown_ = false, exit_ = false;
  Encoding encoding_ = Encoding::utf16;  // does not change once texts are read
  bool refreshesHints_ = false, refreshesLenses_ = false, watchesFiles_ = false;
  bool showsProgress_ = false, showsDocuments_ = false;
  bool showsResults_ = false;  // the editor itself, of commands
  bool typeHints_ = false;
  bool saidIncomplete_ = false;  // that the workspace is too large to be searched
  int nextId_ = 0;

  std::map<std::string, KnownFile> files_;
  std::map<std::string, std::uint64_t> changedAt_;  // revisions
  std::atomic<std::uint64_t> revision_ = 0;         // of all texts; other threads read it
  std::list<Waiting> waiting_;
  std::set<std::string> due_;                                 // files whose diagnostics will be shown
  std::set<std::string> owed_;                                // ids of requests, as JSON, that the threads that read will answer
  std::map<std::string, std::weak_ptr<Progress>> announced_;  // by the id of the request that announces it
  ShownInstance shown_;
  Clock::time_point lastChange_;
  double lastBuild_ = 0;  // milliseconds of a processor

  Texts texts_;
  // Last: their threads speak of what stands above.
  Worker reading_, judging_;
  Tasks tasks_;
};

}  // namespace aunit::server
