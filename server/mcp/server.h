// aunit mcp: the Model Context Protocol over standard input and output, for programs that call tools. The main loop reads
// messages and answers quick requests. Two threads answer calls of tools, each call in a child process, so that a call that
// crashes, hangs or exhausts memory loses only its own answer. Without threads the main loop answers calls, too, and handles
// messages meanwhile.
//
// Revisions 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05 (modelcontextprotocol.io/specification).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/mcp/answer.h"
#include "server/mcp/call.h"
#include "server/mcp/lines.h"
#include "support/threads.h"

namespace aunit::server::mcp {

struct Settings {
  std::string program;  // this program, which also runs as the child process
  std::string version;
  std::vector<std::string> roots;  // only these folders may be read; if empty, only folders that the client names
  std::size_t memoryBytes = 0;     // limit of a call's address space
};

/// The server is one class, because one lock and one condition guard both the calls and the client's roots. A thread that waits
/// for a call or for the roots must also wake when the server closes. Without threads, a call that waits for the roots handles
/// messages itself.
class Server {
 public:
  /// The caller owns the descriptors.
  Server(int input, int output, Settings settings);
  ~Server();

  /// Answers messages until the input ends, then stops the calls that are running. Returns the exit code.
  int run();

 private:
  /// Requests that arrived together and must be answered together.
  struct Batch {
    std::mutex mutex;
    Json answers = Json::array();
    std::size_t open = 0;
  };
  struct Request {
    Json id;
    std::shared_ptr<Batch> batch;  // null if the request arrived alone
  };
  struct PendingCall {  // a call of a tool
    Request request;
    Json params;
    std::atomic<bool> stop = false;
    std::atomic<bool> unwanted = false;  // the client does not want the answer any more
  };

  void close();
  bool hear(std::optional<std::chrono::milliseconds> wait = std::nullopt);
  void hearMeanwhile();
  void receive(const std::string& line);
  void receive(const Json& message, const std::shared_ptr<Batch>& batch);
  Json answered(const std::string& method, const Json& params);
  Json initialize(const Json& params);
  void noted(const std::string& method, const Json& params);
  void heard(const Json& response);

  void take(const Request& request, const Json& params);
  void cancel(const Json& id);
  void work();
  void workOff();
  void answer(PendingCall& call);
  Json resultOf(PendingCall& call);
  Json called(PendingCall& call);

  void askForRoots();
  std::vector<std::string> roots();

  void respond(const Request& request, const Json& response);
  void fail(const Request& request, ErrorCode code, const std::string& message);
  void leaveOut(const Request& request);
  void send(const Json& message);

  LineReader lines_;
  int output_;
  Settings settings_;
  Session session_;
  Pages pages_;
  std::string revision_;
  bool initialized_ = false;

  std::mutex outputMutex_;
  std::atomic<bool> unheard_ = false;  // the client is gone

  std::mutex mutex_;  // guards the following members
  std::condition_variable changed_;
  bool closing_ = false;
  std::deque<std::shared_ptr<PendingCall>> waiting_;
  std::size_t answering_ = 0;                                  // number of calls that are being answered; only without threads
  std::map<std::string, std::shared_ptr<PendingCall>> calls_;  // by id; includes waiting calls
  bool clientHasRoots_ = false;
  bool rootsAsked_ = false;
  std::size_t rootsQuestion_ = 0;                        // number of the last roots/list request
  std::optional<std::vector<std::string>> clientRoots_;  // nothing if the client has not named its roots yet

  std::vector<support::Thread> workers_;
};

}  // namespace aunit::server::mcp
