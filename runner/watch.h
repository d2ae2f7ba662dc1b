// A run that goes on: whenever a file changes, the tests that depend on it are judged again.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/picks.h"
#include "runner/runner.h"

namespace aunit::runner {

/// What happens while nothing is judged.
struct WatchEvent {
  std::set<std::string> changed;  // canonical paths of files and folders; the empty one: more than is known
  std::optional<char> key;        // pressed
  bool ended = false;             // nobody is there any more
};

/// Where the events come from.
class WatchEvents {
 public:
  virtual ~WatchEvents() = default;
  /// Waits for the next one.
  virtual WatchEvent next() = 0;
  /// Changes in these folders (canonical paths) are events from now on. Says what goes wrong.
  virtual std::string watch(const std::set<std::string>& folders) = 0;
  /// While tests are judged the flag is to be set when there is an event; null: nothing is judged any more.
  virtual void interruptOnEvent(std::atomic<bool>* stop) = 0;
};

/// What is known beside the results of one run.
struct WatchStatus {
  std::size_t files = 0;              // with tests, or that do not load
  std::size_t failing = 0;            // tests of files that this run was not about
  std::vector<std::string> filters;   // "failed tests", "files like tree"
  std::vector<std::string> messages;  // what went wrong beside the tests
};

/// Where people look.
class WatchView {
 public:
  virtual ~WatchView() = default;
  /// A run begins; it tells the listener.
  virtual Listener& begins() = 0;
  virtual void ends(const RunResult& run, const WatchStatus& status) = 0;
  /// There is nothing to run.
  virtual void idle(const WatchStatus& status) = 0;
  /// A pattern is being typed.
  virtual void typing(const std::string& prompt, const std::string& text) = 0;
};

/// Judges everything, then what changes: files that were written or are new, those that open such a file (or use an instance that
/// it holds), and those that do not load. Keys: a all tests, f only those that failed (and all again), p files by a part of their
/// path, t tests by a pattern as for -k, Enter again, q the end.
class Watch {
 public:
  /// `arguments` are files, folders and picks, as of a run. `RunOptions::stop` is of no use here.
  Watch(std::vector<std::string> arguments, RunOptions options, Selection selection, WatchEvents& events, WatchView& view);

  /// Until `q`, or until the events end.
  void run();

 private:
  struct Known {
    std::set<std::string> sources;  // canonical
    std::set<std::string> failing;  // ids
    bool isOfUse = false;           // has tests, or does not load
    bool loads = true;
  };

  std::vector<std::string> discoverFiles();
  void watchFolders();
  std::vector<std::string> affectedBy(const std::set<std::string>& changed);
  void judge(const std::vector<std::string>& files);
  void note(const Run& run, const RunResult& result, const std::vector<std::size_t>& chosen,
            const std::vector<std::string>& files);
  Selection selectionFor(const Run& run) const;
  WatchStatus status(const std::vector<std::string>& files) const;
  bool press(char key);
  bool type(char key);
  void showTyped();
  void judgeAll() { judge(discoverFiles()); }

  Picks picks_;
  RunOptions options_;
  Selection selection_;
  WatchEvents& events_;
  WatchView& view_;

  std::map<std::string, Known> known_;  // by the path as it is found
  std::set<std::string> unfinished_;    // files whose run was interrupted
  std::vector<std::string> messages_;

  bool onlyFailed_ = false;
  std::string fileFilter_, nameFilter_;
  std::optional<char> prompt_;  // p or t, while it is typed
  std::string typed_;
};

}  // namespace aunit::runner
