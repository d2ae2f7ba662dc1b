// One call of a tool, answered by this program itself in a process of its own.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/mcp/sources.h"
#include "server/messages.h"
#include "support/system/child_process.h"

namespace aunit::server::mcp {

/// What a session knows that calls need.
struct Session {
  std::string program;  // that answers
  std::size_t memoryBytes = 0;
  SourceStore store;
  /// The folders that may be read; waits for a client that has not said yet.
  std::function<std::vector<std::string>()> roots;
  /// Is called now and then while a call is answered; may be empty.
  std::function<void()> meanwhile = {};
  /// Instances that were shown, as documents, by the names that they were given.
  std::mutex mutex;
  std::deque<std::pair<std::string, std::string>> instances;
  std::size_t instancesShown = 0;
};

class Call {
 public:
  static constexpr double usualSeconds = 30, mostSeconds = 3600;

  /// Called with a progress message now and then.
  using Progress = std::function<void(double seconds, double ofSeconds, const std::string& done)>;

  /// The arguments fit the tool's schema. `stop` is set when the client no longer waits for the answer.
  Call(Session& session, const Json& arguments, const std::atomic<bool>& stop, Progress progress);

  const Json& arguments() const { return arguments_; }
  bool has(const char* name) const { return arguments_.contains(name); }
  std::string text(const char* name) const { return has(name) ? arguments_[name].get<std::string>() : ""; }
  bool flag(const char* name) const { return isTrue(at(arguments_, {name})); }
  double seconds() const { return seconds_; }
  Session& session() { return session_; }

  /// Where the files are, and `paths`, which the arguments name, as they are named there. Throws CallError.
  const Sources& sources() const { return sources_; }
  const std::vector<std::string>& paths() const { return paths_; }
  /// Paths of another argument, found in the same places. Throws CallError.
  std::vector<std::string> othersNamed(const char* name) const;
  /// The paths, or if none are named the files that were sent with these endings, the first alone or all. Throws CallError if
  /// there are none.
  std::vector<std::string> asked(std::initializer_list<const char*> endings, bool all) const;

  /// The paths, or if none are named the folder of the files that were sent. Throws CallError if there are none.
  std::vector<std::string> suites() const;

  /// Asks this program: words of its command line, and files. `heard` is told each line of its output. Throws CallError where it
  /// ended in a way that says nothing.
  support::ChildAnswer ask(std::vector<std::string> words, const std::vector<std::string>& files,
                           const std::function<void(const std::string& line)>& heard = {});
  /// A folder that the command may read besides.
  void alsoReads(const std::string& folder) { sources_.places.push_back(folder); }
  /// Sets the text of the progress report.
  void say(const std::string& done) { done_ = done; }
  /// The time was used up: the answer has what was found until then.
  bool stopped() const { return stopped_; }

 private:
  void findSources();

  Session& session_;
  const Json& arguments_;
  const std::atomic<bool>& stop_;
  Progress progress_;
  double seconds_;
  support::Budget budget_;
  Sources sources_;
  std::vector<std::string> paths_;
  std::string done_;
  bool stopped_ = false;
};

/// The JSON objects of an output that has one on each line.
std::vector<Json> objectsOf(const std::string& output);
/// What a command said on standard error, for people: no hint at its help.
std::string complaintOf(const support::ChildAnswer& answer);

}  // namespace aunit::server::mcp
