// One call of a tool, which this program answers in a child process.
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

/// What all calls of one session share.
struct Session {
  std::string program;  // path of the program that runs as child process and answers calls
  std::size_t memoryBytes = 0;
  SourceStore store;
  /// Returns the folders that may be read; waits until the client has named them.
  std::function<std::vector<std::string>()> roots;
  /// Called repeatedly while a call is answered; may be empty.
  std::function<void()> meanwhile = {};
  /// Guards `instances` and `instancesShown`. `instances` has the name and the JSON document of each shown instance.
  std::mutex mutex;
  std::deque<std::pair<std::string, std::string>> instances;
  std::size_t instancesShown = 0;
};

class Call {
 public:
  static constexpr double usualSeconds = 30, mostSeconds = 3600;

  /// Called repeatedly with a progress message.
  using Progress = std::function<void(double seconds, double ofSeconds, const std::string& done)>;

  /// Requires that the arguments match the tool's schema. `stop` is set when the client no longer waits for the answer.
  Call(Session& session, const Json& arguments, const std::atomic<bool>& stop, Progress progress);

  const Json& arguments() const { return arguments_; }
  bool has(const char* name) const { return arguments_.contains(name); }
  std::string text(const char* name) const { return has(name) ? arguments_[name].get<std::string>() : ""; }
  bool flag(const char* name) const { return isTrue(at(arguments_, {name})); }
  double seconds() const { return seconds_; }
  Session& session() { return session_; }

  /// The files of the call. paths() returns the argument `paths`, relative to the folder of these files.
  const Sources& sources() const { return sources_; }
  const std::vector<std::string>& paths() const { return paths_; }
  /// Returns the paths in the argument that is called `name`. Throws CallError if one of them is neither a file nor a folder of
  /// the call.
  std::vector<std::string> othersNamed(const char* name) const;
  /// Returns paths(). If there are none, returns the sent files that have one of the endings: all of them if `all`, else the
  /// first. Throws CallError if there is no such file.
  std::vector<std::string> asked(std::initializer_list<const char*> endings, bool all) const;

  /// Returns paths(). If there are none, returns the folder of the sent files. Throws CallError if no files were sent either.
  std::vector<std::string> suites() const;

  /// Runs this program as a child process. Its arguments are `words`, then `files`. Calls `heard` with each line of its output.
  /// Throws CallError if the child process ends without a usable answer.
  support::ChildAnswer ask(std::vector<std::string> words, const std::vector<std::string>& files,
                           const std::function<void(const std::string& line)>& heard = {});
  /// Adds a folder that the child process may read.
  void alsoReads(const std::string& folder) { sources_.places.push_back(folder); }
  /// Sets the text of the progress report.
  void say(const std::string& done) { done_ = done; }
  /// Whether the time limit was reached, so that the answer lacks later results.
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

/// Parses output that has one JSON object on each line.
std::vector<Json> objectsOf(const std::string& output);
/// A command's messages on standard error, without their last line, "See `aunit COMMAND --help`".
std::string complaintOf(const support::ChildAnswer& answer);

}  // namespace aunit::server::mcp
